import type { KstDay, KstMonth } from '../clock.ts';
import type { LateLines } from './restatement.ts';
import type { TallyProgress } from './tally-progress.ts';

/** What started a run: the schedule (a night, an import, ten minutes), an operator, or the command line. */
export const RUN_CAUSES = ['schedule', 'operator', 'command'] as const;
export type RunCause = (typeof RUN_CAUSES)[number];

export const RUN_OUTCOMES = ['published', 'failed', 'stopped'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export const RUN_KINDS = ['tally', 'refresh'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** A run that ended. */
export interface RunRecord {
  readonly kind: RunKind;
  readonly cause: RunCause;
  readonly outcome: RunOutcome;
  readonly startedAtMs: number;
  readonly elapsedMs: number;
  /** The last day counted; null when nothing was counted. */
  readonly untilDay: KstDay | null;
  /** How many were counted. */
  readonly months: number;
  /** How many were published. */
  readonly editions: number;
}

/** A run under way. */
export interface RunUnderWay {
  readonly kind: RunKind;
  readonly cause: RunCause;
  readonly startedAtMs: number;
  /** Months counted so far; both are 0 until that is known, and in a refresh. */
  readonly monthsDone: number;
  readonly monthsTotal: number;
}

/** How far lists count, past runs and restating, as operators see them; run-requests.ts has the current run. */
export interface RankingAdmin {
  progress(): Promise<TallyProgress>;
  /** Newest first. */
  listRuns(kind: RunKind, limit: number): Promise<readonly RunRecord[]>;
  /** What came late for a month; null when it can't be restated: it has no list, or its lines were deleted. */
  findLate(month: KstMonth): Promise<LateLines | null>;
  /**
   * Counts a closed month again, with what arrived late; the schedule then tallies it (docs/lists.md#open-months). False, with
   * nothing changed, when it can't be restated. Throws CatalogBusyError.
   */
  restate(month: KstMonth): Promise<boolean>;
}
