import { oneAtATick } from '../base/one-at-a-tick.ts';
import type { KstDay } from '../clock.ts';
import type { Reader } from '../sql-database.ts';
import { type CategoryNode, layOutCategories, SELECT_CATEGORIES } from './category.ts';
import type { Author, Item } from './item.ts';
import { type ChangeMark, markOf, perRevision, type Revision } from './revision.ts';

/** An item with its operators' overrides applied, and without a link to an e-book that isn't visible. */
export interface StoredItem extends Item {
  /** Sales index of the last tally; null before the first sale. */
  readonly salePoint: number | null;
}

export interface ItemChanges {
  readonly items: readonly { readonly itemId: number; readonly isVisible: boolean }[];
  /** Whether the catalogue lacks the change `after`, for example because a backup was restored. */
  readonly isUnknown: boolean;
  /** The last listed change. If no change is listed: `after` or, if `after` is null, the catalogue's last change. */
  readonly last: ChangeMark;
  readonly hasMore: boolean;
}

/** Whether the public may see an item: it exists and isn't withheld (docs/lists.md#visible-items). */
export function isPublic(item: StoredItem | null | undefined): item is StoredItem {
  return item !== null && item !== undefined && !item.withheld;
}

/** The items that lists leave out (docs/lists.md#visible-items). Each change makes a new object, so it can be a cache key. */
export interface LeftOut {
  readonly isNothing: boolean;
  has(itemId: number): boolean;
}

export type CatalogStore = ReturnType<typeof createCatalogStore>;

/**
 * Reads the catalogue as of the last commit, in one statement for all reads of a tick. `inOneRevision` gives several statements
 * the same commit. Every method throws StoreUnavailableError.
 */
export function createCatalogStore(sql: Reader, revision: Revision) {
  const leftOut = createLeftOut(sql, revision);
  const findItems = readerOf(sql, ITEMS, ({ itemId, data, salePoint }: ItemRow): [number, StoredItem] => {
    const item: Item = JSON.parse(data);
    return [itemId, { ...item, salePoint }];
  });
  const findAuthors = readerOf(sql, AUTHORS, (author: Author) => [author.authorId, author]);
  const findByIsbn13s = readerOf(sql, ISBN13S, ({ isbn13, itemId }: Pick<Item, 'isbn13' | 'itemId'>) => [
    isbn13,
    itemId,
  ]);
  const findKnown = readerOf(sql, KNOWN, ({ itemId }: Pick<Item, 'itemId'>) => [itemId, true]);
  const listCategories = perRevision(revision, async () =>
    layOutCategories(await sql.query<CategoryNode>(SELECT_CATEGORIES)),
  );

  async function findVisible(itemIds: readonly number[]): Promise<(itemId: number) => boolean> {
    const known = await findKnown(itemIds);
    const hidden = await leftOut.hidden();
    return (itemId) => known.has(itemId) && !hidden.has(itemId);
  }

  async function listContributors(itemId: number) {
    const { contributors = [] } = (await findItems([itemId])).get(itemId) ?? {};
    const authorIds = contributors.flatMap(({ authorId }) => authorId ?? []);
    const authors = authorIds.length === 0 ? null : await findAuthors(authorIds);
    return contributors.map(({ authorId, authorType }) => ({
      role: authorType,
      author: (authorId !== null && authors?.get(authorId)) || null,
    }));
  }

  return {
    /** The number of the catalogue's last visible commit, the same for every process. */
    async readRevision(): Promise<number> {
      const [state] = await sql.query<{ revision: number }>('SELECT revision FROM catalog_state');
      return state?.revision ?? 0;
    },
    /** The items in the order of `itemIds`, including withheld items; null for unknown numbers. */
    async findItems(itemIds: readonly number[]): Promise<readonly (StoredItem | null)[]> {
      const found = await findItems(itemIds);
      const items = itemIds.map((itemId) => found.get(itemId) ?? null);
      const ebookIds = items.flatMap((item) => item?.ebookId ?? []);
      if (ebookIds.length === 0) return items;
      const isVisible = await findVisible(ebookIds);
      return items.map((item) =>
        item === null || item.ebookId === null || isVisible(item.ebookId) ? item : { ...item, ebookId: null },
      );
    },
    /** The item with this ISBN13, or null. Of several, a visible item comes first, then the lowest number. */
    findItemIdByIsbn13: async (isbn13: string): Promise<number | null> =>
      (await findByIsbn13s([isbn13])).get(isbn13) ?? null,
    /** The item's first contributor who has an author record (docs/api.md#author), or null. */
    async findItemAuthor(itemId: number) {
      const first = (await listContributors(itemId)).find(({ author }) => author !== null);
      return first?.author ? { ...first.author, authorType: first.role } : null;
    },
    /** The item's contributors in the feed's order. `role` is empty if unknown; `authorId` is null without an author record. */
    listContributors: async (itemId: number) =>
      (await listContributors(itemId)).map(({ role, author }) => ({
        role,
        authorId: author?.authorId ?? null,
      })),
    findAuthor: async (authorId: number): Promise<Author | null> =>
      (await findAuthors([authorId])).get(authorId) ?? null,
    /** Parents before children, siblings by id. */
    listCategories: () => listCategories(),
    /** The items that lists leave out. With `dealDay`, also all items without a deal on that day. */
    leftOut: (dealDay: KstDay | null = null): Promise<LeftOut> =>
      dealDay === null ? leftOut.hidden() : leftOut.deals(dealDay),
    /** Up to `limit` items changed after `after`, in the order of their last changes (docs/api.md#changes). */
    listChanges: (after: ChangeMark | null, limit: number) => listChanges(sql, after, limit),
    async countItems(): Promise<number> {
      const [count] = await sql.query<{ items: number }>('SELECT count(*) AS items FROM item');
      return count?.items ?? 0;
    },
  };
}

/** Reads rows by key, with one statement for all calls of a tick. `entryOf` returns the key and the value of a row. */
const readerOf = <Row extends object, Key extends string | number, Value>(
  sql: Reader,
  text: string,
  entryOf: (row: Row) => readonly [Key, Value],
) => oneAtATick(async (keys: readonly Key[]) => new Map((await sql.query<Row>(text, [keys])).map(entryOf)));

interface ItemRow extends Pick<StoredItem, 'itemId' | 'salePoint'> {
  readonly data: string;
}

const ITEMS = `
  SELECT item_id AS "itemId", data, sale_point AS "salePoint"
  FROM item
  LEFT JOIN item_sale_point USING (item_id)
  WHERE item_id = ANY ($1)`;

const KNOWN = 'SELECT item_id AS "itemId" FROM search_item WHERE item_id = ANY ($1)';

// Descending, because the last row of an ISBN wins: a visible item, and of several items the lowest number.
const ISBN13S = `
  SELECT isbn13, item_id AS "itemId"
  FROM item
  WHERE isbn13 = ANY ($1) AND isbn13 <> ''
  ORDER BY withheld DESC, item_id DESC`;

const AUTHORS = `
  SELECT author_id AS "authorId", author, birth_date AS "birthDate", death_date AS "deathDate",
    debut_title AS "debutTitle", details
  FROM author
  WHERE author_id = ANY ($1)`;

interface ChangeRow {
  readonly item_id: number;
  readonly item_no: number;
  /** Null once the item is deleted. */
  readonly withheld: number | null;
}

async function listChanges(sql: Reader, after: ChangeMark | null, limit: number): Promise<ItemChanges> {
  const from = await markOf(sql, after?.no ?? null);
  if (after !== null && after.mark !== from.mark)
    return { isUnknown: true, items: [], last: after, hasMore: false };
  const rows = await sql.query<ChangeRow>(
    `SELECT s.item_id, s.item_no, i.withheld
     FROM search_item AS s
     LEFT JOIN item AS i ON i.item_id = s.item_id
     WHERE s.item_no > $1
     ORDER BY s.item_no
     LIMIT $2`,
    [from.no, limit + 1],
  );
  const listed = rows.slice(0, limit);
  const last = listed.at(-1);
  return {
    isUnknown: false,
    items: listed.map(({ item_id, withheld }) => ({ itemId: item_id, isVisible: withheld === 0 })),
    last: last === undefined ? from : await markOf(sql, last.item_no),
    hasMore: rows.length > limit,
  };
}

/** Caches the withheld and deleted items, so that no list has to query its items one by one. */
function createLeftOut(sql: Reader, revision: Revision) {
  let hidden: HiddenItems | null = null;
  return {
    hidden: perRevision(revision, async () => {
      const mark = await markOf(sql, hidden?.last.no ?? 0);
      // The first load, or the catalogue was replaced or restored.
      if (hidden?.last.mark !== mark.mark)
        hidden = { itemIds: new Set(), last: await markOf(sql, 0), leftOut: NOTHING };
      return readHidden(sql, hidden);
    }),
    deals: perRevision(revision, async (day: KstDay): Promise<LeftOut> => {
      const lasting = await sql.query<{ item_id: number }>(
        'SELECT item_id FROM item WHERE deal_until >= $1 AND deal_from <= $1 AND withheld = 0',
        [day],
      );
      const itemIds = new Set(lasting.map(({ item_id }) => item_id));
      return { isNothing: false, has: (itemId) => !itemIds.has(itemId) };
    }),
  };
}

const NOTHING: LeftOut = { isNothing: true, has: () => false };

interface HiddenItems {
  readonly itemIds: Set<number>;
  /** The last change that was read. */
  last: ChangeMark;
  leftOut: LeftOut;
}

/** Reads the items that were hidden or shown since `last`. */
async function readHidden(sql: Reader, hidden: HiddenItems): Promise<LeftOut> {
  const { itemIds } = hidden;
  const changes = await sql.query<{ item_id: number; shown_no: number; withheld: number | null }>(
    `SELECT s.item_id, s.shown_no, i.withheld
     FROM search_item AS s
     LEFT JOIN item AS i ON i.item_id = s.item_id
     WHERE s.shown_no > $1
     ORDER BY s.shown_no`,
    [hidden.last.no],
  );
  const newest = changes.at(-1);
  if (newest === undefined) return hidden.leftOut;
  const read = await markOf(sql, newest.shown_no);
  // Overlapping reads may end in the wrong order: changes that a later read has applied are skipped.
  for (const { item_id, withheld } of changes.filter(({ shown_no }) => shown_no > hidden.last.no))
    if (withheld === 0) itemIds.delete(item_id);
    else itemIds.add(item_id);
  if (read.no > hidden.last.no) hidden.last = read;
  hidden.leftOut = { isNothing: itemIds.size === 0, has: (itemId) => itemIds.has(itemId) };
  return hidden.leftOut;
}
