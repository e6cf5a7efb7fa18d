import assert from 'node:assert/strict';
import { DEVELOPER, newAccount } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';

const DAY = 20_700;

stateTests('mails that the service sends on its own', (test) => {
  test('a mail is taken once a day, whichever process asks', async ({ accounts, wantedMails, another }) => {
    const { accountId: id } = await newAccount(accounts);
    const other = another().wantedMails;
    const stores = [wantedMails, other, wantedMails, other];
    for (const day of [DAY, DAY + 1]) {
      for (const percent of [80, 100] as const) {
        const taken = await Promise.all(stores.map((store) => store.claimQuotaMail(id, day, percent)));
        const addresses = taken.filter((address) => address !== null);
        assert.deepEqual(addresses, [DEVELOPER.email], `${percent} % of day ${day}`);
      }
    }
    assert.ok(await other.claimQuotaMail(id, DAY + 2, 100));
    assert.equal(await wantedMails.claimQuotaMail(id, DAY + 2, 80), null, 'the other one said it');
  });

  test('an account gets none from when it declines', async ({ accounts, wantedMails, another }) => {
    const { accountId: id } = await newAccount(accounts);
    await accounts.updateAccount(id, { quotaMails: false });
    assert.equal(await another().wantedMails.claimQuotaMail(id, DAY, 100), null);
    await accounts.updateAccount(id, { quotaMails: true });
    assert.ok(await wantedMails.claimQuotaMail(id, DAY, 80));
  });

  test('operators of a role hear of a cause once in six hours, and only of what came since', async (setup) => {
    const { accounts, wantedMails, another } = setup;
    await newAccount(accounts, { email: 'owner@example.com', role: 'owner' });
    await newAccount(accounts, { email: 'dev@example.com' });
    const claim = (happenedAtMs: number, nowMs: number) =>
      another().wantedMails.claimOperatorMail('import.failed', happenedAtMs, nowMs, ['owner']);
    const [told, pauseMs] = [1_000_000, 6 * 3_600_000];
    assert.deepEqual(await claim(told, told), ['owner@example.com']);
    assert.deepEqual(await claim(told + 1, told + pauseMs - 1), [], 'too soon');
    assert.deepEqual(await claim(told, told + pauseMs), [], 'told before');
    assert.deepEqual(await claim(told + 1, told + pauseMs), ['owner@example.com']);
    assert.deepEqual(await wantedMails.claimOperatorMail('disk.full', told, told, ['support']), []);
  });
});
