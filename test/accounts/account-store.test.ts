import assert from 'node:assert/strict';
import { isWellFormedKey } from '../../src/accounts/api-key.ts';
import { kstDayOf } from '../../src/clock.ts';
import type { Guarantee } from '../contracts/guarantee.ts';
import { DEVELOPER, newAccount, newKey, type StateWorld } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';
import { KEY_PREFIX } from '../store/sqlite/accounts/accounts-file.ts';

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

  test('an address belongs to one account', async ({ accounts }) => {
    await newAccount(accounts);
    assert.equal(await accounts.createAccount({ ...DEVELOPER, email: 'DEV@example.com' }), null);
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

  test('a user key leads to its account until that is closed', async ({ accounts }) => {
    const account = await newAccount(accounts);
    for (const change of [{ addOnEnrolled: true }, { suspended: true }, { addOnEnrolled: false }]) {
      await accounts.updateAccount(account.accountId, change);
      const found = await accounts.findAccountByUserKey(account.userKey);
      assert.equal(found?.accountId, account.accountId);
    }
    assert.equal(await accounts.findAccountByUserKey('0000000000000000'), null);
    await accounts.closeAccount(account.accountId);
    assert.equal(await accounts.findAccountByUserKey(account.userKey), null);
  });
}

function keyGuarantees(test: Guarantee<StateWorld>): void {
  test('a second key is refused until the first is revoked', async ({ accounts, clock }) => {
    const { accountId, key: first } = await newKey(accounts);
    assert.ok(isWellFormedKey(KEY_PREFIX, first));
    assert.equal(await accounts.issueKey(accountId), null);

    const issuedAtMs = clock.nowMs();
    clock.advance(1000);
    assert.equal(await accounts.revokeKey(accountId), true);
    assert.equal(await accounts.revokeKey(accountId), false);
    const second = (await accounts.issueKey(accountId)) ?? '';
    assert.notEqual(second, first);
    assert.deepEqual(await accounts.listKeys(accountId), [
      { ...endsOf(second), issuedAtMs: clock.nowMs(), revokedAtMs: null },
      { ...endsOf(first), issuedAtMs, revokedAtMs: clock.nowMs() },
    ]);
  });

  test('service information is kept with the key that is issued, and only then', async ({ accounts }) => {
    const { accountId } = await newAccount(accounts);
    const service = { serviceName: 'A', serviceUrl: 'https://a.example', purpose: 'B', commercial: true };
    assert.equal(await accounts.findService(accountId), null);
    assert.ok(await accounts.issueKey(accountId, service));
    assert.deepEqual(await accounts.findService(accountId), service);
    assert.equal(await accounts.issueKey(accountId, { ...service, serviceName: 'Other' }), null);
    assert.deepEqual(await accounts.findService(accountId), service);
    await accounts.revokeKey(accountId);
    await accounts.issueKey(accountId, { ...service, commercial: false });
    assert.deepEqual(await accounts.findService(accountId), { ...service, commercial: false });
    await accounts.closeAccount(accountId);
    assert.equal(await accounts.findService(accountId), null);
  });

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

function endsOf(key: string) {
  const body = key.slice(KEY_PREFIX.length);
  return { first4: body.slice(0, 4), last4: body.slice(34) };
}
