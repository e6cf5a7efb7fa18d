import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calledEndpoints, dayBars, firstPeriod } from '../../../web/src/usage/day-bars.ts';

const ROWS = [
  { day: '2026-02-27', endpoint: 'bestseller', statusClass: 2, calls: 5 },
  { day: '2026-02-28', endpoint: 'bestseller', statusClass: 2, calls: 4 },
  { day: '2026-02-28', endpoint: 'bestseller', statusClass: 3, calls: 2 },
  { day: '2026-02-28', endpoint: 'itemList', statusClass: 4, calls: 7 },
  { day: '2026-03-01', endpoint: 'itemList', statusClass: 5, calls: 1 },
];
const REFUSED = [
  { day: '2026-02-28', endpoint: 'itemList', calls: 77 },
  { day: '2026-03-02', endpoint: 'bestseller', calls: 1 },
];
const usageOn = (today: string) => ({ today, rows: ROWS, refused: [] });

test('days without calls stand between the others, across the end of a month, and older days are left out', () => {
  assert.deepEqual(
    dayBars(usageOn('2026-03-02'), 3, '').map(({ day, total }) => [day, total]),
    [
      ['2026-02-28', 13],
      ['2026-03-01', 1],
      ['2026-03-02', 0],
    ],
  );
});

test('answers with 2xx and 3xx are fine, 4xx are refused, 5xx failed', () => {
  const [first, second] = dayBars(usageOn('2026-03-01'), 2, '');
  assert.deepEqual(first, { day: '2026-02-28', fine: 6, refused: 7, limited: 0, failed: 0, total: 13 });
  assert.deepEqual(second, { day: '2026-03-01', fine: 0, refused: 0, limited: 0, failed: 1, total: 1 });
});

test('one endpoint has its own calls only', () => {
  assert.deepEqual(
    dayBars(usageOn('2026-03-01'), 2, 'itemList').map(({ total }) => total),
    [7, 1],
  );
});

test('endpoints come with the most called first', () => {
  assert.deepEqual(calledEndpoints({ rows: ROWS, refused: [] }), [
    { endpoint: 'bestseller', calls: 11 },
    { endpoint: 'itemList', calls: 8 },
  ]);
  assert.deepEqual(calledEndpoints({ rows: ROWS, refused: REFUSED }), [
    { endpoint: 'itemList', calls: 85 },
    { endpoint: 'bestseller', calls: 12 },
  ]);
});

test('calls over the limit are a series of their own, also on days with no others', () => {
  const usage = { today: '2026-03-02', rows: ROWS, refused: REFUSED };
  const [first, second, third] = dayBars(usage, 3, '');
  assert.deepEqual(first, { day: '2026-02-28', fine: 6, refused: 7, limited: 77, failed: 0, total: 90 });
  assert.equal(second?.limited, 0);
  assert.deepEqual(third, { day: '2026-03-02', fine: 0, refused: 0, limited: 1, failed: 0, total: 1 });
  assert.equal(dayBars(usage, 3, 'bestseller')[0]?.limited, 0);
});

test('the chart begins with the shortest period that holds all calls', () => {
  const row = (day: string) => ({ day, endpoint: 'itemList', statusClass: 2, calls: 1 });
  const periodFrom = (rows: string[], refused: string[]) =>
    firstPeriod({ today: '2026-03-31', rows: rows.map(row), refused: refused.map(row) });
  assert.equal(periodFrom([], []), 7);
  assert.equal(periodFrom(['2026-03-25'], []), 7);
  assert.equal(periodFrom(['2026-03-24'], []), 30);
  assert.equal(periodFrom(['2026-03-25'], ['2026-03-02']), 30);
  assert.equal(periodFrom(['2026-03-01', '2026-03-31'], []), 90);
  assert.equal(periodFrom(['2025-12-01'], []), 90);
});
