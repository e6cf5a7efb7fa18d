import assert from 'node:assert/strict';
import { VERIFICATION_MS } from '../../src/accounts/identity-mails.ts';
import { signUp } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';

stateTests('names and addresses', (test) => {
  test('a changed address ends the links that were sent before it', async (setup) => {
    const { identity } = setup;
    const { accountId } = await signUp(setup, 'old@example.com');
    const reset = (await identity.makeLink('reset', 'old@example.com')) ?? '';
    const first = (await identity.makeLink('address', 'first@example.com', accountId)) ?? '';
    const token = (await identity.makeLink('address', 'New@Example.com', accountId)) ?? '';
    assert.equal(await identity.completeAddressChange(accountId, 'wrong'), null);
    assert.equal(await identity.completeAddressChange(accountId, token), 'new@example.com');
    assert.equal(await identity.resetPassword(reset, 'another horse battery'), null);
    for (const used of [token, first]) assert.equal(await identity.findLink('address', used), null);
  });

  test('a token is of use to its account alone, and for a day', async (setup) => {
    const { identity, accounts, clock } = setup;
    const own = await signUp(setup, 'own@example.com');
    const other = await signUp(setup, 'other@example.com');
    const token = (await identity.makeLink('address', 'new@example.com', own.accountId)) ?? '';
    assert.equal(await identity.completeAddressChange(other.accountId, token), null);
    clock.advance(VERIFICATION_MS);
    assert.equal(await identity.findLink('address', token), null);
    assert.equal(await identity.completeAddressChange(own.accountId, token), null);
    await identity.deleteExpired();
    assert.equal((await accounts.findAccount(own.accountId))?.email, 'own@example.com');
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

  test('sign-ups that wait for an address end when an account takes it', async (setup) => {
    const { identity } = setup;
    const own = await signUp(setup, 'own@example.com');
    const pending = (await identity.makeLink('sign-up', 'new@example.com')) ?? '';
    const token = (await identity.makeLink('address', 'new@example.com', own.accountId)) ?? '';
    await identity.completeAddressChange(own.accountId, token);
    assert.equal(await identity.findLink('sign-up', pending), null);
  });
});
