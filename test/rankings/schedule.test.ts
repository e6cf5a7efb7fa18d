import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKstDay, parseKstDay } from '../../src/clock.ts';
import {
  createRankingSchedule,
  findRun,
  type RankingTask,
  type TallyProgress,
} from '../../src/rankings/schedule.ts';
import { fixedClock } from '../support/fixed-clock.ts';

const talliedOf = (until: string, at: string, ledgerRevision = 3) => ({
  untilDay: parseKstDay(until) ?? 0,
  talliedAtMs: Date.parse(`${at}+09:00`),
  ledgerRevision,
});

const refreshedAt = (at: string) => ({ refreshedAtMs: Date.parse(`${at}+09:00`), catalogRevision: 7 });

const LAST_NIGHT = talliedOf('2026-11-19', '2026-11-20T00:30');
const BY_HAND = talliedOf('2026-11-20', '2026-11-20T10:00');
const AHEAD = talliedOf('2027-12-26', '2027-12-27T00:30');
/** What both lack is a revision of the ledger. */
const GROWN = { ledgerRevision: 4 };
const NEVER = { tallied: null };
const NOON = refreshedAt('2026-11-20T12:00');
const UP_TO_DATE = { ledgerRevision: 3, catalogRevision: 7, tallied: LAST_NIGHT, refreshed: NOON };
const UNSOLD = { ...NEVER, ledgerRevision: 0 };

/** What is due at a time, by a progress in which nothing was refreshed or changed since noon but what is said: a day = a tally up to it. */
for (const [title, now, progress, expected] of [
  ['the first tally, up to yesterday', '20T12:00', NEVER, '2026-11-19'],
  ['not the day before at 00:29', '21T00:29', { refreshed: refreshedAt('2026-11-21T00:29') }, null],
  ['the day before from 00:30 in Korea on', '21T00:30', {}, '2026-11-20'],
  ['a tally that was missed', '25T18:00', {}, '2026-11-24'],
  ['a grown ledger, up to the last tally', '20T12:00', GROWN, '2026-11-19'],
  ['a grown ledger before the night', '21T00:10', GROWN, '2026-11-19'],
  ['nothing more than was counted by hand', '20T12:00', { tallied: BY_HAND }, null],
  ['a grown ledger, as far as by hand', '20T12:00', { ...GROWN, tallied: BY_HAND }, '2026-11-20'],
  ['nothing again for a clock set back', '20T00:10', {}, null],
  ['no tally before anything was sold', '20T12:00', UNSOLD, null],
  ['a tally that a wrong clock made', '20T12:00', { tallied: AHEAD }, '2026-11-19'],
  ['no refresh within ten minutes', '20T12:09:59.999', {}, null],
  ['a refresh when ten minutes of the clock begin', '20T12:10', {}, 'refresh'],
  ['a refresh at midnight', '21T00:00', {}, 'refresh'],
  ['a refresh of a changed catalogue', '20T12:04', { catalogRevision: 8 }, 'refresh'],
  ['a refresh of a first catalogue', '20T12:04', { ...UNSOLD, refreshed: null }, 'refresh'],
  ['nothing without a catalogue', '20T12:04', { ...UNSOLD, refreshed: null, catalogRevision: 0 }, null],
  [
    'a refresh that a wrong clock made',
    '20T12:04',
    { refreshed: refreshedAt('2027-12-27T12:00') },
    'refresh',
  ],
  ['a tally before a refresh', '20T12:10', GROWN, '2026-11-19'],
] as const)
  test(`due: ${title}`, () => {
    const task = findRun({ ...UP_TO_DATE, ...progress }, Date.parse(`2026-11-${now}+09:00`), null);
    assert.equal(task?.kind === 'tally' ? formatKstDay(task.untilDay) : (task?.kind ?? null), expected);
  });

test('a requested tally does not count as far as a wrong clock did', () => {
  const progress = { ...UP_TO_DATE, tallied: AHEAD };
  const asked = findRun(progress, Date.parse('2026-11-20T12:00+09:00'), 'tally');
  assert.deepEqual(asked, { kind: 'tally', untilDay: parseKstDay('2026-11-19') });
});

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
