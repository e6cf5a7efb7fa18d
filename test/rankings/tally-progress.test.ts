import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKstDay, parseKstDay } from '../../src/clock.ts';
import { findDueRun, findDueTally, findRequestedRun, isRefreshDue } from '../../src/rankings/schedule.ts';

function due(
  now: string,
  tallied: { until: string; at: string; revision?: number } | null,
  ledgerRevision = 3,
): string | null {
  const progress = {
    ledgerRevision,
    tallied:
      tallied === null
        ? null
        : {
            untilDay: parseKstDay(tallied.until) ?? 0,
            talliedAtMs: Date.parse(tallied.at),
            ledgerRevision: tallied.revision ?? 3,
          },
  };
  const day = findDueTally(progress, Date.parse(now));
  return day === null ? null : formatKstDay(day);
}

const LAST_NIGHT = { until: '2026-11-19', at: '2026-11-20T00:30:00+09:00' };

const BY_HAND = { until: '2026-11-20', at: '2026-11-20T10:00:00+09:00' };
const GROWN = { ...LAST_NIGHT, revision: 2 };

for (const [title, now, tallied, expected] of [
  ['the first tally is due at once, up to yesterday', '2026-11-20T12:00', null, '2026-11-19'],
  ['the day before is not due at 00:29', '2026-11-21T00:29', LAST_NIGHT, null],
  ['the day before is due from 00:30 in Korea on', '2026-11-21T00:30', LAST_NIGHT, '2026-11-20'],
  ['a tally that was missed is due at the next look', '2026-11-25T18:00', LAST_NIGHT, '2026-11-24'],
  ['a grown ledger is due, up to the last tally', '2026-11-20T12:00', GROWN, '2026-11-19'],
  ['a grown ledger is due before the night', '2026-11-21T00:10', GROWN, '2026-11-19'],
  ['what was counted further by hand is kept', '2026-11-20T12:00', BY_HAND, null],
  ['by hand, and grown', '2026-11-20T12:00', { ...BY_HAND, revision: 2 }, '2026-11-20'],
  ['a clock set back makes nothing due again', '2026-11-20T00:10', LAST_NIGHT, null],
] as const) {
  test(title, () => assert.equal(due(`${now}:00+09:00`, tallied), expected));
}

test('nothing is due before anything was sold', () => {
  assert.equal(due('2026-11-20T12:00:00+09:00', null, 0), null);
});

test('a tally that a wrong clock made is not counted as made', () => {
  const ahead = { until: '2027-12-26', at: '2027-12-27T00:30:00+09:00' };
  assert.equal(due('2026-11-20T12:00:00+09:00', ahead), '2026-11-19');
  const tallied = {
    untilDay: parseKstDay('2027-12-26') ?? 0,
    talliedAtMs: Date.parse(ahead.at),
    ledgerRevision: 3,
  };
  const asked = findRequestedRun('tally', { tallied }, Date.parse('2026-11-20T12:00:00+09:00'));
  assert.deepEqual(asked, { kind: 'tally', untilDay: parseKstDay('2026-11-19') });
});

const REFRESHED = { refreshedAtMs: Date.parse('2026-11-20T12:03:00+09:00'), catalogRevision: 7 };

test('a refresh is due when ten minutes of the clock begin, and at midnight', () => {
  const at = (now: string) => isRefreshDue({ catalogRevision: 7, refreshed: REFRESHED }, Date.parse(now));
  assert.equal(at('2026-11-20T12:09:59.999+09:00'), false);
  assert.equal(at('2026-11-20T12:10:00.000+09:00'), true);
  assert.equal(at('2026-11-21T00:00:00.000+09:00'), true);
});

test('a refresh is due at once when the catalogue changed, and when there was none and there is a catalogue', () => {
  const now = Date.parse('2026-11-20T12:04:00+09:00');
  assert.equal(isRefreshDue({ catalogRevision: 8, refreshed: REFRESHED }, now), true);
  assert.equal(isRefreshDue({ catalogRevision: 1, refreshed: null }, now), true);
  assert.equal(isRefreshDue({ catalogRevision: 0, refreshed: null }, now), false);
});

test('a refresh that a wrong clock made is not counted as made', () => {
  const refreshed = { refreshedAtMs: Date.parse('2027-12-27T12:00:00+09:00'), catalogRevision: 7 };
  assert.equal(
    isRefreshDue({ catalogRevision: 7, refreshed }, Date.parse('2026-11-20T12:04:00+09:00')),
    true,
  );
});

test('a tally goes before a refresh, which it includes', () => {
  const progress = { ledgerRevision: 1, catalogRevision: 8, tallied: null, refreshed: REFRESHED };
  const now = Date.parse('2026-11-20T12:04:00+09:00');
  assert.deepEqual(findDueRun(progress, now), { kind: 'tally', untilDay: parseKstDay('2026-11-19') });
  const tallied = { untilDay: parseKstDay('2026-11-19') ?? 0, talliedAtMs: now - 1, ledgerRevision: 1 };
  assert.deepEqual(findDueRun({ ...progress, tallied }, now), { kind: 'refresh' });
  assert.equal(findDueRun({ ...progress, tallied, catalogRevision: 7 }, now), null);
});
