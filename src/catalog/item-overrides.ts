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

/** One decision by an operator, about one item or several. */
export interface RecordedDecision {
  readonly decisionId: number;
  /** How many items it is about. */
  readonly items: number;
  /** Why, in the operator's words; empty if not given. */
  readonly reason: string;
  /** Whether it can be taken back: within 30 days, once. */
  readonly isKept: boolean;
}

/** What a decision did. */
export interface Decided {
  readonly decisionId: number;
  /** Items that changed. */
  readonly items: number;
  /** Items that stay as they are: they are gone, are so already, or were decided again since. */
  readonly left: number;
}

/** Fields with a new value; those that are undefined follow the feed again. */
export type OverrideChange = { readonly [Field in OverrideField]?: OverrideFields[Field] | undefined };

/** The lists of items: withheld, featured or in a deal on a day or later, and with corrected data. */
export const OVERRIDE_LISTS = [...OFFER_FIELDS, 'data'] as const;

export interface OverrideList {
  readonly field: (typeof OVERRIDE_LISTS)[number];
  readonly fromDay: KstDay;
  readonly offset: number;
  readonly limit: number;
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
