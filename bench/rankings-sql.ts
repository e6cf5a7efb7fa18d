import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { kstMonthFirstDay } from '../src/clock.ts';
import { segmentsOfCell } from '../src/rankings/segments.ts';
import { CATALOG_FILE } from '../src/store/sqlite/database.ts';
import { ORDERS_A_DAY } from '../src/store/sqlite/order-book.ts';
import { CELLS, ListChecksum } from './rankings-checksum.ts';
import { layOutShop } from './rankings-reference.ts';
import { itemIdOf, lastMonth } from './rankings-shop.ts';
import type { BenchTask } from './rankings-step.ts';
import { Stopwatch } from './rankings-stopwatch.ts';

/** The lists of the last month in plain SQL over the same ledger: how long it takes, and their checksum. */
export function listBySql({ size, folder }: BenchTask): object {
  const db = new DatabaseSync(join(folder, CATALOG_FILE));
  db.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1048576;
    CREATE TEMP TABLE shop_item (item INTEGER PRIMARY KEY, tie INTEGER);
    CREATE TEMP TABLE item_cat (item INTEGER, cat INTEGER, PRIMARY KEY (item, cat)) WITHOUT ROWID;
    CREATE TEMP TABLE cell_list (segment INTEGER, cell INTEGER, PRIMARY KEY (segment, cell)) WITHOUT ROWID;
    BEGIN`);
  const shop = layOutShop(size);
  const putItem = db.prepare('INSERT INTO shop_item VALUES (?, ?)');
  const putCategory = db.prepare('INSERT INTO item_cat VALUES (?, ?)');
  for (const [place, item] of shop.items.entries()) {
    putItem.run(itemIdOf(item), place);
    const nodes = shop.closure.subarray(shop.closureStart[place], shop.closureStart[place + 1]);
    for (const node of nodes) putCategory.run(itemIdOf(item), node);
  }
  const putCell = db.prepare('INSERT INTO cell_list VALUES (?, ?)');
  for (let cell = 0; cell < CELLS; cell++) {
    for (const segment of segmentsOfCell(cell)) putCell.run(segment, cell);
  }
  const count = new Stopwatch();
  count.run(() =>
    db
      .prepare(COUNT)
      .run(kstMonthFirstDay(lastMonth) * ORDERS_A_DAY, kstMonthFirstDay(lastMonth + 1) * ORDERS_A_DAY),
  );
  const lists = new Stopwatch();
  lists.run(() => db.exec(LISTS));
  const checksum = new ListChecksum();
  const read = db.prepare('SELECT cell, cat, item FROM listed ORDER BY cell, cat, rk');
  read.setReturnArrays(true);
  let last = [-1, -1];
  let itemIds: number[] = [];
  const end = () => checksum.add(last[0] ?? 0, shop.categoryIds[last[1] ?? 0] ?? '', itemIds);
  for (const row of read.iterate()) {
    const [cell = 0, category = 0, itemId = 0] = Object.values(row).map(Number);
    if (cell !== last[0] || category !== last[1]) {
      end();
      last = [cell, category];
      itemIds = [];
    }
    itemIds.push(itemId);
  }
  end();
  db.close();
  return { countMs: count.wallMs, listsMs: lists.wallMs, checksum: checksum.toString() };
}

/** First lines of a buyer for an item, and shares of organisations, by item and segment. */
const COUNT = `
  CREATE TEMP TABLE agg AS
  SELECT item, segment, sum(copies) AS copies
  FROM (
    SELECT goods AS item,
      sex * 7 + CASE WHEN age IS NULL THEN 6 WHEN age < 20 THEN 0 WHEN age >= 60 THEN 5 ELSE age / 10 - 1 END AS segment,
      CASE WHEN buyer_type = 1 THEN min(quantity / 5, 20)
        WHEN buyer IS NULL THEN 1
        WHEN row_number() OVER (PARTITION BY buyer_type, buyer, goods ORDER BY sold_at_ms, order_no, line_no) = 1 THEN 1
        ELSE 0 END AS copies
    FROM sale
    WHERE order_no >= ? AND order_no < ? AND late = 0 AND cancelled = 0 AND buyer_type < 2)
  WHERE copies > 0
  GROUP BY item, segment`;

const LISTS = `
  CREATE TEMP TABLE listed AS
  SELECT cell, cat, item, rk
  FROM (
    SELECT c.cat, r.cell, r.item,
      row_number() OVER (PARTITION BY c.cat, r.cell ORDER BY r.score DESC, i.tie) AS rk
    FROM (
      SELECT a.item, l.cell, sum(a.copies) AS score
      FROM agg AS a JOIN cell_list AS l ON l.segment = a.segment
      GROUP BY a.item, l.cell) AS r
    JOIN shop_item AS i ON i.item = r.item
    JOIN item_cat AS c ON c.item = r.item)
  WHERE rk <= 1000`;
