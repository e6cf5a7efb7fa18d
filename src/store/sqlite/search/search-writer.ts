import type { DatabaseSync } from 'node:sqlite';
import { prepareManyRows } from '../many-rows.ts';

/**
 * Tells search that the words of items are new, inside the transaction of whoever writes the items: after they are written and
 * before any of them is removed. Triggers notice changes of figures and removals.
 */
export function createSearchWriter(db: DatabaseSync): (itemIds: readonly number[]) => void {
  const highest = db.prepare('SELECT max(change_no) AS change_no FROM search_item');
  const recordChanges = prepareManyRows(
    db,
    3,
    (values) => `
      INSERT INTO search_item (item_id, change_no, text_no)
      VALUES ${values}
      ON CONFLICT (item_id) DO UPDATE SET change_no = excluded.change_no, text_no = excluded.text_no`,
  );
  return (itemIds) => {
    let changeNo = Number(highest.get()?.change_no ?? 0);
    recordChanges(itemIds.map((itemId) => [itemId, ++changeNo, changeNo]));
  };
}
