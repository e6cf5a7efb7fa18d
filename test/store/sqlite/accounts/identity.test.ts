import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hashPassword } from '../../../../src/accounts/password.ts';
import { createSqlAccountStore } from '../../../../src/store/sql/accounts/account-store.ts';
import { createSqlIdentity } from '../../../../src/store/sql/accounts/identity.ts';
import { ACCOUNTS_FILE, migrate, openDatabase } from '../../../../src/store/sqlite/database.ts';
import { createSqliteSql } from '../../../../src/store/sqlite/sql-driver.ts';
import { BROWSER, HOME } from '../../../contracts/accounts/identity-setup.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from './accounts-file.ts';

const sessionSecret = 'a secret for sessions in tests';

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const db = file.connect();
  return {
    ...file,
    db,
    clock,
    identity: createSqlIdentity({ database: createSqliteSql(db), clock, sessionSecret }),
    accounts: createSqlAccountStore({
      database: createSqliteSql(db),
      clock,
      pepper: PEPPER,
      keyPrefix: KEY_PREFIX,
    }),
  };
}

test('the file holds neither passwords nor tokens, and nothing of a sign-up that was over', async (t) => {
  const { identity, path, clock, db } = setUp(t);
  const person = { email: 'dev@example.com', name: 'Hong Gildong', password: 'correct horse battery' };
  const verification = await identity.signUp(person.email);
  const session = await identity.completeSignUp(verification ?? '', BROWSER, person, HOME);
  const reset = await identity.startReset(person.email);
  const never = { provider: 'kakao', subject: '4711' } as const;
  await identity.signUpByProvider(never, 'never@example.com', 'Never came', BROWSER);
  const holds = (text: string) =>
    [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(text));
  for (const secret of [person.password, verification, session?.token, reset, BROWSER, HOME.caller]) {
    assert.ok(secret);
    assert.equal(holds(secret), false);
  }
  assert.equal(holds('never@example.com'), true);
  clock.advance(30 * 86_400_000);
  await identity.deleteExpired();
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  assert.equal(holds('never@example.com') || holds('Never came'), false);
  assert.equal(db.prepare('SELECT COUNT(*) AS n FROM portal_session').get()?.n, 0);
});

test('a token is worth nothing to a server with another secret', async (t) => {
  const { identity, clock, db } = setUp(t);
  const person = { email: 'dev@example.com', name: 'Dev', password: 'correct horse battery' };
  const token = (await identity.signUp(person.email)) ?? '';
  const session = await identity.completeSignUp(token, BROWSER, person, HOME);
  const other = createSqlIdentity({
    database: createSqliteSql(db),
    clock,
    sessionSecret: 'another secret of sessions',
  });
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
  assert.ok((await identity.completeSignUp(token, BROWSER, own, HOME)) !== null);
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
