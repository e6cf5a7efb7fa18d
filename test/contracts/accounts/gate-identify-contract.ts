import assert from 'node:assert/strict';
import { kstDayOf } from '../../../src/clock.ts';
import type { Gate } from '../../../src/gate/create-gate.ts';
import { IDENTIFY_LIMITS, type QuotaState } from '../../../src/gate/gate.ts';
import type { Guarantee } from '../guarantee.ts';
import {
  admitMany,
  call,
  countOf,
  GATE_CONTRACT_LIMITS,
  passed,
  settleAll,
  usageOf,
  type World,
} from './gate-world.ts';

/** The same of looks that count nothing. */
export function identifyGuarantees(test: Guarantee<World>): void {
  test('identify tells caller, limits and the calls of the day, those under way included', async (world) => {
    await call(world.gate, world.key);
    await passed(world.gate.admit(world.key));
    assert.partialDeepStrictEqual(await world.gate.identify(world.key), {
      outcome: 'passed',
      caller: { accountId: world.account.accountId, addOnUserKey: null },
      quota: {
        limits: GATE_CONTRACT_LIMITS,
        day: kstDayOf(world.clock.nowMs()),
        dailyUsed: 2,
        dailyRemaining: 698,
        dailyResetSeconds: 12 * 3600,
      },
    });
    assert.equal((await identified(world.restart(), world.key)).dailyUsed, 2);
  });

  test('identify takes nothing from burst and day, and leaves no usage', async (world) => {
    const override = { burstPerSecond: 1, burst: 2, dailyQuota: 2 };
    await world.accounts.updateAccount(world.account.accountId, { override });
    for (let n = 0; n < 5; n++) assert.equal((await identified(world.gate, world.key)).dailyRemaining, 2);
    const admissions = await admitMany(world.gate, world.key, 3);
    assert.equal(countOf(admissions, 'passed'), 2);
    settleAll(world.gate, admissions);
    const rows = await usageOf(world);
    const calls = rows.map(({ endpoint, calls }) => [endpoint, calls]);
    assert.deepEqual(calls, [['itemDetail', 2]]);
  });

  test('looks of an account have a limit of their own, which is over after retryAfterMs', async (world) => {
    const { gate, key, clock } = world;
    const look = async (count: number) => {
      const outcomes: string[] = [];
      for (let n = 0; n < count; n++) outcomes.push((await gate.identify(key)).outcome);
      return outcomes.filter((outcome) => outcome === 'passed').length;
    };
    assert.equal(await look(IDENTIFY_LIMITS.burst + 5), IDENTIFY_LIMITS.burst);
    const refused = await gate.identify(key);
    assert.ok(refused.outcome === 'burst');
    assert.equal(refused.retryAfterMs, 1000 / IDENTIFY_LIMITS.burstPerSecond);
    assert.equal(refused.quota.dailyRemaining, 700);
    clock.advance(refused.retryAfterMs - 1);
    assert.equal(await look(1), 0);
    clock.advance(1);
    assert.equal(await look(2), 1);
    // Calls go on meanwhile, and other accounts look.
    await call(gate, key);
    const other = await world.accounts.createAccount({ ...world.account, email: 'other@example.com' });
    assert.ok(other !== null);
    const otherKey = await world.accounts.issueKey(other.accountId);
    await identified(gate, otherKey ?? '');
  });
}

async function identified(gate: Gate, key: string): Promise<QuotaState> {
  return (await passed(gate.identify(key))).quota;
}
