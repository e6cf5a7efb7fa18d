import type { Clock } from '../clock.ts';
import type { RunCause } from '../rankings/ranking-admin.ts';
import {
  findDueRun,
  findRequestedRun,
  type RankingTask,
  type TallyProgress,
} from '../rankings/tally-progress.ts';

/** The pause after a failed run: the cause seldom disappears within a second. */
const RETRY_AFTER_MS = 60_000;

export interface RankingScheduleOptions {
  readonly clock: Clock;
  /** How much of ledger and catalogue is in the lists. Cheap: read at every tick. */
  readonly readProgress: () => Promise<TallyProgress>;
  /** Returns the run that an operator requested, or null, and clears the request. */
  readonly takeRequested: () => Promise<RankingTask['kind'] | null>;
  /** Makes and publishes lists. */
  readonly run: (task: RankingTask, cause: RunCause) => Promise<unknown>;
  /** Called for every failed run. The schedule goes on. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs the tally nightly at 00:30 KST for the day before, at the start if that was missed, and after imports with
 * sales; refreshes the lists that change within a day every ten minutes and after other imports
 * (docs/lists.md#when-lists-appear). Never two runs at once.
 */
export function createRankingSchedule(options: RankingScheduleOptions) {
  const { clock, readProgress, takeRequested, run, onError } = options;
  let isBusy = false;
  let notBeforeMs = -Infinity;
  return {
    /**
     * Starts a run if one is due and resolves at its end. Does nothing during a run, so a timer may call it. Never
     * rejects.
     */
    async tick(): Promise<void> {
      if (isBusy) return;
      isBusy = true;
      try {
        const requested = await takeRequested();
        // An operator who requests a run has seen that the last one failed.
        if (requested === null && clock.monotonicMs() < notBeforeMs) return;
        const progress = await readProgress();
        if (requested !== null) await run(findRequestedRun(requested, progress, clock.nowMs()), 'operator');
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
