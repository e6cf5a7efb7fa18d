import type { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../src/catalog/item.ts';
import { haveSameTexts } from '../../src/catalog/item.ts';
import { ITEM_COLUMNS, itemRow } from '../../src/catalog/item-writer.ts';
import { columnNames } from '../../src/sql-database.ts';

const COLUMNS = columnNames(ITEM_COLUMNS);
export function findStored(db: DatabaseSync, itemId: number): Item | null {
  const row = db.prepare('SELECT data FROM item WHERE item_id = ?').get(itemId);
  return row === undefined ? null : JSON.parse(String(row.data));
}

/** Puts items into a catalogue file as an import leaves them, for tests of what comes behind it. */
export function storeItems(db: DatabaseSync, items: readonly Item[]): void {
  const find = db.prepare('SELECT data FROM item WHERE item_id = ?');
  const put = db.prepare(
    `INSERT OR REPLACE INTO item (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
  );
  const number = createNumbers(db);
  for (const item of items) {
    const row = find.get(item.itemId);
    const before: Item | null = row === undefined ? null : JSON.parse(String(row.data));
    put.run(...itemRow(item, JSON.stringify(item)));
    number(before === null || !haveSameTexts(before, item) ? 'texts' : 'item', item.itemId);
    if ((before?.withheld ?? false) !== item.withheld) number('shown', item.itemId);
  }
}

/** Removes items from it as an import does. */
export function removeStored(db: DatabaseSync, itemIds: readonly number[]): void {
  const remove = db.prepare('DELETE FROM item WHERE item_id = ?');
  const number = createNumbers(db);
  for (const itemId of itemIds) {
    remove.run(itemId);
    number('texts', itemId);
    number('shown', itemId);
  }
}

/** Sets sales indices as a tally does; one of 0 has no row. */
export function storeSalePoints(db: DatabaseSync, salePoints: Readonly<Record<number, number>>): void {
  const number = createNumbers(db);
  for (const [itemId, salePoint] of Object.entries(salePoints)) {
    if (salePoint === 0) db.prepare('DELETE FROM item_sale_point WHERE item_id = ?').run(itemId);
    else db.prepare('INSERT OR REPLACE INTO item_sale_point VALUES (?, ?)').run(itemId, salePoint);
    number('sales', Number(itemId));
  }
}

/** Numbers the changes of items, for a new revision. */
function createNumbers(db: DatabaseSync) {
  db.exec('UPDATE catalog_state SET revision = revision + 1');
  const update = (set: string) => db.prepare(`UPDATE search_item SET ${set} WHERE item_id = ?2`);
  const statements = {
    texts: db.prepare(`
      INSERT INTO search_item (item_id, change_no, item_no, text_no) VALUES (?2, ?1, ?1, ?1)
      ON CONFLICT DO UPDATE SET change_no = ?1, item_no = ?1, text_no = ?1`),
    item: update('change_no = ?1, item_no = ?1'),
    sales: update('change_no = ?1'),
    shown: update('shown_no = ?1'),
  };
  let no = Number(db.prepare('SELECT max(change_no) AS no FROM search_item').get()?.no ?? 0);
  return (what: keyof typeof statements, itemId: number): void => {
    if (what !== 'shown') no++;
    statements[what].run(no, itemId);
  };
}
