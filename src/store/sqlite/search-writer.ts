import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../catalog/item.ts';
import { CATALOGS } from '../../catalog/item.ts';
import { parseKstDay } from '../../clock.ts';
import { searchDocument } from '../../search/search-document.ts';

/** Keeps the search tables in step with the catalogue, inside the transaction of whoever changes items. */
export interface SearchWriter {
  /** Makes a new item findable, or a changed one by what it says now. Call it for every item that is written. */
  put(item: Item): void;
  /** Forgets an item; nothing happens when it is not known. */
  remove(itemId: number): void;
}

/** Writes over the connection that holds the catalogue's transaction. */
export function createSearchWriter(db: DatabaseSync): SearchWriter {
  const putTokens = db.prepare(`
    INSERT OR REPLACE INTO search_index (rowid, title, contributor, publisher, series)
    VALUES (?, ?, ?, ?, ?)`);
  const putDoc = db.prepare(`
    INSERT OR REPLACE INTO search_doc (item_id, catalog, publish_day, registered_at_ms, title_key)
    VALUES (?, ?, ?, ?, ?)`);
  const removeTokens = db.prepare('DELETE FROM search_index WHERE rowid = ?');
  const removeDoc = db.prepare('DELETE FROM search_doc WHERE item_id = ?');
  return {
    put(item) {
      const doc = searchDocument(item);
      putTokens.run(
        item.itemId,
        doc.title.join(' '),
        doc.contributor.join(' '),
        doc.publisher.join(' '),
        doc.series.join(' '),
      );
      putDoc.run(
        item.itemId,
        CATALOGS.indexOf(item.catalog),
        parseKstDay(item.publishDate),
        item.registeredAtMs,
        doc.titleKey,
      );
    },
    remove(itemId) {
      removeTokens.run(itemId);
      removeDoc.run(itemId);
    },
  };
}
