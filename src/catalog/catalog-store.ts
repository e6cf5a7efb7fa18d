import { oneAtATick } from '../base/one-at-a-tick.ts';
import type { KstDay } from '../clock.ts';
import type { Reader } from '../sql-database.ts';
import { type CategoryNode, layOutCategories, SELECT_CATEGORIES } from './category.ts';
import { type ChangeMark, markOf } from './change-numbers.ts';
import type { Author, Item } from './item.ts';
import { perRevision, type Revision } from './revision.ts';

/** An item with its operators' overrides applied, and without a link to an e-book that isn't visible. */
export interface StoredItem extends Item {
  /** Sales index of the last tally; null before the first sale. */
  readonly salePoint: number | null;
}

export interface ItemChanges {
  readonly items: readonly { readonly itemId: number; readonly isVisible: boolean }[];
  /** Whether `after` isn't a change of this catalogue, as after a restore; the list is empty then. */
  readonly isUnknown: boolean;
  /** The last change listed. For an empty list: `after` or, without it, the catalogue's last change. */
  readonly last: ChangeMark;
  /** Whether more items have changed after `last`. */
  readonly hasMore: boolean;
}

/** Whether the public may see an item: it exists and isn't withheld (docs/lists.md#visible-items). */
export function isPublic(item: StoredItem | null | undefined): item is StoredItem {
  return item !== null && item !== undefined && !item.withheld;
}

/** The items that lists leave out (docs/lists.md#visible-items). A change of these makes a new object, for use as a cache key. */
export interface LeftOut {
  readonly isNothing: boolean;
  has(itemId: number): boolean;
}

export type CatalogStore = ReturnType<typeof createCatalogStore>;

/**
 * Reads the catalogue as of the last commit. Each statement reads one snapshot; callers whose statements must all read the same
 * one use `inOneRevision`. Reads of one tick are batched into one statement. Every method throws StoreUnavailableError.
 */
export function createCatalogStore(sql: Reader, revision: Revision) {
  const leftOut = createLeftOut(sql, revision);
  const findItems = oneAtATick((itemIds: readonly number[]) => readItems(sql, itemIds));
  const findAuthors = oneAtATick((authorIds: readonly number[]) => readAuthors(sql, authorIds));
  const findByIsbn13s = oneAtATick((isbn13s: readonly string[]) => readIsbn13s(sql, isbn13s));
  const findKnown = oneAtATick((itemIds: readonly number[]) => readKnown(sql, itemIds));
  const listCategories = perRevision(revision, async () =>
    layOutCategories(await sql.query<CategoryNode>(SELECT_CATEGORIES)),
  );

  /** Returns a test of which of these e-books may be shown (docs/api.md#item). */
  async function findVisible(itemIds: readonly number[]): Promise<(itemId: number) => boolean> {
    const known = await findKnown(itemIds);
    const hidden = await leftOut.hidden();
    return (itemId) => known.has(itemId) && !hidden.has(itemId);
  }

  /** A feed may bring a contributor's author record late or never. */
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
    /** Increases with every visible commit to the catalogue; equal on every instance. */
    async revision(): Promise<number> {
      const [state] = await sql.query<{ revision: number }>('SELECT revision FROM catalog_state');
      return state?.revision ?? 0;
    },
    /** The items in the order of `itemIds`, null for unknown numbers. Includes withheld items, with `withheld` set. */
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
    /**
     * The item with an ISBN13 (13 digits, not checked). If several items share an ISBN, the one with the lowest item
     * number that isn't withheld; null if there is none.
     */
    findItemIdByIsbn13: async (isbn13: string): Promise<number | null> =>
      (await findByIsbn13s([isbn13])).get(isbn13) ?? null,
    /** The item's first contributor who has an author record (docs/api.md#author), with their role, or null. */
    async findItemAuthor(itemId: number) {
      const first = (await listContributors(itemId)).find(({ author }) => author !== null);
      return first?.author ? { ...first.author, authorType: first.role } : null;
    },
    /**
     * The item's contributors in the order of its author line; none for an unknown item. `role` is empty if the feed gives none;
     * `authorId` is null if there is no author record.
     */
    listContributors: async (itemId: number) =>
      (await listContributors(itemId)).map(({ role, author }) => ({
        role,
        authorId: author?.authorId ?? null,
      })),
    /** A person's record, or null. */
    findAuthor: async (authorId: number): Promise<Author | null> =>
      (await findAuthors([authorId])).get(authorId) ?? null,
    /** The whole tree, parents before children, siblings by id. */
    listCategories: () => listCategories(),
    /** The items that lists leave out; with `dealDay`, also those without a deal on that day. */
    leftOut: (dealDay: KstDay | null = null): Promise<LeftOut> =>
      dealDay === null ? leftOut.hidden() : leftOut.deals(dealDay),
    /** Up to `limit` items changed since `after`, by their last changes (docs/api.md#changes); none without `after`. */
    listChanges: (after: ChangeMark | null, limit: number) => listChanges(sql, after, limit),
    /** The number of items, including withheld ones. */
    async countItems(): Promise<number> {
      const [count] = await sql.query<{ items: number }>('SELECT count(*) AS items FROM item');
      return count?.items ?? 0;
    },
  };
}

interface ItemRow {
  readonly item_id: number;
  readonly data: string;
  readonly sale_point: number | null;
}

async function readItems(sql: Reader, itemIds: readonly number[]): Promise<ReadonlyMap<number, StoredItem>> {
  const rows = await sql.query<ItemRow>(
    `SELECT item_id, data, sale_point
     FROM item
     LEFT JOIN item_sale_point USING (item_id)
     WHERE item_id = ANY ($1)`,
    [itemIds],
  );
  return new Map(
    rows.map(({ item_id, data, sale_point: salePoint }) => {
      const item: Item = JSON.parse(data);
      return [item_id, { ...item, salePoint }];
    }),
  );
}

/** Which of these items are in the catalogue. */
async function readKnown(sql: Reader, itemIds: readonly number[]): Promise<ReadonlyMap<number, true>> {
  const select = 'SELECT item_id FROM search_item WHERE item_id = ANY ($1)';
  const rows = await sql.query<{ item_id: number }>(select, [itemIds]);
  return new Map(rows.map(({ item_id }) => [item_id, true]));
}

async function readIsbn13s(sql: Reader, isbn13s: readonly string[]): Promise<ReadonlyMap<string, number>> {
  // In descending order, because the map keeps an ISBN's last row: the lowest number, of visible items if there are any.
  const rows = await sql.query<{ isbn13: string; item_id: number }>(
    `SELECT isbn13, item_id
     FROM item
     WHERE isbn13 = ANY ($1) AND isbn13 <> ''
     ORDER BY withheld DESC, item_id DESC`,
    [isbn13s],
  );
  return new Map(rows.map(({ isbn13, item_id }) => [isbn13, item_id]));
}

async function readAuthors(sql: Reader, authorIds: readonly number[]): Promise<ReadonlyMap<number, Author>> {
  const rows = await sql.query<Author>(
    `SELECT author_id AS "authorId", author, birth_date AS "birthDate", death_date AS "deathDate",
       debut_title AS "debutTitle", details
     FROM author
     WHERE author_id = ANY ($1)`,
    [authorIds],
  );
  return new Map(rows.map((author) => [author.authorId, author]));
}

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

/**
 * Caches the withheld and deleted items, so that no list has to query each of its items. After the first load, it reads only the
 * items hidden or shown since.
 */
function createLeftOut(sql: Reader, revision: Revision) {
  let followed: ReturnType<typeof followHidden> | null = null;
  return {
    hidden: perRevision(revision, async () => {
      const known = await markOf(sql, followed?.last().no ?? 0);
      // The first load, or the catalogue was replaced or restored.
      if (followed?.last().mark !== known.mark) followed = followHidden(sql, await markOf(sql, 0));
      return followed.now();
    }),
    /** For lists of deals: leaves out all items without a deal on `day`. */
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

interface HiddenRow {
  readonly item_id: number;
  readonly shown_no: number;
  /** Null once the item is deleted. */
  readonly withheld: number | null;
}

/** Tracks the hidden items of one catalogue by its change numbers, from `start`, which precedes the first change. */
function followHidden(sql: Reader, start: ChangeMark) {
  const items = new Set<number>();
  let last = start;
  let leftOut: LeftOut = { isNothing: true, has: () => false };
  return {
    /** The last change read so far. */
    last: () => last,
    async now(): Promise<LeftOut> {
      const changes = await sql.query<HiddenRow>(
        `SELECT s.item_id, s.shown_no, i.withheld
         FROM search_item AS s
         LEFT JOIN item AS i ON i.item_id = s.item_id
         WHERE s.shown_no > $1
         ORDER BY s.shown_no`,
        [last.no],
      );
      const newest = changes.at(-1);
      if (newest === undefined) return leftOut;
      const read = await markOf(sql, newest.shown_no);
      // Overlapping reads may return in the wrong order: changes that a later one has applied are skipped.
      for (const { item_id, withheld } of changes.filter(({ shown_no }) => shown_no > last.no))
        if (withheld === 0) items.delete(item_id);
        else items.add(item_id);
      if (read.no > last.no) last = read;
      leftOut = { isNothing: items.size === 0, has: (itemId) => items.has(itemId) };
      return leftOut;
    },
  };
}
