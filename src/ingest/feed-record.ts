import type { CategoryNode } from '../catalog/category.ts';
import type { Author, Item } from '../catalog/item.ts';
import type { Cancellation, SaleLine } from '../rankings/sale.ts';
import type { ItemName } from './item-name.ts';
import type { Reason } from './reason.ts';
import type { Fault } from './verdict.ts';

/** Kinds of feed records (docs/feeds.md#records). */
export const FEED_KINDS = ['category', 'author', 'item', 'patch', 'remove', 'sale', 'cancel'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** A feed line after validation: defaults filled in, text cleaned, times in Unix milliseconds. */
export type FeedRecord =
  | { readonly kind: 'category'; readonly category: CategoryNode; readonly unread?: UnreadFields }
  | { readonly kind: 'author'; readonly author: Author; readonly unread?: UnreadFields }
  | {
      readonly kind: 'item';
      readonly item: Item;
      /**
       * True when the feed gave no `registeredAt` and it is the time of receipt: an item that the store already knows
       * then keeps its own, so a second import changes nothing. Absent = given.
       */
      readonly registeredAtIsDefault?: boolean;
      /** Given when the shop uses other names than our numbers; the store then sets `item.itemId`. */
      readonly name?: ItemName;
      readonly unread?: UnreadFields;
      /** Why a price can't be read, which costs an item that isn't known yet. */
      readonly unreadPrice?: Fault;
    }
  | { readonly kind: 'patch'; readonly name: ItemName; readonly fields: Partial<Item> }
  /** `itemId` is 0 where only `name` tells. A name beside a number keeps that number. */
  | { readonly kind: 'remove'; readonly itemId: number; readonly name?: ItemName }
  /** With an external id the line's own `itemId` is 0 until the store has found the number. */
  | { readonly kind: 'sale'; readonly sale: SaleLine; readonly externalId?: string }
  | { readonly kind: 'cancel'; readonly cancellation: Cancellation; readonly returned?: ReturnedGoods };

/** Copies that come back: of what, and from whom, where that is said. */
export interface ReturnedGoods {
  readonly name: ItemName;
  readonly buyer: string | null;
}

/** Fields of a record that the feed gives and that can't be read: a known record keeps what it has. Left out = none. */
export type UnreadFields = ReadonlySet<string>;

/** The first line of a full feed. */
export interface FeedHeader {
  readonly kind: 'feed';
  readonly complete: 'items';
}

/** What is wrong with a line, for the operator. */
export interface FeedProblem {
  /** 1-based line of the file. */
  readonly line: number;
  /** The field at fault, such as `categoryIds` or `authors[0].author`; empty when the whole line is. */
  readonly field: string;
  /** The value given and the values allowed. */
  readonly reason: Reason;
}

/** What happened to the records of one kind. */
export interface FeedTally {
  /** Not known before. */
  added: number;
  /** Known, with other content. */
  changed: number;
  /** Known, with the same content: importing a file twice changes nothing. */
  unchanged: number;
  /** Sales and cancellations that arrived after their month was closed: kept, not counted. */
  late: number;
}

export type FeedSummary = Readonly<Record<FeedKind, Readonly<FeedTally>>>;
