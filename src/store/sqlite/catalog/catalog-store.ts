import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { CatalogStore, ItemChanges, StoredItem } from '../../../catalog/catalog-store.ts';
import { layOutCategories } from '../../../catalog/category.ts';
import type { Author, Item } from '../../../catalog/item.ts';
import { untilChanged } from '../../../until-changed.ts';
import { dataVersionOf } from '../data-version.ts';
import { readSafely } from '../file-faults.ts';
import { rowOf, rowsOf, SELECT_CATEGORIES } from '../rows.ts';

/**
 * Reads the catalogue file through a connection that nobody writes on. The version of its data shows what others
 * commit, from any process, without reading a table.
 */
export function createSqliteCatalogStore(db: DatabaseSync): CatalogStore {
  const sql = prepareStatements(db);
  const inOneState = createReading(db);
  const dataVersion = dataVersionOf(db);
  const revisionAt = untilChanged((_version: unknown) => Number(sql.revision.get()?.revision));
  const readRevision = () => revisionAt(dataVersion());
  const categoriesAt = untilChanged((_revision: number) => layOutCategories(rowsOf(sql.categories)));
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
    revision: async () => readSafely(readRevision),
    version: () => readSafely(dataVersion),
    findItems: async (itemIds) => inOneState(() => itemIds.map(findItem)),
    findItemIdByIsbn13: async (isbn13) => readSafely(() => numberOrNull(sql.isbn13.get(isbn13)?.item_id)),
    findItemAuthor: async (itemId) =>
      inOneState(() => {
        const first = listContributors(itemId).find(({ author }) => author !== null);
        return first?.author ? { ...first.author, authorType: first.role } : null;
      }),
    listContributors: async (itemId) =>
      inOneState(() =>
        listContributors(itemId).map(({ role, author }) => ({ role, authorId: author?.authorId ?? null })),
      ),
    findAuthor: async (authorId) => readSafely(() => findAuthor(authorId)),
    listCategories: async () => readSafely(() => categoriesAt(readRevision())),
    areVisible: async (itemIds) => inOneState(() => itemIds.map(isVisible)),
    listChanges: async (after, limit) => inOneState(() => listChanges(sql, after, limit)),
    countItems: async () => Number(sql.count.get()?.items),
  };
}

function prepareStatements(db: DatabaseSync) {
  return {
    revision: db.prepare('SELECT revision FROM catalog_state WHERE id = 1'),
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
    // Whole lists are looked up; of a large catalogue the index is read from memory where the items aren't.
    isWithheld: db.prepare('SELECT withheld FROM item INDEXED BY item_rank WHERE item_id = ?'),
    catalogue: db.prepare('SELECT catalogue FROM search_state WHERE id = 1'),
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

/** Runs several reads in one read transaction, so that they see one state of the file. */
function createReading(db: DatabaseSync): <T>(work: () => T) => T {
  const begin = db.prepare('BEGIN');
  const commit = db.prepare('COMMIT');
  return (work) => {
    if (db.isTransaction) return work();
    return readSafely(() => {
      begin.run();
      try {
        return work();
      } finally {
        commit.run();
      }
    });
  };
}

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
