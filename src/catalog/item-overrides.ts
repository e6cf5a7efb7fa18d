import type { KstDay } from '../clock.ts';
import type { DayWindow, Deal } from './item.ts';

/** The fields of an item that operators may override (docs/rules/accounts.md#operators-decisions). */
export interface OverrideFields {
  readonly withheld: boolean;
  readonly attention: DayWindow | null;
  readonly deal: Deal | null;
}

export const OVERRIDE_FIELDS = ['withheld', 'attention', 'deal'] as const;
export type OverrideField = (typeof OVERRIDE_FIELDS)[number];

/** An item with the fields that operators may override: their values in force and where each comes from. */
export interface OverridableItem extends OverrideFields {
  readonly itemId: number;
  readonly title: string;
  readonly isbn13: string;
  /** Won. */
  readonly shopPrice: number;
  /** Won, outside of deals. */
  readonly salePrice: number;
  /** Null while the item says what its feed says. */
  readonly decision: ItemDecision | null;
}

export interface ItemDecision {
  /** What an operator decided; the other fields are the feed's. */
  readonly decided: Partial<OverrideFields>;
  /** What the feed said last. */
  readonly fed: OverrideFields;
  /** When an operator decided something last, Unix milliseconds. */
  readonly decidedAtMs: number;
}

/** Items whose field says something: withheld ones; those pointed out or in a deal on a day or later. */
export interface OverrideList {
  readonly field: OverrideField;
  readonly fromDay: KstDay;
  readonly offset: number;
  readonly limit: number;
}

/** The catalogue cannot be written to for some seconds: an import is under way. */
export class CatalogBusyError extends Error {
  override name = 'CatalogBusyError';
}

/**
 * Single items as operators look after them. A decision is in force from the next answer on, for search and lists as
 * for pages, and stands until an operator ends it, or its days are over: later feeds change what holds after that.
 */
export interface ItemOverrides {
  /** Null when there is no such item. */
  find(itemId: number): Promise<OverridableItem | null>;
  /** By the day on which they end, then by number; withheld ones by number. `totalCount` is that of all. */
  list(
    list: OverrideList,
  ): Promise<{ readonly items: readonly OverridableItem[]; readonly totalCount: number }>;
  /** Numbers of withheld items whose title holds a text, whatever its case, or whose ISBN13 it is. In their order. */
  findWithheld(text: string, limit: number): Promise<readonly number[]>;
  /**
   * Decides the fields given. What equals the feed's word is no decision and is not kept as one. Null when there is no
   * such item. Throws CatalogBusyError.
   */
  decide(itemId: number, change: Partial<OverrideFields>): Promise<OverridableItem | null>;
  /** Ends the decision of a field: what the feed says holds again. Null when there is no such item. Throws CatalogBusyError. */
  followFeed(itemId: number, field: OverrideField): Promise<OverridableItem | null>;
  /**
   * Ends decisions about days that are all before a day, so that the feed's next offer is not kept out by one that is
   * over. False when an import kept it from that; to be tried again.
   */
  endPassed(day: KstDay): Promise<boolean>;
}

/** The three fields of anything that has them. */
export function overrideFieldsOf({ withheld, attention, deal }: OverrideFields): OverrideFields {
  return { withheld, attention, deal };
}
