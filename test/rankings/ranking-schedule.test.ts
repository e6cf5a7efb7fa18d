import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKstDay, parseKstDay } from '../../src/clock.ts';
import type { RankingTask, TallyProgress } from '../../src/rankings/schedule.ts';
import { createRankingSchedule } from '../../src/rankings/schedule.ts';
import { fixedClock } from '../support/fixed-clock.ts';

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
