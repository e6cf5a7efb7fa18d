import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { CatalogStore, StoredItem } from '../../../catalog/catalog-store.ts';
import { layOutCategories } from '../../../catalog/category.ts';
import { ebookIdOf, withoutEbook } from '../../../catalog/ebook-link.ts';
import type { Author } from '../../../catalog/item.ts';
import { untilChanged } from '../../../until-changed.ts';
import { dataVersionOf } from '../data-version.ts';
import { readSafely } from '../file-faults.ts';
import { dealOf, rowOf, rowsOf, SELECT_CATEGORIES } from '../rows.ts';

/**
 * Reads the catalogue file through a connection that nobody writes on. The version of its data shows what others
 * commit, from any process, without reading a table.
 */
export function createSqliteCatalogStore(db: DatabaseSync, itemBytesMax = ITEM_BYTES_MAX): CatalogStore {
  const sql = prepareStatements(db);
  const inOneState = createReading(db);
  const dataVersion = dataVersionOf(db);
  const revisionAt = untilChanged((_version: unknown) => Number(sql.revision.get()?.revision));
  const readRevision = () => revisionAt(dataVersion());
  const categoriesAt = untilChanged((_revision: number) => layOutCategories(rowsOf(sql.categories)));
  const isVisible = (itemId: number) => sql.isWithheld.get(itemId)?.withheld === 0;
  const items = createItemMemory(db, itemBytesMax, (itemId) => {
    const row = sql.item.get(itemId);
    return row === undefined ? null : storedItemOf(row, isVisible);
  });
  const findAuthor = (authorId: number) => rowOf<Author>(sql.author, authorId);
  /** Contributors are kept as [authorId or null, role]. A record may be missing or come later. */
  const listContributors = (itemId: number) => {
    const kept: readonly (readonly [number | null, string])[] = JSON.parse(
      String(sql.contributors.get(itemId)?.contributors ?? '[]'),
    );
    return kept.map(([authorId, role]) => ({
      role,
      author: authorId === null ? null : findAuthor(authorId),
    }));
  };
  return {
    revision: async () => readSafely(readRevision),
    version: () => readSafely(dataVersion),
    findItems: async (itemIds) => items.known(itemIds) ?? inOneState(() => items.read(itemIds)),
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
    countItems: async () => Number(sql.count.get()?.items),
  };
}

function prepareStatements(db: DatabaseSync) {
  return {
    revision: db.prepare('SELECT revision FROM catalog_state WHERE id = 1'),
    item: db.prepare(`
      SELECT item_id, fragment, category_ids, sale_price, deal_price, deal_from, deal_until, sale_point, withheld
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
    contributors: db.prepare('SELECT contributors FROM item WHERE item_id = ?'),
    author: db.prepare(`
      SELECT author_id AS "authorId", author, birth_date AS "birthDate", death_date AS "deathDate",
        debut_title AS "debutTitle", details
      FROM author
      WHERE author_id = ?`),
    categories: db.prepare(SELECT_CATEGORIES),
    count: db.prepare('SELECT count(*) AS items FROM item'),
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

/** Room for the items that are remembered. */
const ITEM_BYTES_MAX = 16 * 1024 * 1024;
/** Memory of an item besides its template and the text that responses keep of it (bindFragment), as measured. */
const ITEM_BYTES = 1_300;

/**
 * Remembers items for as long as nobody has committed to the catalogue file. One call returns one state: everything
 * comes from memory, or is read in one transaction together with what is in memory of that state.
 */
function createItemMemory(db: DatabaseSync, bytesMax: number, find: (itemId: number) => StoredItem | null) {
  const dataVersion = dataVersionOf(db);
  const versionNow = db.prepare('PRAGMA data_version');
  let bytes = 0;
  const itemsAt = untilChanged((_version: unknown) => {
    bytes = 0;
    return new Map<number, StoredItem | null>();
  });
  return {
    /** The items, if all of them are remembered. */
    known(itemIds: readonly number[]): (StoredItem | null)[] | null {
      const items = itemsAt(dataVersion());
      const known: (StoredItem | null)[] = [];
      for (const itemId of itemIds) {
        const item = items.get(itemId);
        if (item === undefined) return null;
        known.push(item);
      }
      return known;
    },
    /** To be called in a read transaction, which may see a later commit than this turn of the event loop began with. */
    read(itemIds: readonly number[]): (StoredItem | null)[] {
      const items = itemsAt(versionNow.get()?.data_version);
      return itemIds.map((itemId) => {
        const known = items.get(itemId);
        if (known !== undefined) return known;
        const item = find(itemId);
        const room = ITEM_BYTES + 2 * (item?.template.length ?? 0);
        if (bytes + room > bytesMax) items.clear();
        bytes = items.size === 0 ? room : bytes + room;
        items.set(itemId, item);
        return item;
      });
    },
  };
}

function storedItemOf(row: Row, isVisible: (itemId: number) => boolean): StoredItem {
  const [mainCategoryId = '']: readonly string[] = JSON.parse(String(row.category_ids));
  return {
    itemId: Number(row.item_id),
    template: shownTemplate(bufferOf(row.fragment), isVisible),
    mainCategoryId,
    salePrice: Number(row.sale_price),
    deal: dealOf(row.deal_price, row.deal_from, row.deal_until),
    salePoint: numberOrNull(row.sale_point),
    withheld: row.withheld === 1,
  };
}

function shownTemplate(template: Buffer, isVisible: (itemId: number) => boolean): Buffer {
  const ebookId = ebookIdOf(template);
  return ebookId === null || isVisible(ebookId) ? template : withoutEbook(template);
}

function bufferOf(blob: SQLOutputValue | undefined): Buffer {
  if (!(blob instanceof Uint8Array)) throw new Error('the catalogue holds an item without a fragment');
  return Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
}

function numberOrNull(value: SQLOutputValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
