import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RATE_MINUTES } from '../../src/gate/call-minutes.ts';
import { createCallRates } from '../../src/http/response-observers.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { fc } from '../support/properties.ts';

const MINUTE_MS = 60_000;

function setUp() {
  const clock = fixedClock('2026-11-21T12:00:30+09:00');
  const rates = createCallRates(clock);
  return { clock, rates, call: (status: number) => rates.observe('itemList', status, 1) };
}

test('whatever the pauses, the minutes are one after the other and hold exactly the calls of each', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 40 * MINUTE_MS }), { maxLength: 20 });
  fc.assert(
    fc.property(pauses, (waits) => {
      const { clock, rates, call } = setUp();
      const called: number[] = [];
      for (const wait of waits) {
        clock.advance(wait);
        call(200);
        called.push(Math.floor(clock.nowMs() / MINUTE_MS));
      }
      const now = Math.floor(clock.nowMs() / MINUTE_MS);
      const expected = Array.from({ length: RATE_MINUTES }, (_, index) => {
        const minute = now - RATE_MINUTES + 1 + index;
        return [minute * MINUTE_MS, called.filter((one) => one === minute).length];
      });
      assert.deepEqual(
        rates.minutes().map(({ atMs, fine }) => [atMs, fine]),
        expected,
      );
    }),
    { numRuns: 30 },
  );
});
