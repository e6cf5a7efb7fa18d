import type { KstDay } from '../clock.ts';
import type { ContentDetail, Item, YesNo } from './item.ts';

/** The fields of an item that operators may override (docs/accounts.md#operators-decisions). */
export interface OverrideFields
  extends Pick<Item, Exclude<OverrideField, 'bookIntroduction'>>,
    Pick<ContentDetail, 'bookIntroduction'> {}

/** Fields for whether and how an item is offered. */
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
  /** Null while no operator overrides anything. */
  readonly decision: ItemDecision | null;
}

export interface ItemDecision {
  /** The overridden values; all other fields are the feed's. */
  readonly decided: Partial<OverrideFields>;
  /** The latest values of the feed. */
  readonly fed: OverrideFields;
  /** When an operator last changed an override, Unix milliseconds. */
  readonly decidedAtMs: number;
}

/** Maximum length of an operator's reason. */
export const REASON_MAX = 200;

/** One decision by an operator, about one item or several. */
export interface RecordedDecision {
  readonly decisionId: number;
  /** Number of items. */
  readonly items: number;
  /** Why, in the operator's words; empty if not given. */
  readonly reason: string;
  /** Whether it can still be undone: within 30 days, once. */
  readonly isKept: boolean;
}

export interface Decided {
  readonly decisionId: number;
  /** Items that changed. */
  readonly items: number;
  /** Items that didn't change: deleted, already so, or decided again since. */
  readonly left: number;
}

/** New values by field; undefined = the field follows the feed again. */
export type OverrideChange = { readonly [Field in OverrideField]?: OverrideFields[Field] | undefined };

/** Filters for lists of items: withheld, featured or with a deal on or after a day, and with corrected data. */
export const OVERRIDE_LISTS = [...OFFER_FIELDS, 'data'] as const;

export interface OverrideList {
  readonly field: (typeof OVERRIDE_LISTS)[number];
  readonly fromDay: KstDay;
  readonly offset: number;
  readonly limit: number;
}

export function overrideFieldsOf(item: Item): OverrideFields {
  const { withheld, attention, deal, title, shopPrice, salePrice, categoryIds, cover, contentDetail } = item;
  const bookIntroduction = contentDetail?.bookIntroduction ?? null;
  return { withheld, attention, deal, title, shopPrice, salePrice, categoryIds, cover, bookIntroduction };
}

/** The item with the given fields replaced. */
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
