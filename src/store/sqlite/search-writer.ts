import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../catalog/item.ts';
import { encodeTexts, textsOf } from '../../search/search-texts.ts';

/** Tells the search what items say, inside the transaction of whoever writes them. */
export interface SearchWriter {
  /**
   * Call it for every item that is added or changed; nothing happens when its words are what they were. Changes of
   * figures and removals are noticed by triggers.
   */
  put(item: Item): void;
}

/** Writes over the connection that holds the catalogue's transaction. */
export function createSearchWriter(db: DatabaseSync): SearchWriter {
  // The highest number stands in a query of its own: only there SQLite takes it from the end of the index. It is asked
  // twice, because an INSERT ... SELECT, which could ask once, copies each page before it changes it.
  const next = '(SELECT coalesce(max(change_no), 0) + 1 FROM search_item)';
  const put = db.prepare(`
    INSERT INTO search_item (item_id, change_no, text_no, texts)
    VALUES (?, ${next}, ${next}, ?)
    ON CONFLICT (item_id) DO UPDATE
    SET change_no = excluded.change_no, text_no = excluded.text_no, texts = excluded.texts
    WHERE texts IS NOT excluded.texts`);
  return {
    put(item) {
      put.run(item.itemId, encodeTexts(textsOf(item)));
    },
  };
}
