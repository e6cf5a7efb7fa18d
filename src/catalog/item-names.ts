import type { Reader, Writer } from '../sql-database.ts';
import { compactIsbn, hasValidIsbn13Check } from './isbn.ts';

/** At least one name isn't null (docs/feeds.md#naming-an-item). The item number has priority, then the external id. */
export interface ItemName {
  readonly itemId: number | null;
  readonly externalId: string | null;
  readonly isbn13: string | null;
}

export const nameOfNumber = (itemId: number): ItemName => ({ itemId, externalId: null, isbn13: null });

export type ItemNames = ReturnType<typeof createItemNames>;

interface Holders {
  itemIds: number[];
  /** Whether the database may have more items with this ISBN. */
  readonly hasMore: boolean;
  isStale: boolean;
}

/** Maps a shop's names of items to item numbers. For each batch: `load`, calls for its records, `write`. */
export function createItemNames(sql: Writer) {
  const isbns = createIsbns(sql);
  let numbers = new Map<string, number>();
  let added: (readonly [name: string, itemId: number])[] = [];
  /** The highest number in the database; null until a new number may be needed. */
  let highest: number | null = null;
  let seen = 0;

  const find = (name: ItemName | null): number | null => {
    if (name === null) return null;
    const { itemId, externalId, isbn13 } = name;
    if (itemId !== null) return itemId;
    if ((externalId ?? isbn13) === null) return null;
    const named = numbers.get(storedName(name)) ?? null;
    const isbn = isbnIn(name);
    if (named !== null || isbn === null) return named;
    return numbers.get(otherName(name, isbn)) ?? isbns.lowest(isbn);
  };
  const insert = (name: ItemName, number: number) => {
    seen = Math.max(seen, number);
    numbers.set(storedName(name), number);
    added.push([storedName(name), number]);
  };
  const next = (): number => {
    if (highest === null) throw new Error('a new number was not expected');
    highest = Math.max(highest, seen) + 1;
    return highest;
  };

  return {
    isbns,
    /** Reads the names of a batch and drops the previous batch. `mayAssign` = unknown names may get new numbers. */
    async load(names: readonly ItemName[], mayAssign: boolean): Promise<void> {
      const asked = names.filter(
        ({ itemId, externalId, isbn13 }) => externalId !== null || (itemId === null && isbn13 !== null),
      );
      numbers = new Map();
      isbns.forget();
      if (asked.length === 0) return;
      const rows = await sql.query<{ name: string; item_id: number }>(
        'SELECT name, item_id FROM item_name WHERE name = ANY ($1)',
        [[...new Set(asked.flatMap(storedNames))]],
      );
      for (const { name, item_id } of rows) numbers.set(name, item_id);
      const unnamed = asked.filter((name) => !storedNames(name).some((stored) => numbers.has(stored)));
      await isbns.load(unnamed.map((name) => isbnIn(name) ?? ''));
      if (mayAssign && asked.some((name) => find({ ...name, itemId: null }) === null))
        highest ??= await readHighest(sql);
    },
    find,
    isStale: (name: ItemName): boolean => isbns.isStale(isbnIn(name)),
    noteNumber(itemId: number): void {
      seen = Math.max(seen, itemId);
    },
    keep(name: ItemName, number: number): void {
      if ((name.externalId ?? name.isbn13) === null || find({ ...name, itemId: null }) !== null) return;
      insert(name, number);
    },
    /** The item number of a name, new for an unknown name. Null if the name's number and external id contradict each other. */
    assign(name: ItemName): number | null {
      const { itemId, externalId } = name;
      if (itemId !== null && externalId === null) return itemId;
      const named = numbers.get(storedName(name)) ?? null;
      if (named !== null) return itemId === null || itemId === named ? named : null;
      const number = find(name) ?? next();
      insert(name, number);
      return number;
    },
    async write(): Promise<void> {
      await sql.insert({ into: 'item_name', columns: 'name text, item_id bigint', rows: added });
      added = [];
    },
  };
}

/** Tracks which items have the ISBNs of a batch while its records change them. */
function createIsbns(sql: Writer) {
  let holders = new Map<string, Holders>();

  /** Reads only two items of each ISBN, because a shop may use one ISBN for any number of items. */
  async function loadLowest(isbns: readonly string[]): Promise<void> {
    const rows = await sql.query<{ isbn13: string; first: number | null; second: number | null }>(
      `SELECT k.isbn13, (${ITEM_OF_ISBN}) AS first, (${ITEM_OF_ISBN} OFFSET 1) AS second
       FROM unnest($1::text[]) AS k (isbn13)`,
      [isbns],
    );
    for (const { isbn13, first, second } of rows) {
      const itemIds = [first, second].filter((itemId) => itemId !== null);
      holders.set(isbn13, { itemIds, hasMore: second !== null, isStale: false });
    }
  }

  return {
    forget(): void {
      holders = new Map();
    },
    async load(isbns: Iterable<string>): Promise<void> {
      const asked = [...new Set(isbns)].filter((isbn13) => isbn13 !== '' && !holders.has(isbn13));
      if (asked.length === 0) return;
      for (const isbn13 of asked) holders.set(isbn13, { itemIds: [], hasMore: false, isStale: false });
      const limit = asked.length + REPEATED_MAX;
      const rows = await sql.query<{ isbn13: string; item_id: number }>(
        `SELECT isbn13, item_id FROM item WHERE isbn13 = ANY ($1) AND isbn13 <> '' LIMIT ${limit}`,
        [asked],
      );
      if (rows.length === limit) return loadLowest(asked);
      for (const { isbn13, item_id } of rows.toSorted((a, b) => a.item_id - b.item_id))
        holders.get(isbn13)?.itemIds.push(item_id);
    },
    lowest: (isbn13: string): number | null => holders.get(isbn13)?.itemIds[0] ?? null,
    findTwin: (isbn13: string, itemId: number): number | null =>
      holders.get(isbn13)?.itemIds.find((other) => other !== itemId) ?? null,
    isLoaded: (isbn13: string): boolean => holders.has(isbn13),
    isStale: (isbn13: string | null): boolean => isbn13 !== null && holders.get(isbn13)?.isStale === true,
    move(itemId: number, before: string, after: string): void {
      if (before === after) return;
      const left = holders.get(before);
      if (left?.itemIds.includes(itemId)) {
        left.itemIds = left.itemIds.filter((other) => other !== itemId);
        left.isStale = left.hasMore;
      }
      const joined = holders.get(after);
      if (joined === undefined) return;
      const isLast = (joined.itemIds.at(-1) ?? 0) < itemId;
      joined.itemIds.push(itemId);
      if (!isLast) joined.itemIds.sort((a, b) => a - b);
    },
  };
}

/** If at least this many rows repeat an ISBN, `loadLowest` reads the ISBNs instead. */
const REPEATED_MAX = 1_000;

export const ITEM_OF_ISBN = `SELECT item_id FROM item WHERE item.isbn13 = k.isbn13 AND item.isbn13 <> '' ORDER BY item_id LIMIT 1`;

/** Includes numbers of removed items, and of items that so far only names or orders mention. */
async function readHighest(sql: Writer): Promise<number> {
  const rows = await sql.query<{ highest: number }>(`
    SELECT coalesce(max(item_id), 0) AS highest FROM item
    UNION ALL SELECT coalesce(max(item_id), 0) FROM search_item
    UNION ALL SELECT coalesce(max(item_id), 0) FROM item_name
    UNION ALL SELECT coalesce(max(goods), 0) FROM sale`);
  return Math.max(...rows.map(({ highest }) => highest));
}

/** The number of an item that a person names by ISBN13, external id or number; null if there is none. */
export async function findItemByText({ query }: Reader, text: string): Promise<number | null> {
  const isbn = isbnIn({ itemId: null, externalId: text, isbn13: null }) ?? text;
  const [found] = await query<{ itemId: number }>(
    `SELECT item_id AS "itemId", 1 AS priority FROM item_name WHERE name = $1
     UNION ALL SELECT min(item_id), 2 FROM item WHERE isbn13 = $2 AND isbn13 <> '' HAVING count(*) > 0
     UNION ALL SELECT item_id, 3 FROM item_name WHERE name = $3
     ORDER BY priority`,
    [`isbn13:${isbn}`, isbn, `external:${text}`],
  );
  if (found !== undefined) return found.itemId;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** The ISBN in a name, or null. Shops without a column for ISBNs use them as external ids. */
function isbnIn({ externalId, isbn13 }: ItemName): string | null {
  if (externalId === null) return isbn13;
  if (!/^97[89][\d-]{10,14}$/.test(externalId)) return null;
  const isbn = compactIsbn(externalId);
  return hasValidIsbn13Check(isbn) ? isbn : null;
}

/** The other stored name of an ISBN: a shop may send the ISBN as `isbn13` in one feed and as an external id in another. */
function otherName({ externalId }: ItemName, isbn: string): string {
  return externalId === null ? `external:${isbn}` : `isbn13:${isbn}`;
}

function storedNames(name: ItemName): readonly string[] {
  const isbn = isbnIn(name);
  return isbn === null ? [storedName(name)] : [storedName(name), otherName(name, isbn)];
}

function storedName({ externalId, isbn13 }: Pick<ItemName, 'externalId' | 'isbn13'>): string {
  return externalId === null ? `isbn13:${isbn13}` : `external:${externalId}`;
}

export function namePartsOf(stored: string): Pick<ItemName, 'externalId' | 'isbn13'> {
  const text = stored.slice(stored.indexOf(':') + 1);
  return stored.startsWith('isbn13:')
    ? { externalId: null, isbn13: text }
    : { externalId: text, isbn13: null };
}
