import type { KstDay, KstMonth } from '../clock.ts';

/** Why an order line counts what it counts (docs/lists.md#order-lines). */
export const LINE_RULES = [
  'first',
  'single',
  'organisation',
  'aggregate',
  'further',
  'reseller',
  'cancelled',
  'returned',
  'late',
  'itemExcluded',
  'buyerExcluded',
  'notYet',
  'unknownItem',
] as const;
export type LineRule = (typeof LINE_RULES)[number];

/** By what order lines are found: those of an item or a buyer in a month, of an order, or of a day. */
export type OrderSearch =
  /** A number, an ISBN13 or an external id. */
  (
    | { readonly by: 'item'; readonly text: string; readonly month: KstMonth }
    /** A reference, as feeds give it, or the mark of lines that were found. */
    | { readonly by: 'buyer' | 'mark'; readonly text: string; readonly month: KstMonth }
    | { readonly by: 'order'; readonly text: string }
    | { readonly by: 'day'; readonly day: KstDay }
  ) & { readonly offset: number; readonly limit: number };

/** An order line, and what it counts in the monthly list of its sale. */
export interface OrderLine {
  readonly orderId: string;
  readonly lineNo: number;
  readonly soldAtMs: number;
  readonly itemId: number | null;
  /** The number or ISBN that the line names where that leads to no item. */
  readonly title: string;
  readonly quantity: number;
  /** Copies of it that came back in time. */
  readonly returned: number;
  /** Stands for the buyer and doesn't reveal the reference; null where there is none. */
  readonly mark: string | null;
  readonly rule: LineRule;
  readonly copies: number;
}

/** All lines of an item in a month. */
export interface CountedItem {
  readonly itemId: number;
  /** Its number where there is no such item. */
  readonly title: string;
  /** What the lines sum up to by rule, in the order of LINE_RULES. */
  readonly rules: readonly {
    readonly rule: LineRule;
    readonly lines: number;
    readonly quantity: number;
    readonly copies: number;
  }[];
  /** Copies that the lines count now; the next tally publishes them. */
  readonly copies: number;
  /** Copies in the month's list, and its last day as yyyy-MM-dd; null where the month has none. */
  readonly published: { readonly copies: number; readonly untilDay: string } | null;
  /** The lines of the month were deleted (docs/lists.md#retention). */
  readonly isDeleted: boolean;
}

export interface FoundLines {
  /** In the order in which they count: by time, order and line number. */
  readonly lines: readonly OrderLine[];
  readonly totalCount: number;
  /** Where an item was searched for and is known. */
  readonly item: CountedItem | null;
}

/** What is left out of a month. */
export interface Exclusion {
  readonly month: KstMonth;
  /** One of both. */
  readonly itemId: number | null;
  readonly mark: string | null;
}

/** What an exclusion would change, or has changed. */
export interface ExclusionEffect {
  /** That would be left out, counted or not. */
  readonly lines: number;
  /** That they count now. */
  readonly copies: number;
  /** The items that lose most, at most 20. */
  readonly items: readonly {
    readonly itemId: number;
    readonly title: string;
    readonly before: number;
    readonly after: number;
  }[];
}

/** An exclusion in force. */
export interface RecordedExclusion {
  readonly exclusionId: number;
  /** As yyyy-MM. */
  readonly month: string;
  /** Of the item, or its number; empty for a buyer. */
  readonly title: string;
  readonly mark: string | null;
  readonly reason: string;
  readonly excludedAtMs: number;
}

/**
 * Order lines as operators look into them, and leave out of a month what was bought up
 * (docs/lists.md#restating-a-month). Nothing here reveals a buyer's reference.
 */
export interface OrderDesk {
  find(search: OrderSearch): Promise<FoundLines>;
  preview(exclusion: Exclusion): Promise<ExclusionEffect>;
  /**
   * The next tally counts the month without them, and without what came late. False, with nothing changed, when the month can't be
   * restated. Throws CatalogBusyError.
   */
  exclude(exclusion: Exclusion, reason: string): Promise<boolean>;
  /** Newest first. `totalCount` counts them all. */
  listExclusions(
    offset: number,
    limit: number,
  ): Promise<{ readonly exclusions: readonly RecordedExclusion[]; readonly totalCount: number }>;
  /** Ends an exclusion: the next tally counts the lines again. Returns it; null as above, or if it has ended. Throws CatalogBusyError. */
  undo(exclusionId: number): Promise<Exclusion | null>;
}
