import type { KstDay, KstMonth } from '../clock.ts';
import type { RankingSession, RankingState } from '../rankings/ranking-repository.ts';

/** One run, from its start to its publication. */
export interface RunContext {
  readonly session: RankingSession;
  readonly state: RankingState;
  readonly settings: RankingSettings;
  readonly nowMs: number;
  /** The last counted day; null before the first tally. */
  readonly untilDay: KstDay | null;
  readonly onProgress: (progress: RankingProgress) => void;
  /** Throws RankingStopped after a request to stop the run. */
  stopIfRequested(): void;
}

export interface RankingSettings {
  /** Copies of an item that one buyer may count in a month (docs/lists.md#counted-copies). */
  readonly copiesPerBuyer: number;
  /** Lists by sex or age hide entries with fewer copies. */
  readonly minSegmentCopies: number;
  /** Days for which an item is a new product after its registration. */
  readonly newDays: number;
}

export interface RankingProgress {
  /** The month just counted. */
  readonly month: KstMonth;
  /** Months counted so far, of `total`. */
  readonly done: number;
  readonly total: number;
}
