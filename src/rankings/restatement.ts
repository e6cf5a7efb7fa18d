import type { KstMonth } from '../clock.ts';

/** What an operator wants a published month to say instead (docs/rules/rankings.md#open-months). */
export interface Restatement {
  readonly month: KstMonth;
  /** Items to leave out of the month for good. */
  readonly excludedItemIds: readonly number[];
  /** Buyers to leave out of the month for good, as they are stored (buyer-reference.ts). */
  readonly excludedBuyers?: readonly number[];
  /** Why; may be empty when nothing is excluded. */
  readonly reason: string;
  readonly restatedAtMs: number;
}

/** What counts from now on and didn't before. */
export interface RestatedLines {
  readonly lateLines: number;
  readonly lateCancellations: number;
}
