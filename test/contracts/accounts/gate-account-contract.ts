import assert from 'node:assert/strict';
import { IDENTIFY_LIMITS } from '../../../src/gate/gate.ts';
import type { Guarantee } from '../guarantee.ts';
import { admitMany, countOf, type World } from './gate-world.ts';

/** Calls that the service itself makes for an account (docs/accounts.md#test-tool). */
export function accountGuarantees(test: Guarantee<World>): void {
  test('an account is admitted as its key is, from the same allowance', async (world) => {
    const { accountId } = world.account;
    const byAccount = await world.gate.admitAccount(accountId, 'itemDetail');
    const byKey = await world.gate.admit(world.key, 'itemDetail');
    assert.ok(byAccount.outcome === 'admitted' && byKey.outcome === 'admitted');
    assert.deepEqual({ ...byAccount, quota: null }, { ...byKey, quota: null });
    assert.deepEqual([byAccount.quota.dailyRemaining, byKey.quota.dailyRemaining], [699, 698]);
    await world.gate.settle(byAccount.ticket, 200);
    const [row] = await world.accounts.listUsage(accountId, 0);
    assert.equal(row?.calls, 1);
  });

  test('an account without a live key, suspended or unknown, is not admitted', async (world) => {
    const { accountId } = world.account;
    const refused = async (id: number) =>
      assert.deepEqual(await world.gate.admitAccount(id, 'itemDetail'), { outcome: 'unknown-key' });
    await refused(accountId + 1);
    await world.accounts.updateAccount(accountId, { suspended: true });
    await refused(accountId);
    await world.accounts.updateAccount(accountId, { suspended: false });
    await world.accounts.revokeKey(accountId);
    await refused(accountId);
    await world.accounts.issueKey(accountId);
    assert.equal((await world.gate.admitAccount(accountId, 'itemDetail')).outcome, 'admitted');
  });

  test('of calls by key and by account at once exactly the daily quota passes', async (world) => {
    const { accountId } = world.account;
    const admissions = await Promise.all([
      admitMany(world.gate, world.key, 500),
      Promise.all(Array.from({ length: 500 }, () => world.gate.admitAccount(accountId, 'itemDetail'))),
    ]);
    assert.equal(countOf(admissions.flat(), 'admitted'), 700);
    const refused = admissions.flat().find((one) => one.outcome === 'daily');
    assert.equal(refused?.outcome === 'daily' && refused.accountId, accountId);
  });

  test('an account is known as its key is, from the same allowance of looks', async (world) => {
    const { accountId } = world.account;
    assert.deepEqual(await world.gate.identifyAccount(accountId), await world.gate.identify(world.key));
    for (let look = 2; look < IDENTIFY_LIMITS.burst; look++) await world.gate.identifyAccount(accountId);
    const refused = await world.gate.identify(world.key);
    assert.equal(refused.outcome === 'burst' && refused.accountId, accountId);
    assert.equal((await world.gate.identifyAccount(accountId)).outcome, 'burst');
    await world.accounts.revokeKey(accountId);
    assert.deepEqual(await world.gate.identifyAccount(accountId), { outcome: 'unknown-key' });
  });
}
