import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthsBetween } from '../../../web/src/explorer/rank-months.ts';

test('months without a rank stand between those with one, across the turn of the year', () => {
  assert.deepEqual(
    monthsBetween([
      { month: '2025-11', rank: 3 },
      { month: '2026-02', rank: 1 },
    ]),
    [
      { month: '2025-11', rank: 3 },
      { month: '2025-12', rank: null },
      { month: '2026-01', rank: null },
      { month: '2026-02', rank: 1 },
    ],
  );
});

test('a product that was in no list has no months', () => {
  assert.deepEqual(monthsBetween([]), []);
});
