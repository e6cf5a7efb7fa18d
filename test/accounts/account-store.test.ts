import assert from 'node:assert/strict';
import { kstDayOf } from '../../src/clock.ts';
import type { Guarantee } from '../contracts/guarantee.ts';
import { DEVELOPER, newAccount, type StateWorld } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';

stateTests('accounts', (test) => {
  accountGuarantees(test);
  keyGuarantees(test);
  usageGuarantees(test);
});

function accountGuarantees(test: Guarantee<StateWorld>): void {
  test('an account is found by number and by address in any case', async ({ accounts, clock }) => {
    const account = await newAccount(accounts, { email: ' Dev@Example.COM ' });
    assert.equal(account.email, 'dev@example.com');
    assert.match(account.userKey, /^[0-9A-Za-z]{16}$/);
    assert.deepEqual(
      { ...account, accountId: 0, userKey: '' },
      {
        ...DEVELOPER,
        accountId: 0,
        userKey: '',
        addOnEnrolled: false,
        suspended: false,
        override: { burstPerSecond: null, burst: null, dailyQuota: null },
        createdAtMs: clock.nowMs(),
      },
    );
    assert.deepEqual(await accounts.findAccount(account.accountId), account);
    assert.deepEqual(await accounts.findAccountByEmail('DEV@example.com'), account);
    assert.equal(await accounts.findAccountByEmail('other@example.com'), null);
    assert.equal(await accounts.findAccount(account.accountId + 1), null);
  });

  test('a change leaves the fields alone that it does not name', async ({ accounts }) => {
    const account = await newAccount(accounts);
    const override = { burstPerSecond: 2.5, burst: 3, dailyQuota: null };
    await accounts.updateAccount(account.accountId, { tier: 'partner', override });
    await accounts.updateAccount(account.accountId, { suspended: true });
    await accounts.updateAccount(account.accountId, { addOnEnrolled: true });
    assert.deepEqual(await accounts.findAccount(account.accountId), {
      ...account,
      tier: 'partner',
      override,
      suspended: true,
      addOnEnrolled: true,
    });
    await assert.rejects(accounts.updateAccount(account.accountId + 1, { suspended: true }));
  });
}

function keyGuarantees(test: Guarantee<StateWorld>): void {
  test('clicks on add-on links are summed by day, from a day on', async ({ accounts, clock }) => {
    const { accountId } = await newAccount(accounts);
    const day = kstDayOf(clock.nowMs());
    for (const [itemId, on] of [
      [1, day - 1],
      [1, day],
      [1, day],
      [2, day],
    ] as const)
      await accounts.recordAddOnClick(accountId, itemId, on);
    assert.deepEqual(await accounts.listAddOnClicks(accountId, day - 1), [
      { day: day - 1, clicks: 1 },
      { day, clicks: 3 },
    ]);
    assert.deepEqual(await accounts.listAddOnClicks(accountId, day), [{ day, clicks: 3 }]);
    assert.deepEqual(await accounts.listAddOnClicks(accountId + 1, 0), []);
  });
}

function usageGuarantees(test: Guarantee<StateWorld>): void {
  test('usage is listed by day, endpoint and class, oldest first, from a day on', async (setup) => {
    const { accounts, clock } = setup;
    const { accountId } = await newAccount(accounts);
    const day = kstDayOf(clock.nowMs());
    await addUsage(setup, accountId, day, 'itemList', 2);
    await addUsage(setup, accountId, day, 'itemDetail', 4, 2);
    await addUsage(setup, accountId, day, 'itemDetail', 3);
    await addUsage(setup, accountId, day + 1, 'author', 5);

    const today = { day: day + 1, endpoint: 'author', statusClass: 5, calls: 1 };
    assert.deepEqual(await accounts.listUsage(accountId, day), [
      { day, endpoint: 'itemDetail', statusClass: 3, calls: 1 },
      { day, endpoint: 'itemDetail', statusClass: 4, calls: 2 },
      { day, endpoint: 'itemList', statusClass: 2, calls: 1 },
      today,
    ]);
    assert.deepEqual(await accounts.listUsage(accountId, day + 1), [today]);
    assert.equal(await accounts.deleteUsageBefore(day + 1), 3);
    assert.deepEqual(await accounts.listUsage(accountId, 0), [today]);
  });
}

/** As the gate writes it. */
async function addUsage(
  { database }: StateWorld,
  accountId: number,
  day: number,
  endpoint: string,
  statusClass: number,
  calls = 1,
): Promise<void> {
  const row = [accountId, day, endpoint, statusClass, calls];
  await database.query('INSERT INTO usage_day VALUES ($1, $2, $3, $4, $5)', row);
}
