import type { KstDay, KstMonth } from '../clock.ts';
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

/** The outcome of a request to count a month again. */
export type RestateOutcome =
  | { readonly kind: 'restated'; readonly lateLines: number; readonly lateCancellations: number }
  /** The month is open until that time: every tally counts all of it. */
  | { readonly kind: 'open'; readonly closesAtMs: number }
  /** It has no published list. */
  | { readonly kind: 'unknown' }
  /** An import is under way. */
  | { readonly kind: 'busy' };

/** How far lists count, past runs and restating, as operators see them; run-requests.ts has the current run. */
export interface RankingAdmin {
  progress(): Promise<TallyProgress>;
  /** Newest first. */
  listRuns(kind: RunKind, limit: number): Promise<readonly RunRecord[]>;
  /**
   * Counts a closed month again, with what arrived late; the schedule then tallies it
   * (docs/lists.md#open-months). `dryRun` only says what would count.
   */
  restate(month: KstMonth, dryRun: boolean): Promise<RestateOutcome>;
}
