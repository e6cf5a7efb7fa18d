import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKstDay, parseKstDay } from '../../src/clock.ts';
import { findDueTally, type TallyProgress } from '../../src/rankings/tally-progress.ts';

function due(
  now: string,
  tallied: { until: string; at: string; revision?: number } | null,
  ledgerRevision = 3,
): string | null {
  const progress: TallyProgress = {
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

test('nothing is due before anything was sold', () => {
  assert.equal(due('2026-11-20T12:00:00+09:00', null, 0), null);
});

test('the first tally is due at once, up to yesterday', () => {
  assert.equal(due('2026-11-20T12:00:00+09:00', null), '2026-11-19');
});

test('the day before is due from 00:30 in Korea on, not before', () => {
  assert.equal(due('2026-11-21T00:29:59.999+09:00', LAST_NIGHT), null);
  assert.equal(due('2026-11-21T00:30:00.000+09:00', LAST_NIGHT), '2026-11-20');
});

test('a tally that was missed while nothing ran is due at the next look', () => {
  assert.equal(due('2026-11-25T18:00:00+09:00', LAST_NIGHT), '2026-11-24');
});

test('a grown ledger is due at once, up to the day of the last tally', () => {
  assert.equal(due('2026-11-20T12:00:00+09:00', { ...LAST_NIGHT, revision: 2 }), '2026-11-19');
  assert.equal(due('2026-11-21T00:10:00+09:00', { ...LAST_NIGHT, revision: 2 }), '2026-11-19');
});

test('what an operator counted further by hand is kept until the night', () => {
  const byHand = { until: '2026-11-20', at: '2026-11-20T10:00:00+09:00' };
  assert.equal(due('2026-11-20T12:00:00+09:00', { ...byHand, revision: 2 }), '2026-11-20');
  assert.equal(due('2026-11-20T12:00:00+09:00', byHand), null);
});

test('a clock set back does not make a tally due again', () => {
  assert.equal(due('2026-11-20T00:10:00+09:00', LAST_NIGHT), null);
});
