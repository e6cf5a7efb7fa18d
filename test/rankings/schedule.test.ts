import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKstDay, parseKstDay } from '../../src/clock.ts';
import {
  createRankingSchedule,
  findDueRun,
  findRequestedRun,
  type RankingTask,
  type TallyProgress,
} from '../../src/rankings/schedule.ts';
import { fixedClock } from '../support/fixed-clock.ts';

const REFRESHED = { refreshedAtMs: Date.parse('2026-11-20T12:03:00+09:00'), catalogRevision: 7 };

/** What is due by a progress in which nothing is, but for what is said. */
function dueAt(now: string, progress: Partial<TallyProgress>) {
  const nowMs = Date.parse(`${now}+09:00`);
  const upToDate = { ledgerRevision: 0, catalogRevision: 7, tallied: null, refreshed: REFRESHED };
  return findDueRun({ ...upToDate, ...progress }, nowMs)?.kind ?? null;
}

/** The day up to which a tally is due. */
function dueDay(now: string, tallied: LastTally | null, ledgerRevision = 3): string | null {
  const refreshed = { ...REFRESHED, refreshedAtMs: Date.parse(now) };
  const progress = { ledgerRevision, catalogRevision: 7, tallied: tallied && talliedOf(tallied), refreshed };
  const task = findDueRun(progress, Date.parse(now));
  return task?.kind === 'tally' ? formatKstDay(task.untilDay) : null;
}

interface LastTally {
  readonly until: string;
  readonly at: string;
  readonly revision?: number;
}

const talliedOf = ({ until, at, revision = 3 }: LastTally) => ({
  untilDay: parseKstDay(until) ?? 0,
  talliedAtMs: Date.parse(at),
  ledgerRevision: revision,
});

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
  test(title, () => assert.equal(dueDay(`${now}:00+09:00`, tallied), expected));
}

test('nothing is due before anything was sold', () => {
  assert.equal(dueDay('2026-11-20T12:00:00+09:00', null, 0), null);
});

test('a tally that a wrong clock made is not counted as made', () => {
  const ahead = { until: '2027-12-26', at: '2027-12-27T00:30:00+09:00' };
  assert.equal(dueDay('2026-11-20T12:00:00+09:00', ahead), '2026-11-19');
  const asked = findRequestedRun(
    'tally',
    { tallied: talliedOf(ahead) },
    Date.parse('2026-11-20T12:00:00+09:00'),
  );
  assert.deepEqual(asked, { kind: 'tally', untilDay: parseKstDay('2026-11-19') });
});

test('a refresh is due when ten minutes of the clock begin, and at midnight', () => {
  assert.equal(dueAt('2026-11-20T12:09:59.999', {}), null);
  assert.equal(dueAt('2026-11-20T12:10:00.000', {}), 'refresh');
  assert.equal(dueAt('2026-11-21T00:00:00.000', {}), 'refresh');
});

test('a refresh is due at once when the catalogue changed, and when there was none and there is a catalogue', () => {
  assert.equal(dueAt('2026-11-20T12:04:00', { catalogRevision: 8 }), 'refresh');
  assert.equal(dueAt('2026-11-20T12:04:00', { catalogRevision: 1, refreshed: null }), 'refresh');
  assert.equal(dueAt('2026-11-20T12:04:00', { catalogRevision: 0, refreshed: null }), null);
});

test('a refresh that a wrong clock made is not counted as made', () => {
  const refreshed = { ...REFRESHED, refreshedAtMs: Date.parse('2027-12-27T12:00:00+09:00') };
  assert.equal(dueAt('2026-11-20T12:04:00', { refreshed }), 'refresh');
});

test('a tally goes before a refresh, which it includes', () => {
  const tallied = talliedOf(LAST_NIGHT);
  assert.equal(dueAt('2026-11-20T12:10:00', { ledgerRevision: 3 }), 'tally');
  assert.equal(dueAt('2026-11-20T12:10:00', { ledgerRevision: 3, tallied }), 'refresh');
  assert.equal(dueAt('2026-11-20T12:04:00', { ledgerRevision: 3, tallied }), null);
});

/** A schedule over a ledger and runs that the test decides about. */
function scheduled(now: string, talliedUntil: string) {
  const clock = fixedClock(now);
  const state = {
    ledgerRevision: 1,
    catalogRevision: 1,
    refreshed: { refreshedAtMs: clock.nowMs(), catalogRevision: 1 },
    tallied: { untilDay: parseKstDay(talliedUntil) ?? 0, talliedAtMs: clock.nowMs(), ledgerRevision: 1 },
  } satisfies TallyProgress;
  const runs: string[] = [];
  const refreshes: number[] = [];
  const errors: unknown[] = [];
  let result: (task: RankingTask) => Promise<void> = async (task) => {
    state.refreshed = { refreshedAtMs: clock.nowMs(), catalogRevision: state.catalogRevision };
    if (task.kind === 'refresh') return;
    const { untilDay } = task;
    state.tallied = { untilDay, talliedAtMs: clock.nowMs(), ledgerRevision: state.ledgerRevision };
  };
  const schedule = createRankingSchedule({
    clock,
    readProgress: async () => state,
    takeRequested: async () => null,
    run: (task) => {
      if (task.kind === 'tally') runs.push(formatKstDay(task.untilDay));
      else refreshes.push(clock.nowMs());
      return result(task);
    },
    onError: (error) => errors.push(error),
  });
  const setResult = (next: typeof result) => {
    result = next;
  };
  return { clock, state, runs, refreshes, errors, schedule, setResult };
}

test('ticks run once a night, half an hour after midnight, for the day before, and refresh every ten minutes', async () => {
  const { clock, runs, refreshes, schedule } = scheduled('2026-11-20T12:00:00+09:00', '2026-11-19');
  for (let minute = 0; minute < 2 * 24 * 60; minute++) {
    await schedule.tick();
    clock.advance(60_000);
  }
  assert.deepEqual(runs, ['2026-11-20', '2026-11-21']);
  // 288 ten minutes, less the first, which was just made, and those that the tallies began.
  assert.equal(refreshes.length, 285);
  assert.ok(refreshes.every((at) => at % 600_000 === 0));
});

test('ticks while a run is under way start no second one; what came meanwhile is counted by the next', async () => {
  const { state, runs, schedule, setResult } = scheduled('2026-11-20T12:00:00+09:00', '2026-11-19');
  const { promise, resolve } = Promise.withResolvers<void>();
  setResult(() => promise);
  state.ledgerRevision = 2;
  const first = schedule.tick();
  await schedule.tick();
  await schedule.tick();
  assert.equal(runs.length, 1);
  resolve();
  await first;
  state.tallied = { ...state.tallied, ledgerRevision: 2 };
  state.ledgerRevision = 3;
  await schedule.tick();
  assert.equal(runs.length, 2);
});

test('a failed run is reported and tried again after a minute, not at every tick', async () => {
  const { clock, state, runs, errors, schedule, setResult } = scheduled(
    '2026-11-20T12:00:00+09:00',
    '2026-11-19',
  );
  setResult(() => Promise.reject(new Error('disk full')));
  state.ledgerRevision = 2;
  await schedule.tick();
  clock.advance(59_999);
  await schedule.tick();
  assert.deepEqual([runs.length, errors.length], [1, 1]);
  clock.advance(1);
  await schedule.tick();
  assert.deepEqual([runs.length, errors.length], [2, 2]);
});
