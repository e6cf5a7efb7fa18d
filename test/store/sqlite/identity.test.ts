import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { createSqliteAccountStore } from '../../../src/store/sqlite/account-store.ts';
import { createSqliteIdentity } from '../../../src/store/sqlite/identity.ts';
import { identityContract } from '../../contracts/identity-contract.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
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
    identity: createSqliteIdentity({ db, clock, sessionSecret }),
    accounts: createSqliteAccountStore({ db, clock, pepper: PEPPER, keyPrefix: KEY_PREFIX }),
  };
}

identityContract('SQLite', setUp);

test('the file holds neither passwords nor tokens, and nothing of a sign-up that was over', async (t) => {
  const { identity, path, clock, db } = setUp(t);
  const person = { email: 'dev@example.com', name: 'Hong Gildong', password: 'correct horse battery' };
  const verification = await identity.signUp(person);
  const session = await identity.verify(verification ?? '');
  const reset = await identity.startReset(person.email);
  await identity.signUp({ ...person, email: 'never@example.com', name: 'Never came' });
  const holds = (text: string) =>
    [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(text));
  for (const secret of [person.password, verification, session?.token, reset]) {
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
  const session = await identity.verify((await identity.signUp(person)) ?? '');
  const other = createSqliteIdentity({ db, clock, sessionSecret: 'another secret of sessions' });
  assert.equal(await other.findSession(session?.token ?? ''), null);
});
