import type { Category } from './category.ts';
import type { Author, Item } from './item.ts';

/**
 * What the store keeps of an item for answering: its serialised fragment (see fragment.ts) and the few values
 * that an answer needs apart from it.
 */
export interface StoredItem {
  readonly itemId: number;
  /** Template bytes made by `serialiseItem` at import. */
  readonly template: Buffer;
  /** The item's first category; gives goodsSortNm when the feed named none. */
  readonly mainCategoryId: string;
  /** Won, outside of deals. */
  readonly salePrice: number;
  readonly deal: Item['deal'];
  /** Sales index of the last tally; null before the first sale. */
  readonly salePoint: number | null;
  readonly withheld: boolean;
}

/** A contributor's author record and the role that the contributor has in the item. */
export interface ItemAuthor extends Author {
  readonly authorType: string;
}

/**
 * Reads the catalogue as of the last committed import. One call sees one state; a caller that makes several
 * compares `revision()` before and after when it must not mix two.
 */
export interface CatalogStore {
  /** Grows with every committed change that can be seen through this port. Cheap enough to ask per request. */
  revision(): Promise<number>;
  /** The items in the order asked, null where the number is unknown. Withheld items are returned and marked. */
  findItems(itemIds: readonly number[]): Promise<readonly (StoredItem | null)[]>;
  /**
   * The item with an ISBN13 (13 digits, not checked). Where a shop gave several items the same ISBN, the one
   * not withheld with the lowest item number; null when there is none at all.
   */
  findItemIdByIsbn13(isbn13: string): Promise<number | null>;
  /** The first contributor of the item that has an author record (docs/rules/interface.md#author), or null. */
  findItemAuthor(itemId: number): Promise<ItemAuthor | null>;
  /** A person's record, or null. */
  findAuthor(authorId: number): Promise<Author | null>;
  /** The whole tree, parents before children, siblings by id. */
  listCategories(): Promise<readonly Category[]>;
  /** Numbers of all withheld items. Kept in memory by the adapter: lists ask it for every entry. */
  withheldItemIds(): Promise<ReadonlySet<number>>;
  /** For each item number whether it may be shown: known and not withheld. */
  areVisible(itemIds: readonly number[]): Promise<readonly boolean[]>;
  /** How many items there are, withheld ones included. */
  countItems(): Promise<number>;
}
