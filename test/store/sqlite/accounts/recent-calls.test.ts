import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createSqlAccountStore } from '../../../../src/store/sql/accounts/account-store.ts';
import { createSqliteRecentCalls } from '../../../../src/store/sqlite/accounts/recent-calls.ts';
import { createSqliteSql } from '../../../../src/store/sqlite/sql-driver.ts';
import { callAt, recentCallsContract } from '../../../contracts/accounts/recent-calls-contract.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from './accounts-file.ts';

async function setUp(t: TestContext) {
  const file = accountsFile(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const accounts = createSqlAccountStore({
    database: createSqliteSql(file.connect()),
    clock,
    pepper: PEPPER,
    keyPrefix: KEY_PREFIX,
  });
  const account = await accounts.createAccount({
    email: 'a@b.example',
    name: 'A',
    tier: 'free',
    role: 'developer',
  });
  const errors: unknown[] = [];
  const db = file.connect();
  const recent = createSqliteRecentCalls(db, (error) => errors.push(error));
  return { ...file, db, accounts, accountId: account?.accountId ?? 0, recent, errors };
}

recentCallsContract('SQLite', async (t) => {
  const { connect, accounts, recent, accountId, errors } = await setUp(t);
  await accounts.closeAccount(accountId);
  return {
    accounts,
    recent,
    restart: () => createSqliteRecentCalls(connect(), (error) => errors.push(error)),
  };
});

test('a closed account has no calls, and those that still wait do not come back', async (t) => {
  const { recent, accounts, accountId, db } = await setUp(t);
  recent.record(accountId, callAt(1));
  await recent.flush();
  recent.record(accountId, callAt(2));
  await accounts.closeAccount(accountId);
  await recent.flush();
  assert.equal(db.prepare('SELECT COUNT(*) AS n FROM recent_calls').get()?.n, 0);
});

test('a batch that cannot be written is kept, told, and written later', async (t) => {
  const { recent, connect, accountId, errors } = await setUp(t);
  const other = connect();
  recent.record(accountId, callAt(1));
  other.exec('BEGIN IMMEDIATE');
  await recent.flush();
  assert.equal(errors.length, 1);
  assert.deepEqual(await recent.list(accountId), [callAt(1)]);
  other.exec('ROLLBACK');
  await recent.flush();
  const stored = other.prepare('SELECT calls FROM recent_calls').get()?.calls;
  assert.deepEqual(JSON.parse(String(stored)), [callAt(1)]);
});
