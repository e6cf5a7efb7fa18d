import type { KstDay } from '../clock.ts';
import type { ContentDetail, Item, YesNo } from './item.ts';

/** The fields of an item that operators may override (docs/accounts.md#operators-decisions). */
export interface OverrideFields
  extends Pick<Item, Exclude<OverrideField, 'bookIntroduction'>>,
    Pick<ContentDetail, 'bookIntroduction'> {}

/** Whether and how operators offer the item. */
export const OFFER_FIELDS = ['withheld', 'attention', 'deal'] as const;
/** Data that operators correct. */
export const DATA_FIELDS = [
  'title',
  'shopPrice',
  'salePrice',
  'categoryIds',
  'cover',
  'bookIntroduction',
] as const;
export const OVERRIDE_FIELDS = [...OFFER_FIELDS, ...DATA_FIELDS] as const;
export type OverrideField = (typeof OVERRIDE_FIELDS)[number];

/** An item with the fields that operators may override: the current values and where each comes from. */
export interface OverridableItem extends OverrideFields {
  readonly itemId: number;
  readonly isbn13: string;
  readonly fixedBookPriceYn: YesNo;
  /** Null while the item follows its feed. */
  readonly decision: ItemDecision | null;
}

export interface ItemDecision {
  /** What an operator decided; the other fields are the feed's. */
  readonly decided: Partial<OverrideFields>;
  /** The feed's latest value. */
  readonly fed: OverrideFields;
  /** When an operator last decided something, Unix milliseconds. */
  readonly decidedAtMs: number;
}

/** Maximum length of an operator's reason. */
export const REASON_MAX = 200;

/** One decision by an operator, as it was made. */
export interface RecordedDecision {
  readonly decisionId: number;
  readonly itemId: number;
  readonly fields: readonly OverrideField[];
  /** Earlier decisions about these fields. A missing field followed the feed. */
  readonly before: Partial<OverrideFields>;
  /** Why, in the operator's words; empty if not given. */
  readonly reason: string;
  /** Unix milliseconds. */
  readonly decidedAtMs: number;
}

/** The state after a decision, and the number of its record. */
export interface Decided {
  readonly item: OverridableItem;
  readonly decisionId: number;
}

/** Decisions about several items in one step, with consecutive numbers. */
export interface DecidedTogether {
  readonly items: number;
  readonly firstId: number;
  readonly lastId: number;
}

/** The lists of items: withheld, featured or in a deal on a day or later, and with corrected data. */
export const OVERRIDE_LISTS = [...OFFER_FIELDS, 'data'] as const;

export interface OverrideList {
  readonly field: (typeof OVERRIDE_LISTS)[number];
  readonly fromDay: KstDay;
  readonly offset: number;
  readonly limit: number;
}

/** One of several changes would change nothing, or its item is gone: somebody was faster, and nothing was changed. */
export class StaleChangesError extends Error {
  override name = 'StaleChangesError';
}

/** The catalogue couldn't be written for some seconds because an import is in progress. */
export class CatalogBusyError extends Error {
  override name = 'CatalogBusyError';
}

/**
 * Single items as operators manage them. A decision applies from the next response on, in search, lists and pages,
 * until an operator ends it or its days are over. Later feeds change only what applies after that.
 */
export interface ItemOverrides {
  /** Null if there is no such item. */
  find(itemId: number): Promise<OverridableItem | null>;
  /** Sorted by last day, then by number; those without days by number. `totalCount` counts all of them. */
  list(
    list: OverrideList,
  ): Promise<{ readonly items: readonly OverridableItem[]; readonly totalCount: number }>;
  /** Ascending numbers of the withheld items whose title contains a text, whatever its case, or whose ISBN13 it is. */
  findWithheld(text: string, limit: number): Promise<readonly number[]>;
  /**
   * Overrides the given fields. A value equal to the feed's isn't stored as an override. Null if there is no such item.
   * Here and below, `reason` has at most REASON_MAX characters and is stored with the decision. Throws
   * CatalogBusyError.
   */
  decide(itemId: number, change: Partial<OverrideFields>, reason?: string): Promise<Decided | null>;
  /**
   * Ends the override of a field, so that the feed's value applies again. Null if there is no such item. Throws
   * CatalogBusyError.
   */
  followFeed(itemId: number, field: OverrideField, reason?: string): Promise<Decided | null>;
  /**
   * Restores a decision's fields to what they were before it, whatever was decided since. That is a decision, too, and
   * can itself be undone. Null if the decision is unknown or its item is gone. Throws CatalogBusyError.
   */
  takeBack(decisionId: number, reason?: string): Promise<Decided | null>;
  /**
   * Overrides fields of several items, by number, in one step: readers see all of it or nothing. Null if there are none.
   * Throws StaleChangesError and CatalogBusyError.
   */
  decideTogether(
    changes: ReadonlyMap<number, Partial<OverrideFields>>,
    reason?: string,
  ): Promise<DecidedTogether | null>;
  /** Like `takeBack`, for all decisions from the first to the last number, made together. Throws CatalogBusyError. */
  takeBackTogether(firstId: number, lastId: number, reason?: string): Promise<DecidedTogether | null>;
  /** The decisions about an item, newest first. */
  listDecisions(itemId: number, limit: number): Promise<readonly RecordedDecision[]>;
  /** The reasons of decisions, by number, without those that have none. */
  findReasons(decisionIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /**
   * Ends overrides whose days are all before a day, so that an expired one doesn't block the feed's next offer. False
   * if an import prevented it; try again later.
   */
  endPassed(day: KstDay): Promise<boolean>;
}

/** The fields of an item that operators may override. */
export function overrideFieldsOf(item: Item): OverrideFields {
  const { withheld, attention, deal, title, shopPrice, salePrice, categoryIds, cover, contentDetail } = item;
  const bookIntroduction = contentDetail?.bookIntroduction ?? null;
  return { withheld, attention, deal, title, shopPrice, salePrice, categoryIds, cover, bookIntroduction };
}

/** An item with other values in the given fields. */
export function withOverrides(item: Item, { bookIntroduction, ...others }: Partial<OverrideFields>): Item {
  if (bookIntroduction === undefined) return { ...item, ...others };
  const { bookSummary = null, tableOfContents = null } = item.contentDetail ?? {};
  const isEmpty = (bookIntroduction ?? bookSummary ?? tableOfContents) === null;
  const contentDetail = isEmpty ? null : { bookIntroduction, bookSummary, tableOfContents };
  return { ...item, ...others, contentDetail };
}

/** The given fields that have a value. */
export function pickOverrides(
  values: Partial<OverrideFields>,
  fields: readonly string[],
): Partial<OverrideFields> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}

/** Whether two values are equal, whatever the order of their members: one may be a feed's, the other a form's. */
export function isSameOverride(
  left: OverrideFields[OverrideField] | undefined,
  right: OverrideFields[OverrideField] | undefined,
): boolean {
  const text = (value: unknown) =>
    typeof value === 'object' && value !== null
      ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : JSON.stringify(value);
  return text(left) === text(right);
}
