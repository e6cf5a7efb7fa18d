import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createPostgresAccountStore } from '../../../../src/store/postgres/accounts/account-store.ts';
import { createPostgresIdentity } from '../../../../src/store/postgres/accounts/identity.ts';
import { identityContract } from '../../../contracts/identity-contract.ts';
import { BROWSER, HOME } from '../../../contracts/identity-setup.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';
import { KEY_PREFIX, PEPPER } from './accounts-database.ts';

const sessionSecret = 'a secret for sessions in tests';
const INSTANCES = 3;

async function setUp(t: TestContext) {
  const file = await postgresDatabase(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const database = file.open();
  return {
    ...file,
    clock,
    database,
    identity: createPostgresIdentity({ database, clock, sessionSecret }),
    /** Other instances on the same database. */
    others: Array.from({ length: INSTANCES }, () =>
      createPostgresIdentity({ database: file.open(), clock, sessionSecret }),
    ),
    accounts: createPostgresAccountStore({ database, clock, pepper: PEPPER, keyPrefix: KEY_PREFIX }),
  };
}

postgresSuite('identities in PostgreSQL', () => {
  identityContract('PostgreSQL', setUp);

  test('PostgreSQL: a link of a sign-up makes one account, on however many instances it is followed', async (t) => {
    const { identity, others } = await setUp(t);
    const token = (await identity.signUp('dev@example.com')) ?? '';
    const decision = { name: 'Dev', password: 'correct horse battery' };
    const sessions = await Promise.all(
      others.map((other) => other.completeSignUp(token, BROWSER, decision, HOME)),
    );
    assert.equal(sessions.filter((session) => session !== null).length, 1);
  });

  test('PostgreSQL: a person who comes from a provider twice at once gets one account', async (t) => {
    const { others, accounts } = await setUp(t);
    const person = {
      provider: 'kakao',
      subject: '7',
      email: 'p@example.com',
      isEmailProven: true,
      name: 'P',
    } as const;
    const outcomes = await Promise.all(others.map((other) => other.signInByProvider(person, HOME)));
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['signed-in', 'signed-in', 'signed-in'],
    );
    assert.equal((await accounts.countAccounts()).accounts, 1);
  });

  test('PostgreSQL: a reset ends every session, also one that is being started elsewhere', async (t) => {
    const { identity, others } = await setUp(t);
    const old = 'correct horse battery';
    const token = (await identity.signUp('dev@example.com')) ?? '';
    await identity.completeSignUp(token, BROWSER, { name: 'Dev', password: old }, HOME);
    const reset = (await identity.startReset('dev@example.com')) ?? '';
    const [signIns, done] = await Promise.all([
      Promise.all(others.map((other) => other.signIn('dev@example.com', old, HOME))),
      identity.resetPassword(reset, 'another horse battery'),
    ]);
    assert.equal(done, 'dev@example.com');
    for (const signIn of signIns) {
      if (signIn.outcome === 'signed-in')
        assert.equal(await identity.findSession(signIn.session.token), null);
    }
  });
});
