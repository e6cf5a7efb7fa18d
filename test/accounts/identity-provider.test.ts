import assert from 'node:assert/strict';
import type { ProvidedPerson } from '../../src/accounts/open-id-provider.ts';
import type { Guarantee } from '../contracts/guarantee.ts';
import { HOME, PASSWORD, type StateWorld, signUp } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';

const hong: ProvidedPerson = {
  provider: 'kakao',
  subject: '4711',
  email: 'Hong@example.com',
  name: '홍길동',
};

stateTests('people from providers', (test) => {
  comingIn(test);
  connecting(test);
});

function comingIn(test: Guarantee<StateWorld>): void {
  test('the same number of another provider is another person', async (setup) => {
    const first = await enterBy(hong, setup);
    const second = await enterBy({ ...hong, provider: 'google', email: 'second@example.com' }, setup);
    assert.notEqual(first, second);
  });

  test('a sign-up that waited for the address is gone once its person has come', async (setup) => {
    const { identity } = setup;
    const waiting = await identity.makeLink('sign-up', 'hong@example.com');
    await enterBy(hong, setup);
    assert.equal(await identity.signIn('hong@example.com', PASSWORD, HOME), null);
    assert.equal(await identity.findLink('sign-up', waiting ?? ''), null);
  });
}

function connecting(test: Guarantee<StateWorld>): void {
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
