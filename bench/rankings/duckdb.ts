import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { segmentsOfCell } from '../../src/rankings/segments.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { CELLS } from './checksum.ts';
import { layOutShop } from './reference.ts';
import { itemIdOf } from './shop.ts';
import { countSql, LISTS_SQL, listsChecksum, MONTH_ORDERS } from './sql.ts';
import { Stopwatch } from './stopwatch.ts';
import type { BenchTask } from './task.ts';

/** The part of @duckdb/node-api that is used; it isn't a dependency. */
interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
  version(): string;
}
interface Connection {
  run(sql: string): Promise<unknown>;
  stream(sql: string): Promise<{ fetchChunk(): Promise<Chunk | null> }>;
}
interface Chunk {
  readonly rowCount: number;
  getColumnValues(column: number): readonly unknown[];
}

/** The lists of the last month by DuckDB from the same lines, in memory: how long it takes, and their checksum. */
export async function listByDuckDb({ size, folder, duckdb = '' }: BenchTask): Promise<object> {
  const module = createRequire(join(duckdb, 'from-here.js')).resolve('@duckdb/node-api');
  const { DuckDBInstance, version } = (await import(pathToFileURL(module).href)) as DuckDb;
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const shop = layOutShop(size);
  const loadCsv = async (table: string, columns: string, rows: Iterable<readonly unknown[]>) => {
    const path = join(folder, `${table}.csv`);
    await writeCsv(createWriteStream(path), rows);
    await connection.run(`CREATE TABLE ${table} (${columns}); COPY ${table} FROM '${path}' (HEADER false)`);
  };
  await loadCsv(
    'sale',
    `order_no BIGINT, line_no BIGINT, goods BIGINT, quantity BIGINT, sold_at_ms BIGINT, sex INTEGER, age INTEGER,
      buyer BIGINT, buyer_type INTEGER, late INTEGER, cancelled INTEGER`,
    monthLines(folder),
  );
  const items = Array.from(shop.items, (item, place) => [itemIdOf(item), place]);
  await loadCsv('shop_item', 'item BIGINT, tie INTEGER', items);
  const ofItems = items.flatMap(([itemId, place = 0]) => {
    const nodes = shop.closure.subarray(shop.closureStart[place], shop.closureStart[place + 1]);
    return Array.from(nodes, (node) => [itemId, node]);
  });
  await loadCsv('item_cat', 'item BIGINT, cat INTEGER', ofItems);
  const cells = Array.from({ length: CELLS }, (_, cell) =>
    segmentsOfCell(cell).map((segment) => [segment, cell]),
  );
  await loadCsv('cell_list', 'segment INTEGER, cell INTEGER', cells.flat());
  const watch = new Stopwatch();
  await watch.runAsync(() => connection.run(countSql({ divide: '//', least: 'least' }, ...MONTH_ORDERS)));
  await watch.runAsync(() => connection.run(LISTS_SQL));
  const checksum = listsChecksum(shop.categoryIds);
  const result = await connection.stream('SELECT cell, cat, item::DOUBLE FROM listed ORDER BY cell, cat, rk');
  for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
    const [ofCell, ofCategory, itemIds] = [0, 1, 2].map((column) => chunk?.getColumnValues(column));
    for (let row = 0; row < chunk.rowCount; row++) {
      checksum.add(Number(ofCell?.[row]), Number(ofCategory?.[row]), Number(itemIds?.[row]));
    }
  }
  const { wallMs, cpuMs } = watch;
  return { wallMs, cpuMs, version: version(), checksum: checksum.toString() };
}

function* monthLines(folder: string): Generator<readonly unknown[]> {
  const db = new DatabaseSync(join(folder, CATALOG_FILE), { readOnly: true });
  const rows = db.prepare(`
    SELECT order_no, line_no, goods, quantity, sold_at_ms, sex, age, buyer, buyer_type, late, cancelled
    FROM sale
    WHERE order_no >= ? AND order_no < ?`);
  rows.setReturnArrays(true);
  for (const row of rows.iterate(...MONTH_ORDERS)) yield Object.values(row);
  db.close();
}

async function writeCsv(file: WriteStream, rows: Iterable<readonly unknown[]>): Promise<void> {
  let lines: string[] = [];
  const flush = async () => {
    const text = lines.join('');
    lines = [];
    if (!file.write(text)) await once(file, 'drain');
  };
  for (const row of rows) {
    lines.push(`${row.map((value) => value ?? '').join(',')}\n`);
    if (lines.length === 10_000) await flush();
  }
  await flush();
  file.end();
  await once(file, 'finish');
}
