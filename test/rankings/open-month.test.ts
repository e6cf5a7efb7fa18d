import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKstDay, parseKstMonth } from '../../src/clock.ts';
import { isMonthDue, monthClosesAtMs } from '../../src/rankings/open-month.ts';

const month = (text: string) => parseKstMonth(text) ?? 0;
const day = (text: string) => parseKstDay(text) ?? 0;
const ms = (iso: string) => Date.parse(iso);

test('a month closes on the 5th of the next month at 04:00 in Korea, also over the turn of the year', () => {
  assert.equal(monthClosesAtMs(month('2026-10')), ms('2026-11-05T04:00:00+09:00'));
  assert.equal(monthClosesAtMs(month('2026-12')), ms('2027-01-05T04:00:00+09:00'));
  assert.equal(monthClosesAtMs(month('2024-02')), ms('2024-03-05T04:00:00+09:00'));
});

const WHOLE = { untilDay: day('2026-10-31'), ledgerRevision: 5 };
const CLOSED = { nowMs: ms('2026-11-05T04:00:00+09:00'), untilDay: day('2026-11-04'), ledgerRevision: 5 };

test('a closed month with a whole list is left alone', () => {
  assert.equal(isMonthDue(month('2026-10'), WHOLE, CLOSED), false);
});

test('a month is counted while it is open', () => {
  const open = { ...CLOSED, nowMs: ms('2026-11-05T03:59:59.999+09:00') };
  assert.equal(isMonthDue(month('2026-10'), WHOLE, open), true);
});

test('a closed month without a list is counted', () => {
  assert.equal(isMonthDue(month('2026-10'), null, CLOSED), true);
});

test('a closed month is counted once more when something in time is not in its list', () => {
  assert.equal(isMonthDue(month('2026-10'), { ...WHOLE, ledgerRevision: 4 }, CLOSED), true);
});

test('a closed month is counted once more when its list stops before the end of the month', () => {
  const partial = { ...WHOLE, untilDay: day('2026-10-30') };
  assert.equal(isMonthDue(month('2026-10'), partial, CLOSED), true);
  assert.equal(isMonthDue(month('2026-10'), partial, { ...CLOSED, untilDay: day('2026-10-30') }), false);
});

test('a month after the last day asked for is not counted', () => {
  assert.equal(isMonthDue(month('2026-11'), null, { ...CLOSED, untilDay: day('2026-10-31') }), false);
});
