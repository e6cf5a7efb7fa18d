import type { KstMonth } from '../clock.ts';

/** How an operator wants a published month to be counted (docs/lists.md#open-months). */
export interface Restatement {
  readonly month: KstMonth;
  /** Items to leave out of the month for good. */
  readonly excludedItemIds: readonly number[];
  /** Buyers to leave out of the month for good, as they are stored (buyer-reference.ts). */
  readonly excludedBuyers?: readonly number[];
  /** Why; may be empty when nothing is excluded. */
  readonly reason: string;
  readonly restatedAtMs: number;
  /** Lines and cancellations that came late go on counting nothing. Default false. */
  readonly withoutLate?: boolean;
}

/** What arrived for a month after it was closed and published, and doesn't count. */
export interface LateLines {
  readonly lateLines: number;
  readonly lateCancellations: number;
}
