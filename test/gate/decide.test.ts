import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsLeft, debtOf, NEVER_CALLED, stepUs, waitMs } from '../../src/gate/decide.ts';
import { fc } from '../support/properties.ts';

const limitsArbitrary = fc.record({
  burstPerSecond: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(0.5, 0.1, 3.7)),
  burst: fc.integer({ min: 1, max: 30 }),
});
const gapsMsArbitrary = fc.array(fc.oneof(fc.constant(0), fc.nat(20), fc.nat(3000)), {
  minLength: 60,
  maxLength: 120,
  size: 'max',
});

test('a call is refused only where a window would hold more than burst + rate * length, and exactly for retryAfterMs', () => {
  fc.assert(
    fc.property(limitsArbitrary, gapsMsArbitrary, (limits, gapsMs) => {
      const admittedAtMs: number[] = [];
      let arrivalUs = NEVER_CALLED;
      let nowMs = 0;
      for (const gapMs of gapsMs) {
        nowMs += gapMs;
        const decision = decideBurst(arrivalUs, limits, nowMs);
        if (decision.admitted) {
          arrivalUs = decision.arrivalUs;
          admittedAtMs.push(nowMs);
          assert.ok(!isOverfull(admittedAtMs, limits), `admitted at ${nowMs}`);
          continue;
        }
        // A microsecond a call is what rounding the step up may cost.
        const slackMs = (admittedAtMs.length + 1) / 1000;
        assert.ok(isOverfull([...admittedAtMs, nowMs - slackMs], limits), `refused at ${nowMs}`);
        const { retryAfterMs } = decision;
        assert.ok(Number.isInteger(retryAfterMs) && retryAfterMs >= 1);
        assert.equal(decideBurst(arrivalUs, limits, nowMs + retryAfterMs - 1).admitted, false);
        assert.equal(decideBurst(arrivalUs, limits, nowMs + retryAfterMs).admitted, true);
      }
    }),
  );
});

test('a call takes at least its share of a second, in whole microseconds, so that no rate creeps upwards', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1_000_000, noNaN: true }), (burstPerSecond) => {
      const step = stepUs({ burstPerSecond });
      assert.ok(Number.isInteger(step), `${step}`);
      assert.ok(
        step * burstPerSecond >= 1_000_000 - 1e-6 && (step - 1) * burstPerSecond < 1_000_000,
        `${step}`,
      );
    }),
  );
});

test('a raised limit ends a wait that began under the lower one', () => {
  const slow = { burstPerSecond: 0.001, burst: 1 };
  const first = decideBurst(NEVER_CALLED, slow, 0);
  assert.ok(first.admitted);
  assert.deepEqual(decideBurst(first.arrivalUs, slow, 0), { admitted: false, retryAfterMs: 1_000_000 });
  assert.deepEqual(decideBurst(first.arrivalUs, { burstPerSecond: 10, burst: 20 }, 0), {
    admitted: false,
    retryAfterMs: 100,
  });
});

type BurstLimits = { burstPerSecond: number; burst: number };

/** One call at a time (ms): the state after it, or after how many ms one would pass. */
function decideBurst(fullAtUs: number, limits: BurstLimits, nowMs: number) {
  const nowUs = Math.floor(nowMs * 1000);
  const debtUs = debtOf(fullAtUs, limits, nowUs);
  const retryAfterMs = waitMs(debtUs, limits);
  if (retryAfterMs > 0) return { admitted: false as const, retryAfterMs };
  assert.ok(callsLeft(debtUs, limits) >= 1);
  return { admitted: true as const, arrivalUs: nowUs + debtUs + stepUs(limits) };
}

/** The slow reference: looks at every window that ends with the last call. */
function isOverfull(atMs: readonly number[], { burstPerSecond, burst }: BurstLimits): boolean {
  const endMs = atMs.at(-1) ?? 0;
  return atMs.some((startMs, index) => {
    const allowed = burst + (burstPerSecond * (endMs - startMs)) / 1000;
    return atMs.length - index > allowed + 1e-9;
  });
}
