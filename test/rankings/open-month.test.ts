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
const PARTIAL = { ...WHOLE, untilDay: day('2026-10-30') };
const CLOSED = { nowMs: ms('2026-11-05T04:00:00+09:00'), untilDay: day('2026-11-04'), ledgerRevision: 5 };
const OPEN = { ...CLOSED, nowMs: ms('2026-11-05T03:59:59.999+09:00') };

for (const [title, isDue, counted, now] of [
  ['a closed month with a whole list is left alone', false, WHOLE, CLOSED],
  ['a month is counted while it is open', true, WHOLE, OPEN],
  ['a closed month without a list is counted', true, null, CLOSED],
  ['a closed month is counted for what came in time', true, { ...WHOLE, ledgerRevision: 4 }, CLOSED],
  ['a closed month is counted to its end', true, PARTIAL, CLOSED],
  ['a month is counted no further than asked', false, PARTIAL, { ...CLOSED, untilDay: PARTIAL.untilDay }],
  ['a month after the last day asked for is not', false, null, { ...CLOSED, untilDay: day('2026-09-30') }],
] as const) {
  test(title, () => assert.equal(isMonthDue(month('2026-10'), counted, now), isDue));
}
