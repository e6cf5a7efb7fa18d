import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { memoizeLast } from '../base/memoize-last.ts';
import type { KstDay } from '../clock.ts';
import { dataVersionOf } from '../store/sqlite/database.ts';
import { createReading, readSafely } from '../store/sqlite/file-faults.ts';
import { rowOf, rowsOf, SELECT_CATEGORIES } from '../store/sqlite/rows.ts';
import { type Category, layOutCategories } from './category.ts';
import type { Author, Item } from './item.ts';
import { createLeftOut, type LeftOut } from './left-out.ts';

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

/** Whether the public may see an item: it exists and isn't withheld (docs/lists.md#visible-items). */
export function isPublic(item: StoredItem | null | undefined): item is StoredItem {
  return item !== null && item !== undefined && !item.withheld;
}

export type CatalogStore = ReturnType<typeof createCatalogStore>;

/**
 * Reads the catalogue as of the last committed import, through a connection that nobody writes on. Each call sees one state.
 * A caller that makes several calls and must not mix two states compares `revision()` before and after. Everything throws
 * StoreUnavailableError.
 */
export function createCatalogStore(db: DatabaseSync) {
  const sql = prepareStatements(db);
  const inOneState = createReading(db);
  const dataVersion = dataVersionOf(db);
  const revisionAt = memoizeLast((_version: unknown) => Number(sql.revision.get()?.revision));
  const readRevision = () => revisionAt(dataVersion());
  const leftOut = createLeftOut(db);
  const hiddenAt = memoizeLast((_version: unknown) => inOneState(leftOut.hidden));
  const dealsAt = memoizeLast((_revision: number) =>
    memoizeLast((day: KstDay) => inOneState(() => leftOut.deals(day))),
  );
  const categoriesAt = memoizeLast((_revision: number) => layOutCategories(rowsOf(sql.categories)));
  const isVisible = (itemId: number) => sql.isWithheld.get(itemId)?.withheld === 0;
  const findItem = (itemId: number): StoredItem | null => {
    const row = sql.item.get(itemId);
    return row === undefined ? null : storedItemOf(row, isVisible);
  };
  const findAuthor = (authorId: number) => rowOf<Author>(sql.author, authorId);
  /** A record may be missing or come later. */
  const listContributors = (itemId: number) =>
    (findItem(itemId)?.contributors ?? []).map(({ authorId, authorType }) => ({
      role: authorType,
      author: authorId === null ? null : findAuthor(authorId),
    }));
  return {
    /** Increases with every committed change that readers see. Cheap enough to read at every request. */
    revision: async () => readSafely(readRevision),
    /** A value that changes with every commit to the catalogue, by any process. Cheap enough to read at every request. */
    version: (): unknown => readSafely(dataVersion),
    /** The items in the order of the numbers, null for unknown numbers. Withheld items are returned and marked. */
    findItems: async (itemIds: readonly number[]) => inOneState(() => itemIds.map(findItem)),
    /**
     * The item with an ISBN13 (13 digits, not checked). If several items share an ISBN, the one with the lowest item
     * number that isn't withheld; null if there is none.
     */
    findItemIdByIsbn13: async (isbn13: string) =>
      readSafely(() => numberOrNull(sql.isbn13.get(isbn13)?.item_id)),
    /** The item's first contributor who has an author record (docs/api.md#author), with the role there, or null. */
    findItemAuthor: async (itemId: number) =>
      inOneState(() => {
        const first = listContributors(itemId).find(({ author }) => author !== null);
        return first?.author ? { ...first.author, authorType: first.role } : null;
      }),
    /**
     * All contributors of the item in the order of its author line; none for an unknown item. The role is empty when the feed gave
     * none, the number null if there is no author record.
     */
    listContributors: async (itemId: number) =>
      inOneState(() =>
        listContributors(itemId).map(({ role, author }) => ({ role, authorId: author?.authorId ?? null })),
      ),
    /** A person's record, or null. */
    findAuthor: async (authorId: number) => readSafely(() => findAuthor(authorId)),
    /** The whole tree, parents before children, siblings by id. */
    listCategories: async (): Promise<readonly Category[]> => readSafely(() => categoriesAt(readRevision())),
    /** What lists leave out; of a list of deals, with the day on which they have to last. */
    async leftOut(dealDay: KstDay | null = null): Promise<LeftOut> {
      return readSafely(() =>
        dealDay === null ? hiddenAt(dataVersion()) : dealsAt(readRevision())(dealDay),
      );
    },
    /**
     * Up to `limit` items that changed after the change `after` (docs/api.md#changes), each at its last change, in the order of
     * these; none without `after`.
     */
    listChanges: async (after: number | null, limit: number) =>
      inOneState(() => listChanges(sql, after, limit)),
    /** The number of items, including withheld ones. */
    countItems: async () => Number(sql.count.get()?.items),
  };
}

function prepareStatements(db: DatabaseSync) {
  return {
    revision: db.prepare('SELECT revision FROM catalog_state'),
    item: db.prepare(`
      SELECT data, sale_point
      FROM item
      LEFT JOIN item_sale_point USING (item_id)
      WHERE item_id = ?`),
    isbn13: db.prepare(`
      SELECT item_id
      FROM item
      WHERE isbn13 = ? AND isbn13 <> ''
      ORDER BY withheld, item_id
      LIMIT 1`),
    // Of a large catalogue the index is read from memory where the items aren't.
    isWithheld: db.prepare('SELECT withheld FROM item INDEXED BY item_rank WHERE item_id = ?'),
    catalogue: db.prepare('SELECT catalogue FROM catalog_state'),
    lastChange: db.prepare('SELECT coalesce(max(item_no), 0) AS item_no FROM search_item'),
    changes: db.prepare(`
      SELECT s.item_id, s.item_no, i.withheld
      FROM search_item AS s
      LEFT JOIN item AS i INDEXED BY item_rank ON i.item_id = s.item_id
      WHERE s.item_no > ?
      ORDER BY s.item_no
      LIMIT ?`),
    author: db.prepare(`
      SELECT author_id AS "authorId", author, birth_date AS "birthDate", death_date AS "deathDate",
        debut_title AS "debutTitle", details
      FROM author
      WHERE author_id = ?`),
    categories: db.prepare(SELECT_CATEGORIES),
    count: db.prepare('SELECT count(*) AS items FROM item'),
  };
}

function listChanges(
  sql: ReturnType<typeof prepareStatements>,
  after: number | null,
  limit: number,
): ItemChanges {
  const from = after ?? Number(sql.lastChange.get()?.item_no);
  const rows = sql.changes.all(from, limit + 1);
  const listed = rows.slice(0, limit);
  return {
    catalogue: String(sql.catalogue.get()?.catalogue),
    items: listed.map((row) => ({ itemId: Number(row.item_id), isVisible: row.withheld === 0 })),
    last: Number(listed.at(-1)?.item_no ?? from),
    hasMore: rows.length > limit,
  };
}

type Row = Record<string, SQLOutputValue>;

function storedItemOf(row: Row, isVisible: (itemId: number) => boolean): StoredItem {
  const item: Item = JSON.parse(String(row.data));
  const { ebookId } = item;
  return {
    ...item,
    // Whether it may be shown depends on another item (docs/api.md#item).
    ebookId: ebookId !== null && isVisible(ebookId) ? ebookId : null,
    salePoint: numberOrNull(row.sale_point),
  };
}

function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
