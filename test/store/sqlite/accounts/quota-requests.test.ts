import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createSqlAccountStore } from '../../../../src/store/sql/accounts/account-store.ts';
import { createSqlQuotaRequests } from '../../../../src/store/sql/accounts/quota-requests.ts';
import { createSqliteSql } from '../../../../src/store/sqlite/sql-driver.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from './accounts-file.ts';

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const db = file.connect();
  return {
    db,
    clock,
    accounts: createSqlAccountStore({
      database: createSqliteSql(db),
      clock,
      pepper: PEPPER,
      keyPrefix: KEY_PREFIX,
    }),
    quotaRequests: createSqlQuotaRequests({ database: createSqliteSql(db), clock, actor: 'portal' }),
  };
}

test('a decision, its limits and its lines in the audit log are one: when one cannot be written, none is', async (t) => {
  const { db, accounts, quotaRequests } = setUp(t);
  const account = await accounts.createAccount({
    email: 'dev@example.com',
    name: 'Dev',
    tier: 'free',
    role: 'developer',
  });
  assert.ok(account !== null);
  await quotaRequests.add(account.accountId, 9000, 'more');
  const [waiting] = await quotaRequests.list(account.accountId);
  db.exec(`CREATE TRIGGER no_room BEFORE INSERT ON audit WHEN NEW.action = 'account.changed'
    BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  const granted = { dailyQuota: 9000, burstPerSecond: null, burst: null };
  await assert.rejects(quotaRequests.decide(waiting?.requestId ?? 0, { granted, note: '' }, 9), /no room/);
  assert.deepEqual(await quotaRequests.list(account.accountId), [waiting]);
  assert.deepEqual(await accounts.findAccount(account.accountId), account);

  db.exec('DROP TRIGGER no_room');
  await quotaRequests.decide(waiting?.requestId ?? 0, { granted, note: 'for the person alone' }, 9);
  const lines = db.prepare('SELECT actor, action, target, detail FROM audit').all();
  const target = `account:${account.accountId}`;
  assert.deepEqual(
    lines.slice(-2).map((line) => ({ ...line })),
    [
      { actor: 'account:9', action: 'quota.approved', target, detail: '{"dailyQuota":9000}' },
      {
        actor: 'account:9',
        action: 'account.changed',
        target,
        detail: JSON.stringify({ from: { override: account.override }, to: { override: granted } }),
      },
    ],
  );
});
