import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { hashKey } from '../../../../src/accounts/api-key.ts';
import { createSqlAccountStore } from '../../../../src/store/sql/accounts/account-store.ts';
import { createSqliteGate } from '../../../../src/store/sqlite/accounts/gate.ts';
import { createSqliteSql } from '../../../../src/store/sqlite/sql-driver.ts';
import { accountStoreContract } from '../../../contracts/account-store-contract.ts';
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

test('the database refuses a second live key and a repeated value', async (t) => {
  const { db, accounts } = setUp(t);
  const account = await accounts.createAccount(developer);
  const key = await accounts.issueKey(account?.accountId ?? 0);
  assert.ok(account && key);
  const insert = db.prepare(`INSERT INTO api_key (hash, account_id, first4, last4, issued_at_ms)
    VALUES (?, ?, '', '', 0)`);
  assert.throws(() => insert.run(new Uint8Array(32), account.accountId), /UNIQUE.*api_key.account_id/);

  await accounts.revokeKey(account.accountId);
  assert.throws(() => insert.run(hashKey(PEPPER, key), account.accountId), /UNIQUE.*api_key.hash/);
  await accounts.closeAccount(account.accountId);
  const next = await accounts.createAccount(developer);
  assert.ok(next);
  assert.throws(() => insert.run(hashKey(PEPPER, key), next.accountId), /issued before/);
});

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

test('a change and its audit line are one: when the line cannot be written, nothing changes', async (t) => {
  const { db, accounts } = setUp(t);
  const account = await accounts.createAccount(developer);
  assert.ok(account);
  const key = await accounts.issueKey(account.accountId);
  assert.ok(key);
  db.exec(`CREATE TRIGGER no_room BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  const changes = [
    () => accounts.createAccount({ ...developer, email: 'other@example.com' }),
    () => accounts.updateAccount(account.accountId, { tier: 'partner' }),
    () => accounts.revokeKey(account.accountId),
    () => accounts.closeAccount(account.accountId),
  ];
  for (const change of changes) await assert.rejects(change, /no room/);
  assert.deepEqual(await accounts.findAccount(account.accountId), account);
  assert.equal(await accounts.findAccountByEmail('other@example.com'), null);
  assert.equal((await accounts.listKeys(account.accountId)).at(0)?.revokedAtMs, null);
});

test('the audit log cannot be changed or shortened, and names the actor', async (t) => {
  const { db, clock, accounts, connect } = setUp(t);
  const options = { database: createSqliteSql(connect()), pepper: PEPPER, keyPrefix: KEY_PREFIX, clock };
  const account = await createSqlAccountStore({ ...options, actor: 'command-line' }).createAccount(developer);
  assert.ok(account);
  await accounts.issueKey(account.accountId);
  await accounts.revokeKey(account.accountId);
  assert.throws(() => db.exec('UPDATE audit SET actor = 1'), /append-only/);
  assert.throws(() => db.exec('DELETE FROM audit'), /append-only/);
  const target = `account:${account.accountId}`;
  assert.deepEqual(auditOf(db), [
    ['command-line', 'account.created', target],
    ['system', 'key.issued', target],
    ['system', 'key.revoked', target],
  ]);
});

test('clicks add up by account, day and item', async (t) => {
  const { db, accounts } = setUp(t);
  const account = await accounts.createAccount(developer);
  assert.ok(account);
  for (const [itemId, day] of [
    [1, 10],
    [1, 10],
    [2, 10],
    [1, 11],
  ] as const) {
    await accounts.recordAddOnClick(account.accountId, itemId, day);
  }
  const rows = db.prepare('SELECT day, item_id, clicks FROM add_on_click ORDER BY day, item_id').all();
  assert.deepEqual(
    rows.map(({ day, item_id, clicks }) => [day, item_id, clicks]),
    [
      [10, 1, 2],
      [10, 2, 1],
      [11, 1, 1],
    ],
  );
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

test('a change is logged as what it changed, by whom; one that changes nothing is not', async (t) => {
  const { db, accounts } = setUp(t);
  const account = await accounts.createAccount(developer);
  assert.ok(account);
  const { accountId, override } = account;
  await accounts.issueKey(accountId);
  const raised = { ...override, dailyQuota: 9000 };
  await accounts.updateAccount(accountId, { tier: 'partner', suspended: false, override: raised }, 42);
  await accounts.updateAccount(accountId, { tier: 'partner', override: { ...raised } }, 42);
  await accounts.revokeKey(accountId, 42);
  const lines = db.prepare('SELECT actor, action, detail FROM audit ORDER BY audit_id').all();
  assert.deepEqual(
    lines.slice(2).map((line) => ({ ...line })),
    [
      {
        actor: 'account:42',
        action: 'account.changed',
        detail: JSON.stringify({
          from: { tier: 'free', override },
          to: { tier: 'partner', override: raised },
        }),
      },
      { actor: 'account:42', action: 'key.revoked', detail: '{}' },
    ],
  );
});
