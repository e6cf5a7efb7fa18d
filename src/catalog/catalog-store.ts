import type { Category } from './category.ts';
import type { Author, Item } from './item.ts';

/** An item as its feed and its operators have it, without a link to an e-book that can't be shown. */
export interface StoredItem extends Item {
  /** Sales index of the last tally; null before the first sale. */
  readonly salePoint: number | null;
}

/** Items that changed. */
export interface ItemChanges {
  /** The identity of the catalogue: numbers of changes of another one mean nothing here. */
  readonly catalogue: string;
  readonly items: readonly { readonly itemId: number; readonly isVisible: boolean }[];
  /** The number of the last change listed; if none is, of `after`, or else of the last change of all. */
  readonly last: number;
  /** Whether items changed after it. */
  readonly hasMore: boolean;
}

/** A contributor's author record and the contributor's role for the item. */
export interface ItemAuthor extends Author {
  readonly authorType: string;
}

/** A contributor of an item, at the position of the name in the item's author line. */
export interface ItemContributor {
  /** Empty when the feed gave none. */
  readonly role: string;
  /** Null if there is no author record. */
  readonly authorId: number | null;
}

/**
 * Reads the catalogue as of the last committed import. Each call sees one state. A caller that makes several calls and
 * must not mix two states compares `revision()` before and after.
 */
export interface CatalogStore {
  /** Increases with every committed change visible through this port. Cheap enough to read at every request. */
  revision(): Promise<number>;
  /**
   * A value that changes with every commit to the catalogue or its published lists, by any process. Cheap enough to read
   * at every request. Throws StoreUnavailableError.
   */
  version(): unknown;
  /** The items in the order of the numbers, null for unknown numbers. Withheld items are returned and marked. */
  findItems(itemIds: readonly number[]): Promise<readonly (StoredItem | null)[]>;
  /**
   * The item with an ISBN13 (13 digits, not checked). If several items share an ISBN, the one with the lowest item
   * number that isn't withheld; null if there is none.
   */
  findItemIdByIsbn13(isbn13: string): Promise<number | null>;
  /** The item's first contributor who has an author record (docs/api.md#author), or null. */
  findItemAuthor(itemId: number): Promise<ItemAuthor | null>;
  /** All contributors of the item in the order of its author line; none for an unknown item. */
  listContributors(itemId: number): Promise<readonly ItemContributor[]>;
  /** A person's record, or null. */
  findAuthor(authorId: number): Promise<Author | null>;
  /** The whole tree, parents before children, siblings by id. */
  listCategories(): Promise<readonly Category[]>;
  /** For each item number, whether the item may be shown: it is known and not withheld. */
  areVisible(itemIds: readonly number[]): Promise<readonly boolean[]>;
  /**
   * Up to `limit` items that changed after the change `after` (docs/api.md#changes), each at its last change, in the order of these;
   * none without `after`.
   */
  listChanges(after: number | null, limit: number): Promise<ItemChanges>;
  /** The number of items, including withheld ones. */
  countItems(): Promise<number>;
}

/** Whether the public may see an item: it exists and isn't withheld (docs/lists.md#visible-items). */
export function isPublic(item: StoredItem | null | undefined): item is StoredItem {
  return item !== null && item !== undefined && !item.withheld;
}
