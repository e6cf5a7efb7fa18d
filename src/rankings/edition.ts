import {
  formatKstDay,
  formatKstMonth,
  formatKstWeek,
  type KstDay,
  kstMonthFirstDay,
  kstMonthOfDay,
  kstWeekFirstDay,
  kstWeekOfDay,
} from '../clock.ts';
import { AGE_BANDS, type AgeBand, type BuyerSex } from './sale.ts';

/** A = all buyers (docs/api.md#parameters). */
export const SEXES = ['A', 'M', 'F'] as const;
export type Sex = (typeof SEXES)[number];

/** 255 = all ages (docs/api.md#parameters). */
export const AGES = [255, 10, 20, 30, 40, 50, 60] as const;
export type Age = 255 | AgeBand;

export const NEW_PRODUCT_SORTS = ['RegDate', 'Sales', 'New', 'LowPrice', 'HighPrice', 'Name'] as const;
export type NewProductSort = (typeof NEW_PRODUCT_SORTS)[number];

export interface ListCell {
  readonly categoryId: string;
  /** Only monthly and overall lists exist by sex and age; by default all buyers. */
  readonly sex?: Sex;
  readonly age?: Age;
  /** Only for the new-product kinds, RegDate by default. */
  readonly sort?: NewProductSort;
}

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

/** The kinds that change within a day. They are refreshed every ten minutes. */
export const FRESH_KINDS: readonly EditionKind[] = ['realtime', 'deal', 'newProduct', 'attentionNew'];

export interface Edition {
  readonly kind: EditionKind;
  /**
   * By kind: a KstMonth for monthly lists, a KstWeek for weekly lists, a ten-minute bucket for realtime lists, the current KstDay
   * for deals and new products. For other kinds, the last KstDay counted.
   */
  readonly period: number;
  /** Grows with every publication of the same kind and period. */
  readonly version: number;
  readonly untilDay: KstDay;
  readonly publishedAtMs: number;
}

/** Entries of a published list, as parallel arrays, first rank first. */
export interface RankedList {
  readonly itemIds: readonly number[];
  /** Rank in the preceding edition minus current rank; null = new in the list (docs/lists.md#rank-change). */
  readonly upDowns: readonly (number | null)[];
}

/** Kinds of lists that a request selects by date. Their periods are consecutive numbers. */
export const DATED_KINDS = {
  monthly: { ofDay: kstMonthOfDay, firstDay: kstMonthFirstDay, format: formatKstMonth },
  weekly: { ofDay: kstWeekOfDay, firstDay: kstWeekFirstDay, format: formatKstWeek },
  daily: { ofDay: (day: KstDay) => day, firstDay: (day: KstDay) => day, format: formatKstDay },
} as const;
export type DatedKind = keyof typeof DATED_KINDS;

export function isDated(kind: string): kind is DatedKind {
  return kind in DATED_KINDS;
}

export interface DatedPeriod {
  readonly kind: DatedKind;
  readonly period: number;
}

export const REALTIME_BUCKET_MS = 600_000;

export function realtimeBucketOf(epochMs: number): number {
  return Math.floor(epochMs / REALTIME_BUCKET_MS);
}

/**
 * The number of a list among the lists of one category in an edition; -1 if the kind has no such list. Monthly and overall
 * editions have a cell for each sex and age, sex first. New-product editions have a cell for each sort order.
 */
export function editionCell(kind: EditionKind, { sex = 'A', age = 255, sort = 'RegDate' }: ListCell): number {
  if (kind === 'monthly' || kind === 'overall') return SEXES.indexOf(sex) * AGES.length + AGES.indexOf(age);
  if (sex !== 'A' || age !== 255) return -1;
  return kind === 'newProduct' || kind === 'attentionNew' ? NEW_PRODUCT_SORTS.indexOf(sort) : 0;
}

/** Segments of buyers: sex (unknown, M, F) times age band (six, unknown). Every copy is in exactly one segment. */
export const BUYER_SEGMENTS = 21;

export const CELL_COUNT = SEXES.length * AGES.length;

/** A further cell of a month: the lists of all buyers, sorted by item number, each item with its rank (ranked-lists.ts). */
export const RANKS_CELL = SEXES.length * AGES.length;

const UNKNOWN_BAND = AGE_BANDS.length;
const BANDS = UNKNOWN_BAND + 1;

/** 0 unknown, 1 M, 2 F, in segments and in the ledger. */
export function sexCode(sex: BuyerSex | null): number {
  return sex === null ? 0 : SEXES.indexOf(sex);
}

/** `sex` is a sexCode; `age` in full years, null when unknown. */
export function segmentOf(sex: number, age: number | null): number {
  const band = age === null ? UNKNOWN_BAND : AGE_BANDS.findLastIndex((from) => age >= from);
  return sex * BANDS + Math.max(band, 0);
}

/** Buyers of unknown sex or age count only in lists of all sexes or all ages (docs/lists.md#segments). */
export function segmentsOfCell(cell: number): number[] {
  const sex = Math.floor(cell / AGES.length);
  const age = cell % AGES.length;
  const segments: number[] = [];
  for (let segment = 0; segment < BUYER_SEGMENTS; segment++) {
    const sexFits = sex === 0 || Math.floor(segment / BANDS) === sex;
    const ageFits = age === 0 || segment % BANDS === age - 1;
    if (sexFits && ageFits) segments.push(segment);
  }
  return segments;
}
