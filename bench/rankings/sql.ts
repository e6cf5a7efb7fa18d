import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { kstMonthFirstDay } from '../../src/clock.ts';
import { segmentsOfCell } from '../../src/rankings/segments.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { ORDERS_A_DAY } from '../../src/store/sqlite/rankings/order-numbers.ts';
import { CELLS, ListChecksum } from './checksum.ts';
import { layOutShop } from './reference.ts';
import { itemIdOf, lastMonth } from './shop.ts';
import { Stopwatch } from './stopwatch.ts';
import type { BenchTask } from './task.ts';

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
  count.run(() => db.exec(countSql({ divide: '/', least: 'min' }, ...MONTH_ORDERS)));
  const lists = new Stopwatch();
  lists.run(() => db.exec(LISTS_SQL));
  const checksum = listsChecksum(shop.categoryIds);
  const read = db.prepare('SELECT cell, cat, item FROM listed ORDER BY cell, cat, rk');
  read.setReturnArrays(true);
  for (const row of read.iterate()) {
    const [cell = 0, category = 0, itemId = 0] = Object.values(row).map(Number);
    checksum.add(cell, category, itemId);
  }
  db.close();
  return { countMs: count.wallMs, listsMs: lists.wallMs, checksum: checksum.toString() };
}

/** What the dialects write differently. */
export interface Dialect {
  /** Division of whole numbers. */
  readonly divide: string;
  /** The smaller of two numbers. */
  readonly least: string;
}

/** First lines of a buyer for an item, and shares of organisations, by item and segment. */
export function countSql({ divide, least }: Dialect, from: number, until: number): string {
  return `
  CREATE TEMP TABLE agg AS
  SELECT item, segment, sum(copies) AS copies
  FROM (
    SELECT goods AS item,
      sex * 7 + CASE WHEN age IS NULL THEN 6 WHEN age < 20 THEN 0 WHEN age >= 60 THEN 5 ELSE age ${divide} 10 - 1 END AS segment,
      CASE WHEN buyer_type = 1 THEN ${least}(quantity ${divide} 5, 20)
        WHEN buyer IS NULL THEN 1
        WHEN row_number() OVER (PARTITION BY buyer_type, buyer, goods ORDER BY sold_at_ms, order_no, line_no) = 1 THEN 1
        ELSE 0 END AS copies
    FROM sale
    WHERE order_no >= ${from} AND order_no < ${until} AND late = 0 AND cancelled = 0 AND buyer_type < 2) AS counted
  WHERE copies > 0
  GROUP BY item, segment`;
}

export const LISTS_SQL = `
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
    JOIN item_cat AS c ON c.item = r.item) AS ranked
  WHERE rk <= 1000`;

/** Numbers of the orders of the last month. */
export const MONTH_ORDERS = [
  kstMonthFirstDay(lastMonth) * ORDERS_A_DAY,
  kstMonthFirstDay(lastMonth + 1) * ORDERS_A_DAY,
] as const;

/** Adds up lists whose rows come by cell, category and rank. */
export function listsChecksum(categoryIds: readonly string[]) {
  const checksum = new ListChecksum();
  let last = [-1, -1];
  let itemIds: number[] = [];
  const end = () => checksum.add(last[0] ?? 0, categoryIds[last[1] ?? 0] ?? '', itemIds);
  return {
    add(cell: number, category: number, itemId: number): void {
      if (cell !== last[0] || category !== last[1]) {
        end();
        last = [cell, category];
        itemIds = [];
      }
      itemIds.push(itemId);
    },
    toString(): string {
      end();
      return checksum.toString();
    },
  };
}
