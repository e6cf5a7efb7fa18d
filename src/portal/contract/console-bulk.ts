import type { DecidedTogether } from '../../catalog/item-overrides.ts';
import type { AuditView } from './console-accounts.ts';
import { REASON } from './console-shop.ts';
import { id, integer, line, optional, typed, word } from './fields.ts';
import { answers } from './path.ts';

/** Items that one change takes. */
export const BULK_MAX = 1000;
export const BULK_ACTIONS = ['withhold', 'feature', 'deal'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

const bulk = {
  action: word(BULK_ACTIONS),
  /** Product numbers and ISBNs, separated by blanks, commas or line ends. */
  items: typed(1, 40_000),
  /** Days of `feature` and `deal`, both included. */
  from: optional(line(0, 20)),
  until: optional(line(0, 20)),
  /** Of `deal`: what is taken off the list price. */
  percent: optional(integer(1, 99)),
};

/** One decision about many items: previewed, applied in one step, undone in one step. */
export const consoleBulkPaths = {
  /** Previews the changes. */
  'POST /console/shop/bulk/preview': answers<BulkPreview>().taking(bulk),
  /**
   * `changes` is the number that the preview gave: STALE where it is another one now. CONFIRM_NUMBER with the number of deals
   * that are doubtful.
   */
  'POST /console/shop/bulk': answers<DecidedTogether>().taking({
    ...bulk,
    changes: integer(1, BULK_MAX),
    reason: REASON,
    confirmation: optional(line(0, 20)),
  }),
  /** Undoes the decisions with these numbers. */
  'POST /console/shop/bulk/take-back': answers<DecidedTogether>().taking({
    firstId: id(),
    lastId: id(),
    reason: REASON,
  }),
  /** The latest 20 of these changes, newest first. */
  'GET /console/shop/bulk/history': answers<BulkHistory>().taking({}),
} as const;

export interface BulkPreview {
  readonly rows: readonly BulkRow[];
  /** What no item has as its number or ISBN. */
  readonly unknown: readonly string[];
  readonly changes: number;
  readonly doubtful: number;
}

export interface BulkRow {
  readonly itemId: number;
  readonly title: string;
  readonly isbn13: string;
  readonly shopPrice: number;
  /** The price in a deal; null for other changes. */
  readonly dealPrice: number | null;
  /** Why nothing would change, or what makes a deal doubtful; null for a plain change. */
  readonly note: 'same' | 'noListPrice' | 'fixedPrice' | 'low' | null;
}

export interface BulkHistoryEntry extends AuditView {
  /** Null where it can't be taken back. */
  readonly made: DecidedTogether | null;
}

export interface BulkHistory {
  readonly entries: readonly BulkHistoryEntry[];
}
