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

/** An item with the fields that operators may override: the values in force and where each comes from. */
export interface OverridableItem extends OverrideFields {
  readonly itemId: number;
  readonly title: string;
  readonly isbn13: string;
  /** Won. */
  readonly shopPrice: number;
  /** Won, outside of deals. */
  readonly salePrice: number;
  /** Null while the item follows its feed. */
  readonly decision: ItemDecision | null;
}

export interface ItemDecision {
  /** What an operator decided; the other fields are the feed's. */
  readonly decided: Partial<OverrideFields>;
  /** The feed's last word. */
  readonly fed: OverrideFields;
  /** When an operator last decided something, Unix milliseconds. */
  readonly decidedAtMs: number;
}

/** Items with a value in a field: withheld ones, or those featured or in a deal on a day or later. */
export interface OverrideList {
  readonly field: OverrideField;
  readonly fromDay: KstDay;
  readonly offset: number;
  readonly limit: number;
}

/** The catalogue couldn't be written for some seconds because an import is under way. */
export class CatalogBusyError extends Error {
  override name = 'CatalogBusyError';
}

/**
 * Single items as operators manage them. A decision holds from the next answer on, in search, lists and pages, until
 * an operator ends it or its days are over. Later feeds change only what holds after that.
 */
export interface ItemOverrides {
  /** Null when there is no such item. */
  find(itemId: number): Promise<OverridableItem | null>;
  /** Sorted by the day on which they end, then by number; withheld ones by number. `totalCount` counts them all. */
  list(
    list: OverrideList,
  ): Promise<{ readonly items: readonly OverridableItem[]; readonly totalCount: number }>;
  /** Ascending numbers of the withheld items whose title contains a text, whatever its case, or whose ISBN13 it is. */
  findWithheld(text: string, limit: number): Promise<readonly number[]>;
  /**
   * Overrides the given fields. A value equal to the feed's is not stored as an override. Null when there is no such
   * item. Throws CatalogBusyError.
   */
  decide(itemId: number, change: Partial<OverrideFields>): Promise<OverridableItem | null>;
  /**
   * Ends the override of a field: the feed's value holds again. Null when there is no such item. Throws
   * CatalogBusyError.
   */
  followFeed(itemId: number, field: OverrideField): Promise<OverridableItem | null>;
  /**
   * Ends overrides whose days are all before a day, so that one that is over doesn't block the feed's next offer.
   * False when an import prevented it; try again later.
   */
  endPassed(day: KstDay): Promise<boolean>;
}

/** Picks the three fields from anything that has them. */
export function overrideFieldsOf({ withheld, attention, deal }: OverrideFields): OverrideFields {
  return { withheld, attention, deal };
}
