import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedStep, RECOVERY_CODES, toBase32, totpAddress } from '../../src/accounts/second-factor.ts';
import { newAccount, type StateWorld } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';
import { codeOf } from '../support/authenticator.ts';

const STEP_MS = 30_000;

stateTests('the second factor', (test) => {
  test('a code of the app is accepted once, also when it comes twenty times at once', async (setup) => {
    const { secondFactor, clock } = setup;
    const { accountId, secret } = await turnOn(setup);
    const verify = () => secondFactor.verify(accountId, ` ${codeOf(secret, clock.nowMs())} `);
    assert.equal(await verify(), false, 'used to confirm');
    clock.advance(STEP_MS);
    const answers = await Promise.all(Array.from({ length: 20 }, verify));
    assert.equal(answers.filter((isRight) => isRight).length, 1);
  });

  test('a recovery code is accepted once, however it is written, and for its account alone', async (setup) => {
    const { secondFactor } = setup;
    const { accountId, codes } = await turnOn(setup);
    const other = await turnOn(setup, 'two@example.com');
    const [code = ''] = codes;
    assert.equal(await secondFactor.verify(other.accountId, code), false);
    const written = `${code.slice(0, 6)}-${code.slice(6).toUpperCase()}`;
    assert.equal(await secondFactor.verify(accountId, written), true);
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

/** Secret and codes of RFC 6238, appendix B (SHA-1), shortened to six digits. */
const SECRET = Buffer.from('12345678901234567890');
const CODE = '050471';
const STEP = Math.floor(1_111_111_111 / 30);

/** When a code comes (seconds), after which step was accepted, and for which step it is. */
const CODES: readonly (readonly [code: string, seconds: number, lastStep: number, step: number | null])[] = [
  ['287082', 59, 0, 1],
  ['081804', 1_111_111_109, 0, 37_037_036],
  [CODE, 1_111_111_111, 0, STEP],
  ['005924', 1_234_567_890, 0, 41_152_263],
  ['279037', 2_000_000_000, 0, 66_666_666],
  ['353130', 20_000_000_000, 0, 666_666_666],
  // One step early and one late, not two.
  [CODE, 30 * (STEP - 2), 0, null],
  [CODE, 30 * (STEP - 1), 0, STEP],
  [CODE, 30 * (STEP + 1), 0, STEP],
  [CODE, 30 * (STEP + 2), 0, null],
  // Once, and none before it.
  [CODE, 30 * STEP, STEP - 1, STEP],
  [CODE, 30 * STEP, STEP, null],
  [CODE, 30 * STEP, STEP + 1, null],
  ...['', '05047', '0504711', 'abcdef', '05047１', '-50471'].map(
    (text) => [text, 30 * STEP, 0, null] as const,
  ),
];

test('codes are those of RFC 6238, within a step of their time, once', () => {
  for (const [code, seconds, lastStep, step] of CODES)
    assert.equal(acceptedStep(SECRET, code, seconds * 1000, lastStep), step, `${code} at ${seconds} s`);
});

test('a secret is written in base32, and the address names issuer and account', () => {
  assert.equal(toBase32(SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const address = totpAddress('ABC', '서점 & Co', 'a@b.example');
  const url = new URL(address);
  assert.equal(url.searchParams.get('issuer'), '서점 & Co');
  assert.equal(url.searchParams.get('secret'), 'ABC');
  assert.equal(decodeURIComponent(url.pathname), '/서점 & Co:a@b.example');
});
