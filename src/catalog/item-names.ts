import type { DatabaseSync } from 'node:sqlite';
import { compactIsbn, hasValidIsbn13Check } from './isbn.ts';

/**
 * How a record names its item (docs/feeds.md#naming-an-item). At least one is given. The number decides before the
 * external id, and that before the ISBN.
 */
export interface ItemName {
  readonly itemId: number | null;
  /** Any text of the shop's own. */
  readonly externalId: string | null;
  /** 13 digits. */
  readonly isbn13: string | null;
}

export type ItemNames = ReturnType<typeof createItemNames>;

/** Item numbers behind the names that a shop uses, within the caller's transaction. */
export function createItemNames(db: DatabaseSync) {
  const findName = db.prepare('SELECT item_id FROM item_name WHERE name = ?');
  const insert = db.prepare('INSERT INTO item_name (name, item_id) VALUES (?, ?)');
  const findIsbn = db.prepare(
    `SELECT item_id FROM item WHERE isbn13 = ? AND isbn13 <> '' ORDER BY item_id LIMIT 1`,
  );
  const numbers = createNumbers(db);
  const numberOf = (name: string): number | null => {
    const number = findName.get(name)?.item_id;
    return typeof number === 'number' ? number : null;
  };
  const find = (name: ItemName): number | null => {
    const { itemId, externalId, isbn13 } = name;
    if (itemId !== null) return itemId;
    if ((externalId ?? isbn13) === null) return null;
    const named = numberOf(storedName(name));
    const isbn = externalId === null ? isbn13 : isbnIn(externalId);
    if (named !== null || isbn === null) return named;
    // Systems without a column for the ISBN have it as their own code.
    const asOther = externalId === null ? `external:${isbn}` : `isbn13:${isbn}`;
    const item = numberOf(asOther) ?? findIsbn.get(isbn)?.item_id;
    return typeof item === 'number' ? item : null;
  };
  return {
    /** The number of a known name, or null. */
    find,
    /** An order names a number: it is no longer free, whether there is such an item or not. */
    recordSold: numbers.recordSold,
    /** Gives a number to a name that leads nowhere: that of an item that is gone. */
    keep(name: ItemName, number: number): void {
      if ((name.externalId ?? name.isbn13) === null || find({ ...name, itemId: null }) !== null) return;
      insert.run(storedName(name), number);
    },
    /**
     * The number of a name, a new one where there was none. A name that comes with a number keeps that number; null when it has
     * another one already.
     */
    assign(name: ItemName): number | null {
      const { itemId, externalId } = name;
      if (itemId !== null && externalId === null) return itemId;
      const named = numberOf(storedName(name));
      if (named !== null) return itemId === null || itemId === named ? named : null;
      const number = find(name) ?? numbers.next();
      insert.run(storedName(name), number);
      return number;
    },
  };
}

/** The number of an item that a person names by its ISBN13, external id or number; null where that is none. */
export function findItemByText(db: DatabaseSync, text: string): number | null {
  const { find } = createItemNames(db);
  const isbn = find({ itemId: null, externalId: null, isbn13: text });
  const external = isbn ?? find({ itemId: null, externalId: text, isbn13: null });
  return external ?? (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
}

/** The ISBN that an external id is; null for other codes. */
function isbnIn(externalId: string): string | null {
  if (!/^97[89][\d-]{10,14}$/.test(externalId)) return null;
  const isbn = compactIsbn(externalId);
  return hasValidIsbn13Check(isbn) ? isbn : null;
}

function storedName({ externalId, isbn13 }: Pick<ItemName, 'externalId' | 'isbn13'>): string {
  return externalId === null ? `isbn13:${isbn13}` : `external:${externalId}`;
}

/** A name as it is stored. */
export function namePartsOf(stored: string): Pick<ItemName, 'externalId' | 'isbn13'> {
  const text = stored.slice(stored.indexOf(':') + 1);
  return stored.startsWith('isbn13:')
    ? { externalId: null, isbn13: text }
    : { externalId: text, isbn13: null };
}

/** Free numbers: above those of all items there ever were, of all names, and of orders whose items are still to come. */
function createNumbers(db: DatabaseSync) {
  const highest = db.prepare(`
    SELECT max(
      coalesce((SELECT max(item_id) FROM item), 0),
      coalesce((SELECT max(item_id) FROM search_item), 0),
      coalesce((SELECT max(item_id) FROM item_name), 0)) AS number`);
  const highestSold = db.prepare('SELECT coalesce(max(goods), 0) AS number FROM sale');
  let soldBefore: number | null = null;
  let soldNow = 0;
  return {
    next(): number {
      // All order lines are looked through, so only once, and only in imports that need a number.
      soldBefore ??= Number(highestSold.get()?.number);
      return Math.max(soldBefore, soldNow, Number(highest.get()?.number)) + 1;
    },
    recordSold(itemId: number): void {
      soldNow = Math.max(soldNow, itemId);
    },
  };
}
