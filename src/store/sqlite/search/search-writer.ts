import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../../catalog/item.ts';
import { encodeTexts, textsOf } from '../../../search/search-texts.ts';
import { prepareManyRows } from '../many-rows.ts';

/** The words of an item, encoded by `encodeTexts`. */
export interface ItemTexts {
  readonly itemId: number;
  readonly texts: string;
}

/** Passes the words of items to search, inside the transaction of whoever writes the items. */
export function createSearchWriter(db: DatabaseSync) {
  const highest = db.prepare('SELECT max(change_no) AS change_no FROM search_item');
  const putTexts = prepareManyRows(
    db,
    2,
    (values) => `
      INSERT INTO search_text (item_id, texts)
      VALUES ${values}
      ON CONFLICT (item_id) DO UPDATE SET texts = excluded.texts
      WHERE texts <> excluded.texts
      RETURNING item_id`,
  );
  const recordChanges = prepareManyRows(
    db,
    3,
    (values) => `
      INSERT INTO search_item (item_id, change_no, text_no)
      VALUES ${values}
      ON CONFLICT (item_id) DO UPDATE SET change_no = excluded.change_no, text_no = excluded.text_no`,
  );
  const restoreAll = (all: readonly ItemTexts[]) => {
    const changed = putTexts(all.map(({ itemId, texts }) => [itemId, texts]));
    if (changed.length === 0) return;
    let changeNo = Number(highest.get()?.change_no ?? 0);
    recordChanges(changed.map((row) => [Number(row.item_id), ++changeNo, changeNo]));
  };
  return {
    /**
     * Call it with every item that is added or changed, after it is written and before any of them is removed. Items
     * with unchanged words are left alone. Triggers notice changes of figures and removals.
     */
    putAll: (items: readonly Item[]) =>
      restoreAll(items.map((item) => ({ itemId: item.itemId, texts: encodeTexts(textsOf(item)) }))),
    /** As `putAll`, of texts that were encoded before. */
    restoreAll,
  };
}

/** The searchable texts of an item as they are stored, or null. */
export function createTextsReader(db: DatabaseSync): (itemId: number) => string | null {
  const findTexts = db.prepare('SELECT texts FROM search_text WHERE item_id = ?');
  findTexts.setReturnArrays(true);
  return (itemId) => {
    const row: unknown = findTexts.get(itemId);
    return Array.isArray(row) ? String(row[0]) : null;
  };
}
