import type { KstDay } from '../clock.ts';
import type { DayWindow, Deal } from './item.ts';

/** What operators may decide of an item in place of the feed (docs/rules/accounts.md#operators-decisions). */
export interface DeskFields {
  readonly withheld: boolean;
  readonly attention: DayWindow | null;
  readonly deal: Deal | null;
}

export const DESK_FIELDS = ['withheld', 'attention', 'deal'] as const;
export type DeskField = (typeof DESK_FIELDS)[number];

/** An item as the operator's desk knows it: what is in force, and where it comes from. */
export interface DeskItem extends DeskFields {
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
  readonly decided: Partial<DeskFields>;
  /** What the feed said last. */
  readonly fed: DeskFields;
  /** When an operator decided something last, Unix milliseconds. */
  readonly decidedAtMs: number;
}

/** Items whose field says something: withheld ones; those pointed out or in a deal on a day or later. */
export interface DeskList {
  readonly field: DeskField;
  readonly fromDay: KstDay;
  readonly offset: number;
  readonly limit: number;
}

/** The catalogue cannot be written to for some seconds: an import is under way. */
export class DeskBusyError extends Error {
  override name = 'DeskBusyError';
}

/**
 * Single items as operators look after them. A decision is in force from the next answer on, for search and lists as
 * for pages, and stands until an operator ends it, or its days are over: later feeds change what holds after that.
 */
export interface ItemDesk {
  /** Null when there is no such item. */
  find(itemId: number): Promise<DeskItem | null>;
  /** By the day on which they end, then by number; withheld ones by number. `totalCount` is that of all. */
  list(list: DeskList): Promise<{ readonly items: readonly DeskItem[]; readonly totalCount: number }>;
  /** Numbers of withheld items whose title holds a text, whatever its case, or whose ISBN13 it is. In their order. */
  findWithheld(text: string, limit: number): Promise<readonly number[]>;
  /**
   * Decides the fields given. What equals the feed's word is no decision and is not kept as one. Null when there is no
   * such item. Throws DeskBusyError.
   */
  decide(itemId: number, change: Partial<DeskFields>): Promise<DeskItem | null>;
  /** Ends the decision of a field: what the feed says holds again. Null when there is no such item. Throws DeskBusyError. */
  followFeed(itemId: number, field: DeskField): Promise<DeskItem | null>;
  /**
   * Ends decisions about days that are all before a day, so that the feed's next offer is not kept out by one that is
   * over. False when an import kept it from that; to be tried again.
   */
  endPassed(day: KstDay): Promise<boolean>;
}

/** The three fields of anything that has them. */
export function deskFieldsOf({ withheld, attention, deal }: DeskFields): DeskFields {
  return { withheld, attention, deal };
}
