import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { kstDayOf } from '../../../../src/clock.ts';
import { decide, decisionOf, type Limits, type Meter, NEVER_CALLED } from '../../../../src/gate/decide.ts';
import { newKey } from '../../../contracts/state-world.ts';
import { postgresSuite } from '../../../support/postgres-database.ts';
import { fc } from '../../../support/properties.ts';
import { accountsDatabase } from './accounts-database.ts';

const DAY_MS = 86_400_000;
/** A whole burst at this rate would take longer than the rule counts with. */
const SLOWEST = 0.000_000_01;

/** The calls of one step arrive together. */
const step = fc.record({
  calls: fc.integer({ min: 1, max: 12 }),
  passMs: fc.oneof(fc.constant(0), fc.nat({ max: 900 }), fc.nat({ max: 90_000 }), fc.constant(6 * 3_600_000)),
  setMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }),
  ),
  limits: fc.option(
    fc.record({
      burstPerSecond: fc.oneof(
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(0.5, 0.1, 3.7, 0.000_01, SLOWEST),
      ),
      burst: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(1_000_000)),
      dailyQuota: fc.nat({ max: 30 }),
    }),
    { freq: 5 },
  ),
});

const RUNS = 60;
const SEED = 20_261_123;

postgresSuite('one rule in two languages', () => {
  test('PostgreSQL decides and answers every call as src/gate/decide.ts does', async (t) => {
    const newAccount = await accountsOf(t);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const { clock, gate, caller, key, setLimits, tier } = await newAccount();
        let meter: Meter = { day: 0, used: 0, fullAtUs: NEVER_CALLED };
        let limits: Limits = tier;
        for (const { calls, passMs, setMs, limits: next } of steps) {
          if (next !== null) {
            limits = { ...next };
            await setLimits(limits);
          }
          const decided = await Promise.all(Array.from({ length: calls }, () => gate.admit(key)));
          const nowMs = clock.nowMs();
          const nowUs = Math.floor(clock.monotonicMs() * 1000);
          const passed = decide(meter, limits, calls, kstDayOf(nowMs), nowUs);
          meter = passed.after;
          const told = (_: unknown, at: number) => decisionOf({ caller, limits, passed, nowMs }, at + 1);
          assert.deepEqual(decided, Array.from({ length: calls }, told));
          clock.setWall(clock.nowMs() + setMs);
          clock.advance(passMs);
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});

async function accountsOf(t: TestContext) {
  const world = await accountsDatabase(t);
  let made = 0;
  return async () => {
    made += 1;
    const { accountId, key } = await newKey(world.accounts, { email: `dev${made}@example.com` });
    return {
      clock: world.clock,
      gate: world.gate,
      caller: { accountId, addOnUserKey: null },
      key,
      tier: world.tierLimits.free,
      setLimits: (override: Limits) => world.accounts.updateAccount(accountId, { override }),
    };
  };
}
