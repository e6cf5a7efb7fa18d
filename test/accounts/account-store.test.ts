import assert from 'node:assert/strict';
import type { Account } from '../../src/accounts/account.ts';
import { createAccountStore } from '../../src/accounts/account-store.ts';
import { hashKey } from '../../src/accounts/api-key.ts';
import { kstDayOf } from '../../src/clock.ts';
import { UniqueViolationError } from '../../src/sql-database.ts';
import type { Guarantee } from '../contracts/guarantee.ts';
import { DEVELOPER, newAccount, type StateWorld } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';
import { KEY_PREFIX, PEPPER } from '../store/sqlite/accounts/accounts-file.ts';

stateTests('accounts', (test) => {
  accountGuarantees(test);
  clickGuarantees(test);
  auditGuarantees(test);
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
        hasPassword: false,
        quotaMails: true,
        operatorMails: true,
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

function clickGuarantees(test: Guarantee<StateWorld>): void {
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

function auditGuarantees(test: Guarantee<StateWorld>): void {
  const guarantee = (title: string, run: (world: StateWorld & { account: Account }) => Promise<void>) =>
    test(title, async (world) => run({ ...world, account: await newAccount(world.accounts) }));

  guarantee(
    'the database refuses a second live key, and a value that was ever issued',
    async ({ database, accounts, account }) => {
      const { accountId } = account;
      const key = (await accounts.issueKey(accountId)) ?? '';
      const insert = (hash: Buffer, owner = accountId) =>
        database.query(
          `INSERT INTO api_key (hash, account_id, first4, last4, issued_at_ms) VALUES ($1, $2, '', '', 0)`,
          [hash, owner],
        );
      const issued = Buffer.from(hashKey(PEPPER, key));
      await assert.rejects(insert(Buffer.alloc(32)), UniqueViolationError);
      await accounts.revokeKey(accountId);
      await assert.rejects(insert(issued), UniqueViolationError);
      await accounts.closeAccount(accountId);
      const next = await newAccount(accounts);
      await assert.rejects(insert(issued, next.accountId), UniqueViolationError);
    },
  );

  guarantee(
    'a change and its audit lines are one: when one cannot be written, nothing changes',
    async ({ database, accounts, quotaRequests, account }) => {
      const { accountId } = account;
      await accounts.issueKey(accountId);
      await accounts.updateAccount(accountId, { tier: 'partner' });
      await quotaRequests.add(accountId, 9000, 'more');
      const requests = await quotaRequests.list(accountId);
      for (const action of ['key.revoked', 'account.closed'])
        await database.query(
          `INSERT INTO audit (at_ms, actor, action, target, detail) VALUES (0, 'a', $1, 'b', '{}')`,
          [action],
        );
      await database.query('CREATE UNIQUE INDEX no_room ON audit (action)');
      const raise = { granted: { ...account.override, dailyQuota: 9000 }, note: '' };
      const changes = [
        () => accounts.createAccount({ ...DEVELOPER, email: 'other@example.com' }),
        () => accounts.updateAccount(accountId, { tier: 'enterprise' }),
        () => quotaRequests.decide(requests[0]?.requestId ?? 0, raise, 9),
        () => accounts.revokeKey(accountId),
        () => accounts.closeAccount(accountId),
      ];
      for (const change of changes) await assert.rejects(change, UniqueViolationError);
      assert.deepEqual(await accounts.findAccount(accountId), { ...account, tier: 'partner' });
      assert.equal(await accounts.findAccountByEmail('other@example.com'), null);
      assert.equal((await accounts.listKeys(accountId)).at(0)?.revokedAtMs, null);
      assert.deepEqual(await quotaRequests.list(accountId), requests);
    },
  );

  guarantee(
    'a change is logged as what it changed, by whom; one that changes nothing is not',
    async ({ database, clock, accounts, quotaRequests, account }) => {
      const { accountId, override } = account;
      const options = { database, clock, pepper: PEPPER, keyPrefix: KEY_PREFIX, actor: 'command-line' };
      await createAccountStore(options).issueKey(accountId);
      await quotaRequests.add(accountId, 9000, 'more');
      const [request] = await quotaRequests.list(accountId);
      const granted = { ...override, dailyQuota: 9000 };
      const raise = { granted, note: 'for the person alone' };
      await quotaRequests.decide(request?.requestId ?? 0, raise, 9);
      const raised = { ...override, dailyQuota: 10_000 };
      await accounts.updateAccount(accountId, { tier: 'partner', suspended: false, override: raised }, 42);
      await accounts.updateAccount(accountId, { tier: 'partner', override: { ...raised } }, 42);
      await accounts.revokeKey(accountId, 42);
      const change = (from: object, to: object) => JSON.stringify({ from, to });
      const promotion = change({ tier: 'free', override: granted }, { tier: 'partner', override: raised });
      const lines = await database.query('SELECT actor, action, detail FROM audit ORDER BY audit_id');
      assert.deepEqual(lines, [
        { actor: 'system', action: 'account.created', detail: '{"tier":"free","role":"developer"}' },
        { actor: 'command-line', action: 'key.issued', detail: '{}' },
        { actor: 'portal', action: 'quota.requested', detail: '{"dailyQuota":9000}' },
        { actor: 'account:9', action: 'quota.approved', detail: '{"dailyQuota":9000}' },
        {
          actor: 'account:9',
          action: 'account.changed',
          detail: change({ override }, { override: granted }),
        },
        { actor: 'account:42', action: 'account.changed', detail: promotion },
        { actor: 'account:42', action: 'key.revoked', detail: '{}' },
      ]);
      const about = await database.query('SELECT DISTINCT target FROM audit');
      assert.deepEqual(about, [{ target: `account:${accountId}` }]);
    },
  );
}
