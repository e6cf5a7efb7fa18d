import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hashKey } from '../../../../src/accounts/api-key.ts';
import { hashPassword } from '../../../../src/accounts/password.ts';
import { createSqlIdentity } from '../../../../src/store/sql/accounts/identity.ts';
import { createSqlSecondFactor } from '../../../../src/store/sql/accounts/second-factor.ts';
import { createSqliteGate } from '../../../../src/store/sqlite/accounts/gate.ts';
import { ACCOUNTS_FILE, migrate, openDatabase } from '../../../../src/store/sqlite/database.ts';
import { createSqliteSql } from '../../../../src/store/sqlite/sql-driver.ts';
import { accountStoreContract } from '../../../contracts/accounts/account-store-contract.ts';
import { HOME } from '../../../contracts/accounts/identity-setup.ts';
import { newAccount, newKey } from '../../../contracts/state-world.ts';
import { codeOf } from '../../../support/authenticator.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from './accounts-file.ts';

const limits = { burstPerSecond: 10, burst: 20, dailyQuota: 5000 };
const sessionSecret = 'a secret for sessions in tests';

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const db = file.connect();
  const database = createSqliteSql(db);
  const gate = createSqliteGate({
    ...file,
    db: file.connect(),
    tierLimits: { free: limits, partner: limits, enterprise: limits },
    onWriteError: (error) => assert.fail(String(error)),
  });
  const { clock } = file;
  return {
    ...file,
    db,
    database,
    gate,
    identity: createSqlIdentity({ database, clock, sessionSecret }),
    secondFactor: createSqlSecondFactor({ database, clock, sessionSecret }),
  };
}

accountStoreContract('SQLite', setUp);

test('a key is nowhere in the store, only its keyed hash', async (t) => {
  const { db, path, accounts } = setUp(t);
  const { key } = await newKey(accounts);
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

test('a value that no release wrote is reported, not passed on', async (t) => {
  const { db, accounts } = setUp(t);
  const account = await newAccount(accounts);
  db.exec(`PRAGMA ignore_check_constraints = ON; UPDATE account SET tier = 'gold'`);
  await assert.rejects(accounts.findAccount(account.accountId), /unexpected value.*gold/);
});

test('the file holds neither passwords nor tokens, and nothing of a sign-up that was over', async (t) => {
  const { identity, path, clock, db } = setUp(t);
  const person = { email: 'dev@example.com', name: 'Hong Gildong', password: 'correct horse battery' };
  const verification = await identity.signUp(person.email);
  const session = await identity.completeSignUp(verification ?? '', person, HOME);
  const reset = await identity.startReset(person.email);
  await identity.signUp('never@example.com');
  const holds = (text: string) => filesHold(path, text);
  for (const secret of [person.password, verification, session?.token, reset, HOME.caller]) {
    assert.ok(secret);
    assert.equal(holds(secret), false);
  }
  assert.equal(holds('never@example.com'), true);
  clock.advance(30 * 86_400_000);
  await identity.deleteExpired();
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  assert.equal(holds('never@example.com'), false);
  assert.equal(db.prepare('SELECT COUNT(*) AS n FROM portal_session').get()?.n, 0);
});

test('a token is worth nothing to a server with another secret', async (t) => {
  const { identity, clock, database } = setUp(t);
  const person = { email: 'dev@example.com', name: 'Dev', password: 'correct horse battery' };
  const token = (await identity.signUp(person.email)) ?? '';
  const session = await identity.completeSignUp(token, person, HOME);
  const other = createSqlIdentity({ database, clock, sessionSecret: 'another secret of sessions' });
  assert.equal(await other.findSession(session?.token ?? ''), null);
});

test('sign-ups from before an upgrade can be completed, without the password of whoever began them', async (t) => {
  const path = join(tempDir(t), ACCOUNTS_FILE);
  const db = openDatabase(path, { busyTimeoutMs: 0 });
  t.after(() => db.close());
  const folder = join(import.meta.dirname, '../../../../src/store/sqlite/migrations/accounts');
  for (const file of readdirSync(folder).sort()) {
    if (file < '0011') db.exec(readFileSync(join(folder, file), 'utf8'));
  }
  db.exec('PRAGMA user_version = 10');
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const insert = db.prepare('INSERT INTO pending_sign_up VALUES (?, ?, ?, ?, ?)');
  const wait = (token: string, email: string, passwordHash: string) => {
    const hash = createHmac('sha256', sessionSecret).update(token).digest();
    insert.run(hash, email, 'Dev', passwordHash, clock.nowMs() + 1000);
  };
  const token = 'the token of a mail that was sent before';
  wait(token, 'dev@example.com', await hashPassword('correct horse battery'));
  for (let i = 0; i < 50; i++) wait(`token ${i}`, `never-${i}@example.com`, 'no hash');

  migrate(db, 'accounts');
  const identity = createSqlIdentity({ database: createSqliteSql(db), clock, sessionSecret });
  const own = { name: 'Owner', password: 'a password of the owner' };
  assert.ok((await identity.completeSignUp(token, own, HOME)) !== null);
  const stranger = await identity.signIn('dev@example.com', 'correct horse battery', HOME);
  assert.equal(stranger.outcome, 'wrong');
  const owner = await identity.signIn('dev@example.com', own.password, HOME);
  assert.equal(owner.outcome, 'signed-in');
  const holds = (text: string) => readFileSync(path).includes(text);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  assert.equal(holds('never-7@example.com'), true);
  clock.advance(1000);
  await identity.deleteExpired();
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  assert.equal(holds('never-'), false);
});

test('the file holds neither secrets nor recovery codes, and opens none for another secret', async (t) => {
  const { secondFactor, accounts, clock, database, path } = setUp(t);
  const { accountId } = await newAccount(accounts);
  const secret = (await secondFactor.begin(accountId))?.secret ?? '';
  const codes = await secondFactor.confirm(accountId, codeOf(secret, clock.nowMs()));
  assert.ok(codes !== null && codes.length > 0);
  for (const text of [secret, ...codes]) assert.equal(filesHold(path, text), false);
  const other = createSqlSecondFactor({ database, clock, sessionSecret: 'another secret of sessions' });
  clock.advance(30_000);
  await assert.rejects(other.verify(accountId, codeOf(secret, clock.nowMs())));
});

function filesHold(path: string, text: string): boolean {
  return [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(text));
}
