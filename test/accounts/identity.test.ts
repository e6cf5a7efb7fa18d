import assert from 'node:assert/strict';
import type { Identity } from '../../src/accounts/identity.ts';
import { RESET_MS, VERIFICATION_MS } from '../../src/accounts/identity-mails.ts';
import { SESSION_MS } from '../../src/accounts/identity-sessions.ts';
import type { ProvidedPerson } from '../../src/accounts/open-id-provider.ts';
import type { Guarantee } from '../contracts/guarantee.ts';
import { HOME, newAccount, PASSWORD, type StateWorld, signUp } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';

const hong: ProvidedPerson = {
  provider: 'kakao',
  subject: '4711',
  email: 'Hong@example.com',
  name: '홍길동',
};
const person = { email: 'Dev@example.com', name: 'Dev', password: PASSWORD };

stateTests('identities', (test) => {
  signUpGuarantees(test);
  sessionGuarantees(test);
  resetGuarantees(test);
  addressGuarantees(test);
  providerGuarantees(test);
});

function signUpGuarantees(test: Guarantee<StateWorld>): void {
  test('of many completions for one address at once one makes the account', async ({ identity, another }) => {
    const tokens = await Promise.all([1, 2, 3].map(() => identity.makeLink('sign-up', person.email)));
    for (const token of tokens)
      assert.ok(await identity.findLink('sign-up', token ?? ''), 'none ends another');
    const sessions = await Promise.all(
      [identity, another().identity].flatMap((one) => tokens.map((token) => complete(one, token))),
    );
    assert.equal(sessions.filter((session) => session !== null).length, 1);
  });

  test('a link works for its time and its purpose', async (setup) => {
    const { identity, clock } = setup;
    const { accountId } = await signUp(setup);
    for (const [kind, lifetimeMs, email, ...owner] of [
      ['sign-up', VERIFICATION_MS, 'new@example.com'],
      ['address', VERIFICATION_MS, 'new@example.com', accountId],
      ['reset', RESET_MS, person.email],
    ] as const) {
      const token = (await identity.makeLink(kind, email, ...owner)) ?? '';
      for (const other of ['sign-up', 'address', 'reset'] as const)
        assert.equal((await identity.findLink(other, token)) !== null, other === kind, `${kind}, ${other}`);
      clock.advance(lifetimeMs - 1);
      assert.equal((await identity.findLink(kind, token))?.email, email.toLowerCase());
      clock.advance(1);
      assert.equal(await identity.findLink(kind, token), null);
    }
  });

  test('a sign-up that waits neither takes over an account made meanwhile nor outlives it', async (setup) => {
    const { identity, accounts } = setup;
    const waiting = (email: string) => identity.makeLink('sign-up', email);
    const tokens = [
      await waiting(person.email),
      await waiting('closed@example.com'),
      await waiting('new@example.com'),
      await waiting('hong@example.com'),
    ];
    await enterBy(hong, setup);
    const { accountId } = await newAccount(accounts, { email: person.email, role: 'owner' });
    await accounts.closeAccount((await newAccount(accounts, { email: 'closed@example.com' })).accountId);
    const change = await identity.makeLink('address', 'new@example.com', accountId);
    await identity.completeAddressChange(accountId, change ?? '');
    for (const token of tokens) assert.equal(await complete(identity, token), null);
  });
}

function complete(identity: Identity, token: string | null) {
  return identity.completeSignUp(token ?? '', person, HOME);
}

function sessionGuarantees(test: Guarantee<StateWorld>): void {
  test('sessions end by sign-out, by sign-out everywhere, by time, and with the account', async (setup) => {
    const { identity, accounts, clock } = setup;
    const { token, accountId } = await signUp(setup);
    const signIn = async () => {
      const session = await identity.signIn(person.email, person.password, HOME);
      assert.ok(session !== null);
      return session.token;
    };
    const second = await signIn();
    await identity.endSessions(accountId, identity.sessionId(token));
    assert.equal(await identity.findSession(token), null);
    assert.equal(await identity.findSession(second), accountId);
    await identity.endSessions(accountId);
    assert.equal(await identity.findSession(second), null);

    const third = await signIn();
    clock.advance(SESSION_MS - 1);
    assert.equal(await identity.findSession(third), accountId);
    clock.advance(1);
    assert.equal(await identity.findSession(third), null);
    assert.deepEqual(await identity.listSessions(accountId), []);

    const last = await signIn();
    await accounts.closeAccount(accountId);
    assert.equal(await identity.findSession(last), null);
    assert.equal(await identity.signIn(person.email, person.password, HOME), null);
  });

  test('an account that is closed while its password is checked has no session', async (setup) => {
    const { identity, accounts } = setup;
    const { accountId } = await signUp(setup);
    const [session] = await Promise.all([
      identity.signIn(person.email, person.password, HOME),
      accounts.closeAccount(accountId),
    ]);
    assert.equal(await identity.findSession(session?.token ?? ''), null);
  });

  test('a caller is known from the first session to the end of the last one', async (setup) => {
    const { identity, clock } = setup;
    const { token, accountId } = await signUp(setup);
    assert.equal(await identity.isKnownCaller('DEV@example.com', HOME.caller), true);
    assert.equal(await identity.isKnownCaller(person.email, '192.0.2.2'), false);
    assert.equal(await identity.isKnownCaller('nobody@example.com', HOME.caller), false);
    await identity.endSessions(accountId, identity.sessionId(token));
    assert.equal(await identity.isKnownCaller(person.email, HOME.caller), false);
    await identity.signIn(person.email, person.password, HOME);
    clock.advance(SESSION_MS);
    assert.equal(await identity.isKnownCaller(person.email, HOME.caller), false);
  });

  test('the oldest of many sessions ends', async ({ identity, clock }) => {
    // By a provider, which takes no time for passwords.
    const tokens: string[] = [];
    for (let session = 0; session < 21; session++) {
      clock.advance(1);
      const answer = await identity.signInByProvider(hong, HOME);
      tokens.push(typeof answer === 'string' ? '' : answer.token);
    }
    const [oldest = '', second = ''] = tokens;
    assert.equal(await identity.findSession(oldest), null);
    assert.notEqual(await identity.findSession(second), null);
  });
}

function resetGuarantees(test: Guarantee<StateWorld>): void {
  test('a reset sets the password, ends every session and every other reset', async (setup) => {
    const { identity } = setup;
    const { token } = await signUp(setup);
    assert.equal(await identity.makeLink('reset', 'nobody@example.com'), null);
    const [one, two] = [
      await identity.makeLink('reset', person.email),
      await identity.makeLink('reset', person.email),
    ];
    assert.ok(one !== null && two !== null);
    assert.equal(await identity.resetPassword('x', 'another passphrase'), null);
    assert.equal(await identity.resetPassword(one, 'another passphrase'), 'dev@example.com');
    assert.equal(await identity.resetPassword(two, 'a third passphrase'), null);
    assert.equal(await identity.findSession(token), null);
    assert.equal(await identity.signIn(person.email, person.password, HOME), null);
    assert.ok(await identity.signIn(person.email, 'another passphrase', HOME));
  });

  test('a reset ends every session, also one that is being started elsewhere', async (setup) => {
    const { identity, another } = setup;
    await signUp(setup);
    const reset = (await identity.makeLink('reset', person.email)) ?? '';
    const instances = [identity, another().identity, another().identity];
    const [signIns] = await Promise.all([
      Promise.all(instances.map((one) => one.signIn(person.email, person.password, HOME))),
      identity.resetPassword(reset, 'another passphrase'),
    ]);
    for (const session of signIns) assert.equal(await identity.findSession(session?.token ?? ''), null);
  });

  test('cleaning takes away only what is over', async (setup) => {
    const { identity, clock } = setup;
    const { token, accountId } = await signUp(setup);
    const pending = await identity.makeLink('sign-up', 'second@example.com');
    await identity.deleteExpired();
    assert.equal(await identity.findSession(token), accountId);
    assert.ok(await complete(identity, pending));
    clock.advance(SESSION_MS);
    await identity.deleteExpired();
    assert.ok(await identity.signIn(person.email, person.password, HOME));
  });
}

function addressGuarantees(test: Guarantee<StateWorld>): void {
  test('a changed address ends the links that were sent before it; none is of use to another account', async (setup) => {
    const { identity } = setup;
    const { accountId } = await signUp(setup, 'old@example.com');
    const other = await signUp(setup, 'other@example.com');
    const reset = (await identity.makeLink('reset', 'old@example.com')) ?? '';
    const first = (await identity.makeLink('address', 'first@example.com', accountId)) ?? '';
    const token = (await identity.makeLink('address', 'New@Example.com', accountId)) ?? '';
    assert.equal(await identity.completeAddressChange(accountId, 'wrong'), null);
    assert.equal(await identity.completeAddressChange(other.accountId, token), null);
    assert.equal(await identity.completeAddressChange(accountId, token), 'new@example.com');
    assert.equal(await identity.resetPassword(reset, 'another horse battery'), null);
    for (const used of [token, first]) assert.equal(await identity.findLink('address', used), null);
  });

  test('an address that has an account is given to no other one', async (setup) => {
    const { identity } = setup;
    const own = await signUp(setup, 'own@example.com');
    const rival = await signUp(setup, 'rival@example.com');
    assert.equal(await identity.makeLink('address', 'RIVAL@example.com', own.accountId), null);
    assert.equal(await identity.makeLink('address', 'own@example.com', own.accountId), null);
    // Both ask for a free address; the first to confirm gets it.
    const ours = (await identity.makeLink('address', 'free@example.com', own.accountId)) ?? '';
    const theirs = (await identity.makeLink('address', 'free@example.com', rival.accountId)) ?? '';
    const outcomes = await Promise.all([
      identity.completeAddressChange(own.accountId, ours),
      identity.completeAddressChange(rival.accountId, theirs),
    ]);
    assert.equal(outcomes.filter((email) => email === 'free@example.com').length, 1);
    assert.equal(outcomes.filter((email) => email === null).length, 1);
  });
}

function providerGuarantees(test: Guarantee<StateWorld>): void {
  test('the same number of another provider is another person', async (setup) => {
    const first = await enterBy(hong, setup);
    const second = await enterBy({ ...hong, provider: 'google', email: 'second@example.com' }, setup);
    assert.notEqual(first, second);
  });

  test('another person of the provider takes the place of the one before', async (setup) => {
    const { identity } = setup;
    const { accountId: owner } = await signUp(setup);
    await identity.connect(owner, hong);
    await identity.connect(owner, { provider: 'kakao', subject: '4712' });
    assert.equal((await identity.findConnections(owner)).length, 1);
    assert.equal(await enterBy({ ...hong, subject: '4712' }, setup), owner);
    assert.notEqual(await enterBy(hong, setup), owner);
  });

  test('a new password lets go of every provider, and they can be connected again', async (setup) => {
    const { identity } = setup;
    const owner = await enterBy(hong, setup);
    await identity.connect(owner, { provider: 'google', subject: 'g-1' });
    const token = await identity.makeLink('reset', 'hong@example.com');
    assert.equal(await identity.resetPassword(token ?? '', PASSWORD), 'hong@example.com');
    assert.deepEqual(await identity.findConnections(owner), []);
    assert.equal(await identity.signInByProvider(hong, HOME), 'known-address');
    assert.equal(await identity.connect(owner, hong), 'connected');
    assert.equal(await enterBy(hong, setup), owner);
  });

  test('a closed account takes its connections along', async (setup) => {
    const { accounts } = setup;
    const closed = await enterBy(hong, setup);
    await accounts.closeAccount(closed);
    assert.notEqual(await enterBy(hong, setup), closed);
  });
}

/** The account that a provider's person enters. */
async function enterBy(person: ProvidedPerson, { identity }: StateWorld): Promise<number> {
  const answer = await identity.signInByProvider(person, HOME);
  assert.ok(typeof answer === 'object');
  assert.equal(await identity.findSession(answer.token), answer.accountId);
  return answer.accountId;
}
