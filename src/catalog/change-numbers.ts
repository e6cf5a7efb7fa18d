import type { DatabaseSync } from 'node:sqlite';
import { prepareManyRows } from '../store/sqlite/many-rows.ts';

/**
 * Numbers the changes of items for search and for clients that follow them, inside the transaction of whoever writes the items: a
 * changed item takes the next number. Notes are kept until `flush`, which comes before the commit.
 */
export function createChangeNumbers(db: DatabaseSync) {
  const highest = db.prepare('SELECT max(change_no) AS change_no FROM search_item');
  const numberTexts = prepareManyRows(
    db,
    4,
    (values) => `
      INSERT INTO search_item (item_id, change_no, item_no, text_no)
      VALUES ${values}
      ON CONFLICT (item_id) DO UPDATE SET change_no = excluded.change_no, item_no = excluded.item_no,
        text_no = excluded.text_no`,
  );
  const numberItem = db.prepare('UPDATE search_item SET change_no = ?2, item_no = ?2 WHERE item_id = ?1');
  const numberSales = db.prepare('UPDATE search_item SET change_no = ?2 WHERE item_id = ?1');
  const texts: number[] = [];
  const items: number[] = [];
  const sales: number[] = [];
  return {
    /** Notes an item whose words are new, or one that is gone. */
    noteTexts: (itemId: number) => void texts.push(itemId),
    /** Notes an item that changed otherwise, or whose deal begins or ended. */
    noteItem: (itemId: number) => void items.push(itemId),
    /** Notes an item with another sales index; a number that never had an item is passed over. */
    noteSales: (itemId: number) => void sales.push(itemId),
    flush(): void {
      if (texts.length + items.length + sales.length === 0) return;
      let changeNo = Number(highest.get()?.change_no ?? 0);
      numberTexts(texts.splice(0).map((itemId) => [itemId, ++changeNo, changeNo, changeNo]));
      for (const itemId of items.splice(0)) numberItem.run(itemId, ++changeNo);
      for (const itemId of sales.splice(0)) numberSales.run(itemId, ++changeNo);
    },
  };
}
