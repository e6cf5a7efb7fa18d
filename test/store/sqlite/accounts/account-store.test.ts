import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { hashKey } from '../../../../src/accounts/api-key.ts';
import { createSqlAccountStore } from '../../../../src/store/sql/accounts/account-store.ts';
import { createSqliteGate } from '../../../../src/store/sqlite/accounts/gate.ts';
import { createSqliteSql } from '../../../../src/store/sqlite/sql-driver.ts';
import { accountStoreContract } from '../../../contracts/accounts/account-store-contract.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from './accounts-file.ts';

const limits = { burstPerSecond: 10, burst: 20, dailyQuota: 5000 };
const developer = {
  email: 'dev@example.com',
  name: 'Hong Gildong',
  tier: 'free',
  role: 'developer',
} as const;

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const options = { pepper: PEPPER, keyPrefix: KEY_PREFIX, clock };
  const accounts = createSqlAccountStore({ ...options, database: createSqliteSql(file.connect()) });
  const gate = createSqliteGate({
    ...options,
    db: file.connect(),
    tierLimits: { free: limits, partner: limits, enterprise: limits },
    onWriteError: (error) => assert.fail(String(error)),
  });
  return { ...file, db: file.connect(), clock, keyPrefix: KEY_PREFIX, accounts, gate };
}

accountStoreContract('SQLite', setUp);

test('a key is nowhere in the store, only its keyed hash', async (t) => {
  const { db, path, accounts } = setUp(t);
  const account = await accounts.createAccount(developer);
  const key = await accounts.issueKey(account?.accountId ?? 0);
  assert.ok(key);
  assert.equal(filesHold(path, key), false);
  assert.equal(filesHold(path, key.slice(KEY_PREFIX.length, -6)), false);
  assert.deepEqual(
    db
      .prepare('SELECT hash FROM api_key')
      .all()
      .map(({ hash }) => hash),
    [new Uint8Array(hashKey(PEPPER, key))],
  );
});

test('closing an account removes name and address from every table and file; its audit lines stay', async (t) => {
  const { db, path, accounts, gate } = setUp(t);
  const account = await accounts.createAccount(developer);
  assert.ok(account);
  const key = await accounts.issueKey(account.accountId);
  const admission = await gate.admit(key ?? '', 'itemDetail');
  assert.ok(key && admission.outcome === 'admitted');
  await gate.settle(admission.ticket, 200);
  await accounts.recordAddOnClick(account.accountId, 1001, admission.ticket.day);
  await accounts.updateAccount(account.accountId, { addOnEnrolled: true });
  const personal = [account.email, account.name, account.userKey];
  for (const text of personal) assert.ok(tablesHolding(db, text).length > 0 && filesHold(path, text), text);

  await accounts.closeAccount(account.accountId);
  for (const text of personal) {
    assert.deepEqual(tablesHolding(db, text), [], text);
    assert.equal(filesHold(path, text), false, text);
  }
  for (const table of tablesOf(db)) {
    const columns = db
      .prepare(`SELECT name FROM pragma_table_info(?)`)
      .all(table)
      .map(({ name }) => name);
    if (!columns.includes('account_id')) continue;
    assert.equal(
      db.prepare(`SELECT * FROM "${table}" WHERE account_id = ?`).get(account.accountId),
      undefined,
    );
  }
  assert.deepEqual(auditOf(db), [
    ['system', 'account.created', `account:${account.accountId}`],
    ['system', 'key.issued', `account:${account.accountId}`],
    ['system', 'account.changed', `account:${account.accountId}`],
    ['system', 'account.closed', `account:${account.accountId}`],
  ]);
});

test('a value that no release wrote is reported, not passed on', async (t) => {
  const { db, accounts } = setUp(t);
  const account = await accounts.createAccount(developer);
  db.exec(`PRAGMA ignore_check_constraints = ON; UPDATE account SET tier = 'gold'`);
  await assert.rejects(accounts.findAccount(account?.accountId ?? 0), /unexpected value.*gold/);
});

function auditOf(db: DatabaseSync) {
  const rows = db.prepare('SELECT actor, action, target FROM audit ORDER BY audit_id').all();
  return rows.map(({ actor, action, target }) => [actor, action, target]);
}

function tablesOf(db: DatabaseSync): string[] {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  return tables.map(({ name }) => String(name));
}

function tablesHolding(db: DatabaseSync, text: string): string[] {
  return tablesOf(db).filter((table) => {
    const rows = db.prepare(`SELECT * FROM "${table}"`).all();
    return rows.some((row) => Object.values(row).some((value) => String(value).includes(text)));
  });
}

function filesHold(path: string, text: string): boolean {
  return [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(text));
}
