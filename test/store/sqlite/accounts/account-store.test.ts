import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { hashKey } from '../../../../src/accounts/api-key.ts';
import { createIdentity } from '../../../../src/accounts/identity.ts';
import { createSecondFactor } from '../../../../src/accounts/second-factor.ts';
import { createAccountsDatabase } from '../../../../src/store/sqlite/databases.ts';
import { HOME, newAccount, newKey, signUp } from '../../../contracts/state-world.ts';
import { codeOf } from '../../../support/authenticator.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from './accounts-file.ts';

const sessionSecret = 'a secret for sessions in tests';

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const db = file.connect();
  const database = createAccountsDatabase(db);
  const { clock } = file;
  return {
    ...file,
    db,
    database,
    identity: createIdentity({ database, clock, sessionSecret }),
    secondFactor: createSecondFactor({ database, clock, sessionSecret }),
  };
}

test('a key is nowhere in the store, only its keyed hash', async (t) => {
  const { db, path, accounts } = setUp(t);
  const { key } = await newKey(accounts);
  assert.equal(filesHold(path, key), false);
  assert.equal(filesHold(path, key.slice(KEY_PREFIX.length, -6)), false);
  const [stored] = db.prepare('SELECT hash, first4, last4 FROM api_key').all();
  const ends = { first4: key.slice(KEY_PREFIX.length, KEY_PREFIX.length + 4), last4: key.slice(-4) };
  assert.deepEqual({ ...stored }, { hash: new Uint8Array(hashKey(PEPPER, key)), ...ends });
});

test('the file holds neither passwords nor tokens, and nothing of a sign-up that was over', async (t) => {
  const { identity, path, clock, db } = setUp(t);
  const person = { email: 'dev@example.com', name: 'Hong Gildong', password: 'correct horse battery' };
  const verification = await identity.makeLink('sign-up', person.email);
  const session = await identity.completeSignUp(verification ?? '', person, HOME);
  const reset = await identity.makeLink('reset', person.email);
  await identity.makeLink('sign-up', 'never@example.com');
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
  const session = await signUp({ identity });
  const other = createIdentity({ database, clock, sessionSecret: 'another secret of sessions' });
  assert.equal(await other.findSession(session.token), null);
});

test('the file holds neither secrets nor recovery codes, and opens none for another secret', async (t) => {
  const { secondFactor, accounts, clock, database, path } = setUp(t);
  const { accountId } = await newAccount(accounts);
  const secret = (await secondFactor.begin(accountId)) ?? '';
  const codes = await secondFactor.confirm(accountId, codeOf(secret, clock.nowMs()));
  assert.ok(codes !== null && codes.length > 0);
  for (const text of [secret, ...codes]) assert.equal(filesHold(path, text), false);
  const other = createSecondFactor({ database, clock, sessionSecret: 'another secret of sessions' });
  clock.advance(30_000);
  await assert.rejects(other.verify(accountId, codeOf(secret, clock.nowMs())));
});

function filesHold(path: string, text: string): boolean {
  return [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(text));
}
