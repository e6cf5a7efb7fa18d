import assert from 'node:assert/strict';
import type { Guarantee } from '../guarantee.ts';
import { admitMany, countOf, passed, type World } from './gate-world.ts';

/** Calls that the service itself makes for an account (docs/accounts.md#test-tool). */
export function accountGuarantees(test: Guarantee<World>): void {
  test('an account passes as its key does, from the same allowance', async (world) => {
    const { accountId } = world.account;
    const byAccount = await passed(world.gate.admit(accountId));
    const byKey = await passed(world.gate.admit(world.key));
    assert.deepEqual(byAccount.caller, byKey.caller);
    assert.deepEqual([byAccount.quota.dailyRemaining, byKey.quota.dailyRemaining], [699, 698]);
  });

  test("an account without a live key, suspended or unknown, doesn't pass", async (world) => {
    const { accountId } = world.account;
    const refused = async (id: number) =>
      assert.deepEqual(await world.gate.admit(id), { outcome: 'unknown-key' });
    await refused(accountId + 1);
    await world.accounts.updateAccount(accountId, { suspended: true });
    await refused(accountId);
    await world.accounts.updateAccount(accountId, { suspended: false });
    await world.accounts.revokeKey(accountId);
    await refused(accountId);
    await world.accounts.issueKey(accountId);
    assert.equal((await world.gate.admit(accountId)).outcome, 'passed');
  });

  test('of calls by key and by account at once exactly the daily quota passes', async (world) => {
    const { accountId } = world.account;
    const admissions = await Promise.all([
      admitMany(world.gate, world.key, 500),
      admitMany(world.gate, accountId, 500),
    ]);
    assert.equal(countOf(admissions.flat(), 'passed'), 700);
    const refused = admissions.flat().find((one) => one.outcome === 'daily');
    assert.equal(refused?.outcome === 'daily' && refused.caller.accountId, accountId);
  });
}
