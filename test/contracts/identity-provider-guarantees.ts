import assert from 'node:assert/strict';
import { VERIFICATION_MS } from '../../src/accounts/identity.ts';
import type { ProvidedPerson } from '../../src/accounts/sign-in-provider.ts';
import type { Guarantee, IdentitySetup } from './identity-contract.ts';

const hong: ProvidedPerson = {
  provider: 'kakao',
  subject: '4711',
  email: 'Hong@example.com',
  isEmailProven: true,
  name: '홍길동',
};
const password = 'correct horse battery';

/** What the port Identity guarantees of people whom a provider sends. */
export function providerGuarantees(guarantee: Guarantee): void {
  comingIn(guarantee);
  provingByMail(guarantee);
  connecting(guarantee);
}

function comingIn(guarantee: Guarantee): void {
  guarantee('a proven address makes the account, and the person enters it ever after', async (setup) => {
    const { identity, accounts } = setup;
    const first = await enterBy(hong, setup);
    const account = await accounts.findAccount(first);
    assert.deepEqual(
      [account?.email, account?.name, account?.tier, account?.role],
      ['hong@example.com', '홍길동', 'free', 'developer'],
    );
    // Whatever the provider says later: the number decides.
    assert.equal(await enterBy({ ...hong, email: 'other@example.com', name: 'Other' }, setup), first);
    assert.equal(await enterBy({ ...hong, email: null, isEmailProven: false }, setup), first);
    assert.deepEqual(await identity.signIn('hong@example.com', password), { outcome: 'wrong' });
    assert.equal(await identity.signUp({ email: 'hong@example.com', name: 'x', password }), null);
  });

  guarantee('of many arrivals of a new person at once one makes the account', async (setup) => {
    const arrivals = await Promise.all([1, 2, 3].map(() => enterBy(hong, setup)));
    assert.equal(new Set(arrivals).size, 1);
  });

  guarantee('an address opens no account that its owner has not connected', async (setup) => {
    const { identity } = setup;
    const owner = await enterByPassword('hong@example.com', setup);
    assert.deepEqual(await identity.signInByProvider(hong), { outcome: 'known-address' });
    assert.deepEqual(await identity.signInByProvider({ ...hong, isEmailProven: false }), {
      outcome: 'address-needed',
    });
    assert.deepEqual(await identity.findConnections(owner), []);
  });

  guarantee('the same number of another provider is another person', async (setup) => {
    const first = await enterBy(hong, setup);
    const second = await enterBy({ ...hong, provider: 'google', email: 'second@example.com' }, setup);
    assert.notEqual(first, second);
  });

  guarantee('a sign-up that waited for the address is gone once its person has come', async (setup) => {
    const { identity } = setup;
    const waiting = await identity.signUp({ email: 'hong@example.com', name: 'Stranger', password });
    await enterBy(hong, setup);
    assert.deepEqual(await identity.signIn('hong@example.com', password), { outcome: 'wrong' });
    assert.equal(await identity.verify(waiting ?? ''), null);
  });
}

function provingByMail(guarantee: Guarantee): void {
  const unproven: ProvidedPerson = { ...hong, email: null, isEmailProven: false };

  guarantee('without a proven address the mail’s token makes the account, once', async (setup) => {
    const { identity, accounts } = setup;
    assert.deepEqual(await identity.signInByProvider(unproven), { outcome: 'address-needed' });
    const token = await identity.signUpByProvider(unproven, ' Hong@Example.com', '홍길동');
    assert.ok(token !== null);
    assert.equal(await accounts.findAccountByEmail('hong@example.com'), null);
    // There is no password that could be right.
    assert.deepEqual(await identity.signIn('hong@example.com', ''), { outcome: 'wrong' });
    const session = await identity.verify(token);
    assert.ok(session !== null);
    assert.equal((await accounts.findAccount(session.accountId))?.email, 'hong@example.com');
    assert.equal(await enterBy(unproven, setup), session.accountId);
    assert.equal(await identity.verify(token), null);
    assert.equal(
      await identity.signUpByProvider({ provider: 'naver', subject: '1' }, 'hong@example.com', 'x'),
      null,
    );
  });

  guarantee('a token can be renewed and is too old after a day', async ({ identity, clock }) => {
    const first = await identity.signUpByProvider(unproven, 'hong@example.com', '홍길동');
    const second = await identity.renewVerification('hong@example.com');
    assert.equal(await identity.verify(first ?? ''), null);
    clock.advance(VERIFICATION_MS);
    assert.equal(second?.provider, 'kakao');
    assert.equal(await identity.verify(second?.token ?? ''), null);
  });

  guarantee('a stranger’s sign-up for an address neither hides nor ends that of its owner', async (setup) => {
    const { identity, clock } = setup;
    const own = await identity.signUp({ email: 'owner@example.com', name: 'Owner', password });
    clock.advance(1);
    const strange = await identity.signUpByProvider(unproven, 'owner@example.com', 'Stranger');
    assert.deepEqual(await identity.signIn('owner@example.com', password), { outcome: 'not-verified' });
    // The stranger has an account elsewhere by now: the link that makes none must not take the other along.
    await enterBy(hong, setup);
    assert.equal(await identity.verify(strange ?? ''), null);
    assert.ok((await identity.verify(own ?? '')) !== null);
    assert.equal((await identity.signIn('owner@example.com', password)).outcome, 'signed-in');
  });

  guarantee('a person gets one account, also when two addresses are proven', async (setup) => {
    const { identity, accounts } = setup;
    const one = await identity.signUpByProvider(unproven, 'one@example.com', 'One');
    const two = await identity.signUpByProvider(unproven, 'two@example.com', 'Two');
    const session = await identity.verify(one ?? '');
    assert.equal(await identity.verify(two ?? ''), null);
    assert.equal(await accounts.findAccountByEmail('two@example.com'), null);
    assert.equal(await enterBy(unproven, setup), session?.accountId);
  });
}

function connecting(guarantee: Guarantee): void {
  guarantee('an owner connects and disconnects; the account stays', async (setup) => {
    const { identity, clock } = setup;
    const owner = await enterByPassword('owner@example.com', setup);
    assert.equal(await identity.connect(owner, hong), 'connected');
    assert.equal(await identity.connect(owner, hong), 'was-connected');
    assert.equal(await identity.connect(owner, { provider: 'google', subject: 'g-1' }), 'connected');
    const connectedAtMs = clock.nowMs();
    assert.deepEqual(await identity.findConnections(owner), [
      { provider: 'kakao', connectedAtMs },
      { provider: 'google', connectedAtMs },
    ]);
    assert.equal(await enterBy(hong, setup), owner);
    await identity.disconnect(owner, 'kakao');
    assert.deepEqual(await identity.findConnections(owner), [{ provider: 'google', connectedAtMs }]);
    assert.notEqual(await enterBy(hong, setup), owner);
    assert.equal((await identity.signIn('owner@example.com', password)).outcome, 'signed-in');
  });

  guarantee('another person of the provider takes the place of the one before', async (setup) => {
    const { identity } = setup;
    const owner = await enterByPassword('owner@example.com', setup);
    await identity.connect(owner, hong);
    await identity.connect(owner, { provider: 'kakao', subject: '4712' });
    assert.equal((await identity.findConnections(owner)).length, 1);
    assert.equal(await enterBy({ ...hong, subject: '4712' }, setup), owner);
    assert.notEqual(await enterBy(hong, setup), owner);
  });

  guarantee('nobody connects the person of another account', async (setup) => {
    const { identity } = setup;
    const theirs = await enterBy(hong, setup);
    const owner = await enterByPassword('owner@example.com', setup);
    assert.equal(await identity.connect(owner, hong), 'elsewhere');
    assert.deepEqual(await identity.findConnections(owner), []);
    assert.equal(await enterBy(hong, setup), theirs);
  });

  guarantee('a new password lets go of every provider, and they can be connected anew', async (setup) => {
    const { identity } = setup;
    const owner = await enterBy(hong, setup);
    await identity.connect(owner, { provider: 'google', subject: 'g-1' });
    const token = await identity.startReset('hong@example.com');
    assert.equal(await identity.resetPassword(token ?? '', password), true);
    assert.deepEqual(await identity.findConnections(owner), []);
    assert.deepEqual(await identity.signInByProvider(hong), { outcome: 'known-address' });
    assert.equal(await identity.connect(owner, hong), 'connected');
    assert.equal(await enterBy(hong, setup), owner);
  });

  guarantee('a closed account takes its connections along', async (setup) => {
    const { accounts } = setup;
    const closed = await enterBy(hong, setup);
    await accounts.closeAccount(closed);
    assert.notEqual(await enterBy(hong, setup), closed);
  });
}

/** The account that a provider's person enters. */
async function enterBy(person: ProvidedPerson, { identity }: IdentitySetup): Promise<number> {
  const answer = await identity.signInByProvider(person);
  assert.ok(answer.outcome === 'signed-in', answer.outcome);
  assert.equal(await identity.findSession(answer.session.token), answer.session.accountId);
  return answer.session.accountId;
}

async function enterByPassword(email: string, { identity }: IdentitySetup): Promise<number> {
  const session = await identity.verify((await identity.signUp({ email, name: 'Owner', password })) ?? '');
  assert.ok(session !== null);
  return session.accountId;
}
