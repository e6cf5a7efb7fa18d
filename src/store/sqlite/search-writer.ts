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
  const putTexts = db.prepare(`
    INSERT INTO search_text (item_id, texts)
    VALUES (?, ?)
    ON CONFLICT (item_id) DO UPDATE SET texts = excluded.texts
    WHERE texts <> excluded.texts`);
  // The highest number stands in a query of its own: only there SQLite takes it from the end of the index.
  const noteChange = db.prepare(`
    INSERT INTO search_item (item_id, change_no, text_no)
    SELECT ?, change_no, change_no
    FROM (SELECT coalesce((SELECT max(change_no) FROM search_item), 0) + 1 AS change_no)
    WHERE true
    ON CONFLICT (item_id) DO UPDATE SET change_no = excluded.change_no, text_no = excluded.text_no`);
  return {
    put(item) {
      const { changes } = putTexts.run(item.itemId, encodeTexts(textsOf(item)));
      if (changes > 0) noteChange.run(item.itemId);
    },
  };
}
