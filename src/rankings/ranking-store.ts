import type { KstDay, KstMonth } from '../clock.ts';
import type { AgeBand } from './sale.ts';

/** Longest list that is published (decisions 3). */
export const LIST_DEPTH_MAX = 1000;

/** A = all buyers (spec 4, sex). */
export const SEXES = ['A', 'M', 'F'] as const;
export type Sex = (typeof SEXES)[number];

/** 255 = all ages (spec 4, age). */
export const AGES = [255, 10, 20, 30, 40, 50, 60] as const;
export type Age = 255 | AgeBand;

/** The part of an edition that one request asks for. */
export interface ListCell {
  readonly categoryId: string;
  readonly sex: Sex;
  readonly age: Age;
}

/** A published set of lists of one kind and period, immutable. */
export interface Edition {
  readonly kind: EditionKind;
  /** What it describes: the month of a monthly list. */
  readonly period: KstMonth;
  /** Grows by one with every publication of the same kind and period. */
  readonly version: number;
  /** The last day whose orders are in it. */
  readonly untilDay: KstDay;
  readonly publishedAtMs: number;
}

/** Kinds of lists that are published. More follow with the remaining lists of decisions 3. */
export const EDITION_KINDS = ['monthly'] as const;
export type EditionKind = (typeof EDITION_KINDS)[number];

/** A ranked list as published. The arrays run in parallel, first rank first. */
export interface RankedList {
  readonly itemIds: readonly number[];
  /** Previous rank minus current rank in the preceding edition; null = not in it (decisions 1, upDown). */
  readonly upDowns: readonly (number | null)[];
}

/** Serves published editions. */
export interface RankingStore {
  /** The edition in force of a kind and period, or null when none was ever published. */
  findEdition(kind: EditionKind, period: KstMonth): Promise<Edition | null>;
  /** The whole list of a cell, empty when nothing in it sold. Answers from the given edition even while a newer one is published. */
  readList(edition: Edition, cell: ListCell): Promise<RankedList>;
  /** The list of every month, oldest first, in which the item stands in a cell: used by the product page. */
  listRanksOfItem(itemId: number, categoryId: string): Promise<readonly { month: KstMonth; rank: number }[]>;
}
