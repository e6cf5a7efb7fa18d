import type { FeedSummary } from './feed-record.ts';
import type { Reason } from './reason.ts';

export interface UndoRequest {
  readonly importId: number;
  /** Who asks, as in the import log. */
  readonly actor: string;
  /** Undo although the same records were changed later. */
  readonly force: boolean;
  /** Only report what an undo would do. */
  readonly dryRun: boolean;
}

/** What an undo did to the order ledger. */
export interface OrdersUndone {
  /** Order lines that are gone, or back where an undo was undone. */
  readonly lines: number;
  /** Months, as yyyy-MM, that the next tally counts again. */
  readonly openMonths: readonly string[];
  /** Closed months: their published lists stay as they are until an operator restates them. */
  readonly closedMonths: readonly string[];
}

/** What became of a request to undo an import. */
export type UndoOutcome =
  /** `kind` says whether `force` would help. */
  | { readonly kind: 'impossible' | 'conflict'; readonly reason: Reason }
  | {
      readonly kind: 'undone';
      /** The undo's own entry in the import log, by which it can be undone itself; null for a dry run. */
      readonly importId: number | null;
      /** `added` = records that are back, `changed` = records as they were, `remove` = items that are gone again. */
      readonly summary: FeedSummary;
      /** Null when the import added no order lines and no cancellations. */
      readonly orders: OrdersUndone | null;
    };
