import assert from 'node:assert/strict';
import type { Account } from '../../src/accounts/account.ts';
import { createAccountStore } from '../../src/accounts/account-store.ts';
import { hashKey } from '../../src/accounts/api-key.ts';
import { kstDayOf } from '../../src/clock.ts';
import { type SqlDatabase, UniqueViolationError } from '../../src/sql-database.ts';
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

interface Line {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly detail: string;
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
      await assert.rejects(insert(issued, next.accountId), /issued before/);
    },
  );

  guarantee(
    'a change and its audit line are one: when the line cannot be written, nothing changes',
    async ({ database, accounts, account }) => {
      const { accountId } = account;
      await accounts.issueKey(accountId);
      await accounts.updateAccount(accountId, { tier: 'partner' });
      for (const action of ['key.revoked', 'account.closed']) await writeLine(database, action);
      await database.query('CREATE UNIQUE INDEX no_room ON audit (action)');
      const changes = [
        () => accounts.createAccount({ ...DEVELOPER, email: 'other@example.com' }),
        () => accounts.updateAccount(accountId, { tier: 'enterprise' }),
        () => accounts.revokeKey(accountId),
        () => accounts.closeAccount(accountId),
      ];
      for (const change of changes) await assert.rejects(change, UniqueViolationError);
      assert.deepEqual(await accounts.findAccount(accountId), { ...account, tier: 'partner' });
      assert.equal(await accounts.findAccountByEmail('other@example.com'), null);
      assert.equal((await accounts.listKeys(accountId)).at(0)?.revokedAtMs, null);
    },
  );

  guarantee(
    'a decision, its limits and its lines are one: when one cannot be written, none is',
    async ({ database, quotaRequests, accounts, account }) => {
      const { accountId } = account;
      await quotaRequests.add(accountId, 9000, 'more');
      const [waiting] = await quotaRequests.list(accountId);
      const requestId = waiting?.requestId ?? 0;
      const granted = { dailyQuota: 9000, burstPerSecond: null, burst: null };
      await writeLine(database, 'account.changed');
      await database.query('CREATE UNIQUE INDEX no_room ON audit (action)');
      await assert.rejects(quotaRequests.decide(requestId, { granted, note: '' }, 9), UniqueViolationError);
      assert.deepEqual(await quotaRequests.list(accountId), [waiting]);
      assert.deepEqual(await accounts.findAccount(accountId), account);

      await database.query('DROP INDEX no_room');
      await quotaRequests.decide(requestId, { granted, note: 'for the person alone' }, 9);
      const by = { actor: 'account:9', target: `account:${accountId}` };
      const changed = JSON.stringify({ from: { override: account.override }, to: { override: granted } });
      assert.deepEqual((await linesOf(database)).slice(-2), [
        { ...by, action: 'quota.approved', detail: '{"dailyQuota":9000}' },
        { ...by, action: 'account.changed', detail: changed },
      ]);
    },
  );

  guarantee(
    'a change is logged as what it changed, by whom; one that changes nothing is not',
    async ({ database, clock, accounts, account }) => {
      const { accountId } = account;
      const options = { database, clock, pepper: PEPPER, keyPrefix: KEY_PREFIX, actor: 'command-line' };
      await createAccountStore(options).issueKey(accountId);
      const raised = { ...account.override, dailyQuota: 9000 };
      await accounts.updateAccount(accountId, { tier: 'partner', suspended: false, override: raised }, 42);
      await accounts.updateAccount(accountId, { tier: 'partner', override: { ...raised } }, 42);
      await accounts.revokeKey(accountId, 42);
      const target = `account:${accountId}`;
      const changed = JSON.stringify({
        from: { tier: 'free', override: account.override },
        to: { tier: 'partner', override: raised },
      });
      assert.deepEqual(await linesOf(database), [
        { actor: 'system', action: 'account.created', target, detail: '{"tier":"free","role":"developer"}' },
        { actor: 'command-line', action: 'key.issued', target, detail: '{}' },
        { actor: 'account:42', action: 'account.changed', target, detail: changed },
        { actor: 'account:42', action: 'key.revoked', target, detail: '{}' },
      ]);
    },
  );
}

async function writeLine(database: SqlDatabase, action: string): Promise<void> {
  await database.query(
    `INSERT INTO audit (at_ms, actor, action, target, detail) VALUES (0, 'a', $1, 'b', '{}')`,
    [action],
  );
}

function linesOf(database: SqlDatabase): Promise<Line[]> {
  return database.query<Line>('SELECT actor, action, target, detail FROM audit ORDER BY audit_id');
}
