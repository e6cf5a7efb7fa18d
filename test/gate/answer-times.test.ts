import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msOfStep, stepOf, TIME_STEPS, timeOfShare } from '../../src/gate/answer-times.ts';
import { fc } from '../support/properties.ts';

const times = fc.double({ min: 0, max: 90_000, noNaN: true });

test('a time lies within its step, and above the step before', () => {
  fc.assert(
    fc.property(times, (ms) => {
      const step = stepOf(ms);
      assert.ok(ms <= msOfStep(step) * (1 + 1e-9), `${ms} ms are beyond step ${step}`);
      if (step > 0) assert.ok(ms > msOfStep(step - 1), `${ms} ms fit into step ${step - 1}`);
    }),
  );
});

test('times beyond the scale are in its last step, and those below it, or no number, in its first', () => {
  assert.equal(stepOf(1e9), TIME_STEPS - 1);
  assert.deepEqual([stepOf(0), stepOf(-1), stepOf(Number.NaN)], [0, 0, 0]);
});

test('a share of the calls was answered within its time: at most a step above the exact one', () => {
  fc.assert(
    fc.property(
      fc.array(times, { minLength: 1, maxLength: 60 }),
      fc.constantFrom(0.5, 0.95, 1),
      (all, share) => {
        const counts = [...Map.groupBy(all, stepOf)].map(([step, calls]) => ({ step, calls: calls.length }));
        const exact = all.toSorted((a, b) => a - b)[Math.ceil(share * all.length - 1e-9) - 1] ?? 0;
        assert.equal(timeOfShare(counts, share), msOfStep(stepOf(exact)));
      },
    ),
  );
});

test('without calls there is no time', () => {
  assert.equal(timeOfShare([], 0.5), null);
});
