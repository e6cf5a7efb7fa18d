import { join } from 'node:path';
import { CATALOGS } from '../catalog/item.ts';
import { textsOfData } from '../catalog/item-texts.ts';
import { CATALOG_FILE, openDatabase } from '../store/sqlite/database.ts';
import type { ItemChange } from './engine/item-changes.ts';
import type { LexiconEntry } from './lexicon.ts';
import { searchDocument } from './search-document.ts';

const CHANGES = `
  SELECT
    s.item_id,
    i.catalog,
    i.publish_day,
    i.registered_at_ms,
    i.shop_price,
    i.sale_price,
    i.deal_price,
    i.deal_from,
    i.deal_until,
    i.item_status,
    i.withheld,
    coalesce(p.sale_point, 0),
    CASE WHEN s.text_no > ?1 THEN i.data END
  FROM search_item AS s
  LEFT JOIN item AS i ON i.item_id = s.item_id
  LEFT JOIN item_sale_point AS p ON p.item_id = s.item_id`;

/** More changes take less time to find among all items. */
const FEW_MAX = 10_000;

/** The most items that are suggested: more titles would take gigabytes for sorting and hardly ever be seen. */
const SUGGESTED_MAX = 1_000_000;

export type ChangeFeed = ReturnType<typeof openChangeFeed>;

/**
 * What the search index reads from the catalogue of a data folder, on a connection of its own that nobody writes on and that
 * waits `busyTimeoutMs` for another process's lock; `close` closes it. The catalogue file exists and is migrated. Each thread
 * opens its own feed. Reads are synchronous because such a thread has nothing else to do. Everything throws if the catalogue
 * can't be read.
 */
export function openChangeFeed(dataDir: string, busyTimeoutMs: number) {
  const db = openDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs, readOnly: true });
  const version = db.prepare('PRAGMA data_version');
  const catalogue = db.prepare('SELECT catalogue FROM catalog_state');
  const lastChange = db.prepare('SELECT coalesce(max(change_no), 0) AS change_no FROM search_item');
  const changesWhere = (condition: string) => {
    const statement = db.prepare(`${CHANGES} WHERE ${condition} ORDER BY s.item_id`);
    statement.setReturnArrays(true);
    return statement;
  };
  const few = changesWhere('s.item_id IN (SELECT item_id FROM search_item WHERE change_no > ?1)');
  // Items in the order in which they lie. The sign keeps the index out of it.
  const many = changesWhere('+s.change_no > ?1');
  const entries = db.prepare(`
    SELECT i.data, i.withheld, p.sale_point
    FROM item AS i
    LEFT JOIN item_sale_point AS p USING (item_id)`);
  // The sale point up to which not all items fit into a number of them, and how many have more.
  const bestSelling = db.prepare(`
    WITH last AS (
      SELECT coalesce((SELECT sale_point FROM item_sale_point ORDER BY sale_point DESC LIMIT 1 OFFSET ?1), 0) AS least
    )
    SELECT least, (SELECT count(*) FROM item_sale_point WHERE sale_point > least) AS above
    FROM last`);
  const named = db.prepare(`
    SELECT item_id FROM item WHERE item_id = ?1
    UNION SELECT item_id FROM item WHERE isbn13 = ?2 AND isbn13 <> ''
    UNION SELECT item_id FROM item WHERE isbn10 = ?3 AND isbn10 <> ''`);
  const readLastChange = () => Number(lastChange.get()?.change_no);
  return {
    /** The identity of the catalogue: no other catalogue has the same. */
    readCatalogue: () => String(catalogue.get()?.catalogue),
    /** A value that changes with every commit. Costs microseconds. */
    readVersion: (): unknown => version.get()?.data_version,
    /** The number of the last change, 0 when there was none. */
    readLastChange,
    /** From here on, all reads see the catalogue as of one commit. Snapshots don't nest. */
    beginSnapshot: () => db.exec('BEGIN'),
    /** Reads see later commits again. Does nothing without a snapshot. */
    endSnapshot(): void {
      if (db.isTransaction) db.exec('COMMIT');
    },
    /** Items that changed after `after`, by item number; without their words where those haven't changed since. */
    *eachChange(after: number): Generator<ItemChange> {
      const statement = readLastChange() - after > FEW_MAX ? many : few;
      for (const row of statement.iterate(after)) yield changeOf(row);
    },
    /** The words of every item. Marks the best-selling ones that aren't withheld, up to `suggestedMax`, for suggestions. */
    *eachEntry(suggestedMax = SUGGESTED_MAX): Generator<LexiconEntry> {
      const row = bestSelling.get(suggestedMax);
      const least = Number(row?.least);
      let left = suggestedMax - Number(row?.above);
      for (const { data, withheld, sale_point } of entries.iterate()) {
        const salePoint = Number(sale_point ?? 0);
        const isSuggested = withheld === 0 && (salePoint > least || (salePoint === least && left-- > 0));
        yield { texts: textsOfData(data), salePoint, isSuggested };
      }
    },
    /** Items with this number or ISBN. An empty ISBN matches nothing. */
    findNamed: (itemId: number | null, isbn13: string, isbn10: string) =>
      named.all(itemId, isbn13, isbn10).map((row) => Number(row.item_id)),
    close: () => db.close(),
    [Symbol.dispose]: () => db.close(),
  };
}

/** Rows come as arrays, in the order of the columns. */
function changeOf(row: unknown): ItemChange {
  if (!Array.isArray(row)) throw new Error('a row of changes is not an array');
  const [itemId, catalog, publishDay, registeredAtMs, shopPrice, salePrice]: unknown[] = row;
  const [dealPrice, dealFrom, dealUntil, itemStatus, withheld, salePoint, newData]: unknown[] = row.slice(6);
  const known = CATALOGS.find((one) => one === catalog);
  if (known === undefined) return { itemId: Number(itemId), figures: null, document: null };
  const figures = {
    catalog: known,
    publishDay: publishDay === null ? null : Number(publishDay),
    registeredAtMs: Number(registeredAtMs),
    salePoint: Number(salePoint),
    shopPrice: Number(shopPrice),
    salePrice: Number(salePrice),
    deal:
      dealFrom === null
        ? null
        : { salePrice: Number(dealPrice), from: Number(dealFrom), until: Number(dealUntil) },
    itemStatus: String(itemStatus),
    withheld: withheld === 1,
  };
  const document = newData === null ? null : searchDocument(textsOfData(newData));
  return { itemId: Number(itemId), figures, document };
}
