import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AccountStore } from '../../src/accounts/account-store.ts';
import { type Identity, RESET_MS, SESSION_MS, VERIFICATION_MS } from '../../src/accounts/identity.ts';
import type { FixedClock } from '../support/fixed-clock.ts';
import { providerGuarantees } from './identity-provider-guarantees.ts';

/** Empty stores on the same data at the contract's disposal. */
export interface IdentitySetup {
  readonly identity: Identity;
  readonly accounts: AccountStore;
  readonly clock: FixedClock;
}

const person = { email: 'Dev@example.com', name: 'Dev', password: 'correct horse battery' };

/** What every adapter of the Identity port guarantees (docs/rules/accounts.md#sign-in). */
export function identityContract(adapter: string, setUp: (t: TestContext) => IdentitySetup): void {
  const guarantee = (title: string, run: (setup: IdentitySetup) => Promise<void>) =>
    test(`${adapter}: ${title}`, (t) => run(setUp(t)));
  signUpGuarantees(guarantee);
  sessionGuarantees(guarantee);
  resetGuarantees(guarantee);
  providerGuarantees(guarantee);
}

export type Guarantee = (title: string, run: (setup: IdentitySetup) => Promise<void>) => void;

function signUpGuarantees(guarantee: Guarantee): void {
  guarantee('the account is made by the token, once, with the address in lower case', async (setup) => {
    const { identity, accounts } = setup;
    const token = await identity.signUp(person);
    assert.ok(token !== null);
    assert.equal(await accounts.findAccountByEmail(person.email), null);
    assert.deepEqual(await identity.signIn(person.email, person.password), { outcome: 'not-verified' });
    const session = await identity.verify(token);
    const account = await accounts.findAccountByEmail('dev@example.com');
    assert.ok(session !== null && account !== null);
    assert.deepEqual([account.name, account.tier, account.role], ['Dev', 'free', 'developer']);
    assert.equal(await identity.findSession(session.token), account.accountId);
    assert.equal(await identity.verify(token), null);
    assert.equal(await identity.signUp(person), null);
  });

  guarantee('of many verifications of one address at once one makes the account', async (setup) => {
    const { identity, accounts } = setup;
    const tokens = await Promise.all([1, 2, 3].map(() => identity.signUp(person)));
    const sessions = await Promise.all([...tokens, ...tokens].map((token) => identity.verify(token ?? '')));
    assert.equal(sessions.filter((session) => session !== null).length, 1);
    assert.ok(await accounts.findAccountByEmail(person.email));
  });

  guarantee(
    'who proves an address gets the account with the own password, not that of another',
    async (setup) => {
      const { identity } = setup;
      await identity.signUp({ ...person, password: 'password of a stranger' });
      setup.clock.advance(1);
      const own = await identity.signUp(person);
      assert.ok(await identity.verify(own ?? ''));
      assert.deepEqual(await identity.signIn(person.email, 'password of a stranger'), { outcome: 'wrong' });
      assert.equal((await identity.signIn(person.email, person.password)).outcome, 'signed-in');
    },
  );

  guarantee(
    'a sign-up that waits neither takes over an account made meanwhile nor outlives it',
    async (setup) => {
      const { identity, accounts } = setup;
      const token = await identity.signUp(person);
      const later = await identity.signUp({ ...person, email: 'second@example.com' });
      const made = await accounts.createAccount({ ...person, tier: 'free', role: 'operator' });
      assert.equal(await identity.verify(token ?? ''), null);
      const second = await accounts.createAccount({
        ...person,
        email: 'second@example.com',
        tier: 'free',
        role: 'developer',
      });
      assert.ok(made !== null && second !== null);
      await accounts.closeAccount(second.accountId);
      assert.equal(await identity.verify(later ?? ''), null);
      assert.equal(await identity.renewVerification('second@example.com'), null);
    },
  );

  guarantee(
    'a renewed token takes the place of the one before; none is made for strangers',
    async (setup) => {
      const { identity, clock } = setup;
      assert.equal(await identity.renewVerification(person.email), null);
      const first = await identity.signUp(person);
      const second = await identity.renewVerification(' DEV@example.com');
      assert.ok(second !== null);
      assert.equal(second.provider, null);
      assert.equal(await identity.verify(first ?? ''), null);
      clock.advance(VERIFICATION_MS);
      assert.equal(await identity.verify(second.token), null);
      assert.equal(await identity.renewVerification(person.email), null);
      assert.deepEqual(await identity.signIn(person.email, person.password), { outcome: 'wrong' });
    },
  );
}

function sessionGuarantees(guarantee: Guarantee): void {
  guarantee(
    'sessions end by sign-out, by sign-out everywhere, by time, and with the account',
    async (setup) => {
      const { identity, accounts, clock } = setup;
      const { token, accountId } = await enter(setup);
      const signIn = async () => {
        const result = await identity.signIn(person.email, person.password);
        assert.ok(result.outcome === 'signed-in');
        return result.session.token;
      };
      const second = await signIn();
      await identity.signOut(token);
      assert.deepEqual(
        [await identity.findSession(token), await identity.findSession(second)],
        [null, accountId],
      );
      await identity.signOutEverywhere(accountId);
      assert.equal(await identity.findSession(second), null);

      const third = await signIn();
      clock.advance(SESSION_MS - 1);
      assert.equal(await identity.findSession(third), accountId);
      clock.advance(1);
      assert.equal(await identity.findSession(third), null);

      const last = await signIn();
      await accounts.closeAccount(accountId);
      assert.equal(await identity.findSession(last), null);
      assert.deepEqual(await identity.signIn(person.email, person.password), { outcome: 'wrong' });
    },
  );

  guarantee(
    'a password that is right when the check begins but not when it ends signs nobody in',
    async (setup) => {
      const { identity, accounts } = setup;
      const { accountId } = await enter(setup);
      const signingIn = identity.signIn(person.email, person.password);
      await accounts.closeAccount(accountId);
      assert.deepEqual(await signingIn, { outcome: 'wrong' });
    },
  );

  guarantee('the oldest of many sessions ends', async (setup) => {
    const { identity, clock } = setup;
    const { token } = await enter(setup);
    for (let i = 0; i < 20; i++) {
      clock.advance(1);
      await identity.signIn(person.email, person.password);
    }
    assert.equal(await identity.findSession(token), null);
  });
}

function resetGuarantees(guarantee: Guarantee): void {
  guarantee('a reset sets the password, ends every session and every other reset', async (setup) => {
    const { identity, clock } = setup;
    const { token } = await enter(setup);
    assert.equal(await identity.startReset('nobody@example.com'), null);
    const [one, two] = [await identity.startReset(person.email), await identity.startReset(person.email)];
    assert.ok(one !== null && two !== null);
    assert.equal(await identity.resetPassword('x', 'another passphrase'), false);
    assert.equal(await identity.resetPassword(one, 'another passphrase'), true);
    assert.equal(await identity.resetPassword(two, 'a third passphrase'), false);
    assert.equal(await identity.findSession(token), null);
    assert.deepEqual(await identity.signIn(person.email, person.password), { outcome: 'wrong' });
    assert.equal((await identity.signIn(person.email, 'another passphrase')).outcome, 'signed-in');
    const late = await identity.startReset(person.email);
    clock.advance(RESET_MS);
    assert.equal(await identity.resetPassword(late ?? '', person.password), false);
  });

  guarantee('cleaning takes away only what is over', async (setup) => {
    const { identity, clock } = setup;
    const { token, accountId } = await enter(setup);
    const pending = await identity.signUp({ ...person, email: 'second@example.com' });
    await identity.deleteExpired();
    assert.equal(await identity.findSession(token), accountId);
    assert.ok(await identity.verify(pending ?? ''));
    clock.advance(SESSION_MS);
    await identity.deleteExpired();
    assert.equal((await identity.signIn(person.email, person.password)).outcome, 'signed-in');
  });
}

async function enter({ identity }: IdentitySetup) {
  const session = await identity.verify((await identity.signUp(person)) ?? '');
  assert.ok(session !== null);
  return session;
}
