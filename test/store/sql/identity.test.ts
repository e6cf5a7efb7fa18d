import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSqlAccountStore } from '../../../src/store/sql/accounts/account-store.ts';
import { createSqlIdentity } from '../../../src/store/sql/accounts/identity.ts';
import { identityContract } from '../../contracts/accounts/identity-contract.ts';
import { BROWSER, HOME } from '../../contracts/accounts/identity-setup.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { KEY_PREFIX, PEPPER } from '../sqlite/accounts/accounts-file.ts';
import { onBothDatabases } from './both-databases.ts';

const sessionSecret = 'a secret for sessions in tests';
const INSTANCES = 3;

onBothDatabases('identities', (adapter, newDatabase) => {
  async function setUp(t: Cleanup) {
    const { database, open } = await newDatabase(t);
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    return {
      clock,
      identity: createSqlIdentity({ database, clock, sessionSecret }),
      /** Other instances on the same database. */
      others: Array.from({ length: INSTANCES }, () =>
        createSqlIdentity({ database: open(), clock, sessionSecret }),
      ),
      accounts: createSqlAccountStore({ database, clock, pepper: PEPPER, keyPrefix: KEY_PREFIX }),
    };
  }

  identityContract(adapter, setUp);

  test(`${adapter}: a link of a sign-up makes one account, on however many instances it is followed`, async (t) => {
    const { identity, others } = await setUp(t);
    const token = (await identity.signUp('dev@example.com')) ?? '';
    const decision = { name: 'Dev', password: 'correct horse battery' };
    const sessions = await Promise.all(
      others.map((other) => other.completeSignUp(token, BROWSER, decision, HOME)),
    );
    assert.equal(sessions.filter((session) => session !== null).length, 1);
  });

  test(`${adapter}: a person who comes from a provider twice at once gets one account`, async (t) => {
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

  test(`${adapter}: a reset ends every session, also one that is being started elsewhere`, async (t) => {
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
