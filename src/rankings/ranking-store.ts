import type { KstDay, KstMonth } from '../clock.ts';
import type { DatedKind } from './dated-period.ts';
import type { AgeBand } from './sale.ts';

/** Longest list that is published (docs/lists.md#length). */
export const LIST_DEPTH_MAX = 1000;

/** A = all buyers (docs/api.md#parameters). */
export const SEXES = ['A', 'M', 'F'] as const;
export type Sex = (typeof SEXES)[number];

/** 255 = all ages (docs/api.md#parameters). */
export const AGES = [255, 10, 20, 30, 40, 50, 60] as const;
export type Age = 255 | AgeBand;

/** Orders of the new-product lists (docs/lists.md#new-products). */
export const NEW_PRODUCT_SORTS = ['RegDate', 'Sales', 'New', 'LowPrice', 'HighPrice', 'Name'] as const;
export type NewProductSort = (typeof NEW_PRODUCT_SORTS)[number];

/** The part of an edition that a request reads. */
export interface ListCell {
  readonly categoryId: string;
  /** A for kinds without lists by sex (all but monthly and overall). */
  readonly sex: Sex;
  /** 255 for kinds without lists by age. */
  readonly age: Age;
  /** Only for the new-product kinds. */
  readonly sort?: NewProductSort;
}

/** Kinds of lists (docs/lists.md#at-a-glance). */
export const EDITION_KINDS = [
  'monthly',
  'overall',
  'weekly',
  'daily',
  'realtime',
  'steady',
  'deal',
  'newProduct',
  'attentionNew',
] as const;
export type EditionKind = (typeof EDITION_KINDS)[number];

/** The lists of one kind and period as they were published last. */
export interface Edition {
  readonly kind: EditionKind;
  /**
   * What it describes: the KstMonth of a monthly list, the KstWeek of a weekly one, the ten-minute bucket (Unix ms / 600,000)
   * of a realtime one, the KstDay on which lists of deals and new products hold, otherwise the last KstDay that is counted.
   */
  readonly period: number;
  /** Grows with every publication of the same kind and period. */
  readonly version: number;
  /** The last day whose orders it counts. */
  readonly untilDay: KstDay;
  readonly publishedAtMs: number;
}

/** A ranked list as published. The arrays run in parallel, first rank first. */
export interface RankedList {
  readonly itemIds: readonly number[];
  /**
   * Previous rank minus current rank in the preceding edition; null = not in it (docs/lists.md#rank-change).
   */
  readonly upDowns: readonly (number | null)[];
}

/** Serves published lists. Every method throws StoreUnavailableError when they are damaged or can't be read. */
export interface RankingStore {
  /** Changes (by `!==`) with each publication. Never throws. */
  version(): unknown;
  /** The current edition of a kind and period, or null if none was ever published. */
  findEdition(kind: EditionKind, period: number): Promise<Edition | null>;
  /** The current edition of the latest period of a kind, or null if none was ever published. */
  findLatestEdition(kind: EditionKind): Promise<Edition | null>;
  /** The first and the last period that have an edition, or null if there is none. */
  findPeriods(kind: DatedKind): Promise<{ readonly first: number; readonly last: number } | null>;
  /** The whole list of a cell as it is published now, empty if nothing in it sold. */
  readList(edition: Pick<Edition, 'kind' | 'period'>, cell: ListCell): Promise<RankedList>;
  /** The list of every month, oldest first, in which the item stands in a cell: used by the product page. */
  listRanksOfItem(itemId: number, categoryId: string): Promise<readonly { month: KstMonth; rank: number }[]>;
}
