import assert from 'node:assert/strict';
import { RECOVERY_CODES } from '../../src/accounts/second-factor.ts';
import { newAccount, type StateWorld } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';
import { codeOf } from '../support/authenticator.ts';

const STEP_MS = 30_000;

stateTests('the second factor', (test) => {
  test('a code of the app is accepted once, also when it comes twenty times at once', async (setup) => {
    const { secondFactor, clock } = setup;
    const { accountId, secret } = await turnOn(setup);
    assert.equal(
      await secondFactor.verify(accountId, codeOf(secret, clock.nowMs())),
      false,
      'used to confirm',
    );
    clock.advance(STEP_MS);
    const code = codeOf(secret, clock.nowMs());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => secondFactor.verify(accountId, ` ${code} `)),
    );
    assert.equal(answers.filter((isRight) => isRight).length, 1);
  });

  test('a recovery code is accepted once, however it is written, and for its account alone', async (setup) => {
    const { secondFactor } = setup;
    const { accountId, codes } = await turnOn(setup);
    const other = await turnOn(setup, 'two@example.com');
    const [code = ''] = codes;
    assert.equal(await secondFactor.verify(other.accountId, code), false);
    assert.equal(
      await secondFactor.verify(accountId, `${code.slice(0, 6)}-${code.slice(6).toUpperCase()}`),
      true,
    );
    assert.equal(await secondFactor.verify(accountId, code), false);
    assert.equal((await secondFactor.find(accountId)).recoveryCodesLeft, RECOVERY_CODES - 1);
    const fresh = await secondFactor.renewRecoveryCodes(accountId);
    assert.equal(await secondFactor.verify(accountId, codes[1] ?? ''), false, 'replaced');
    assert.equal(await secondFactor.verify(accountId, fresh[0] ?? ''), true);
  });
});

async function turnOn({ secondFactor, accounts, clock }: StateWorld, email = 'one@example.com') {
  const { accountId } = await newAccount(accounts, { email });
  const secret = (await secondFactor.begin(accountId)) ?? '';
  const codes = await secondFactor.confirm(accountId, codeOf(secret, clock.nowMs()));
  assert.ok(codes !== null);
  return { accountId, secret, codes };
}
