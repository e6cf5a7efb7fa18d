import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calledEndpoints, dayBars } from '../../../web/src/usage/day-bars.ts';

const CELLS = [
  { day: '2026-02-27', endpoint: 'bestseller', statusClass: 2, calls: 5 },
  { day: '2026-02-28', endpoint: 'bestseller', statusClass: 2, calls: 4 },
  { day: '2026-02-28', endpoint: 'bestseller', statusClass: 3, calls: 2 },
  { day: '2026-02-28', endpoint: 'itemList', statusClass: 4, calls: 7 },
  { day: '2026-03-01', endpoint: 'itemList', statusClass: 5, calls: 1 },
];

test('days without calls stand between the others, across the end of a month, and older days are left out', () => {
  assert.deepEqual(
    dayBars(CELLS, '2026-03-02', 3, '').map(({ day, total }) => [day, total]),
    [
      ['2026-02-28', 13],
      ['2026-03-01', 1],
      ['2026-03-02', 0],
    ],
  );
});

test('answers with 2xx and 3xx are fine, 4xx are refused, 5xx failed', () => {
  const [first, second] = dayBars(CELLS, '2026-03-01', 2, '');
  assert.deepEqual(first, { day: '2026-02-28', fine: 6, refused: 7, failed: 0, total: 13 });
  assert.deepEqual(second, { day: '2026-03-01', fine: 0, refused: 0, failed: 1, total: 1 });
});

test('one endpoint has its own calls only', () => {
  assert.deepEqual(
    dayBars(CELLS, '2026-03-01', 2, 'itemList').map(({ total }) => total),
    [7, 1],
  );
});

test('endpoints come with the most called first', () => {
  assert.deepEqual(calledEndpoints(CELLS), [
    { endpoint: 'bestseller', calls: 11 },
    { endpoint: 'itemList', calls: 8 },
  ]);
});
