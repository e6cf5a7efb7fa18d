import type { Clock } from '../clock.ts';
import type { RunCause } from '../rankings/ranking-admin.ts';
import {
  findDueRun,
  findRequestedRun,
  type RankingTask,
  type TallyProgress,
} from '../rankings/tally-progress.ts';

/** How long a failed run is left alone: what made it fail seldom ends within a second. */
const RETRY_AFTER_MS = 60_000;

export interface RankingScheduleOptions {
  readonly clock: Clock;
  /** How much of ledger and catalogue is in the lists. Cheap: asked at every tick. */
  readonly readProgress: () => TallyProgress | Promise<TallyProgress>;
  /** The run that an operator has asked for since it was asked last, or null. */
  readonly takeRequested?: () => RankingTask['kind'] | null;
  /** Makes and publishes lists. */
  readonly run: (task: RankingTask, cause: RunCause) => Promise<unknown>;
  /** Told of every run that failed. The schedule goes on. */
  readonly onError: (error: unknown) => void;
}

export interface RankingSchedule {
  /**
   * Starts a run when one is due, and ends with it. Does nothing while a run is under way, so that it may be
   * called by a timer. Never rejects.
   */
  tick(): Promise<void>;
}

/**
 * Runs the tally nightly at 00:30 KST for the day before, at start when that was missed, and after imports that
 * brought sales; refreshes the lists that change within a day every ten minutes and after other imports
 * (docs/rules/rankings.md#when-lists-appear). Never two runs at once.
 */
export function createRankingSchedule(options: RankingScheduleOptions): RankingSchedule {
  const { clock, readProgress, takeRequested = () => null, run, onError } = options;
  let isBusy = false;
  let notBeforeMs = -Infinity;
  return {
    async tick() {
      if (isBusy) return;
      isBusy = true;
      try {
        const asked = takeRequested();
        // Who asks has seen that the last run failed.
        if (asked === null && clock.monotonicMs() < notBeforeMs) return;
        const progress = await readProgress();
        if (asked !== null) await run(findRequestedRun(asked, progress, clock.nowMs()), 'operator');
        else {
          const task = findDueRun(progress, clock.nowMs());
          if (task !== null) await run(task, 'schedule');
        }
      } catch (error) {
        notBeforeMs = clock.monotonicMs() + RETRY_AFTER_MS;
        onError(error);
      } finally {
        isBusy = false;
      }
    },
  };
}
