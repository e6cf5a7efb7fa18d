import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import type { ListCell } from '../../src/rankings/ranking-store.ts';
import { cellAt } from '../../src/rankings/segments.ts';
import { CATALOG_FILE, LISTS_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { createSqliteRankingStore } from '../../src/store/sqlite/rankings/ranking-store.ts';
import { CELLS } from './checksum.ts';
import { lastMonth, shopCategories } from './shop.ts';
import type { BenchTask } from './task.ts';

const PAGE = 100;
const ENTRY_BYTES = 6;
const ROUND_MS = 1_000;
const ROUNDS = 3;

/** Pages of 100 ids a second from lists of at least 100, against reading the bytes of a page anywhere in the file. */
export async function readPages({ size, folder }: BenchTask): Promise<object> {
  const db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  const path = join(folder, LISTS_FILE);
  const store = createSqliteRankingStore({ path, catalog: db });
  const cells: ListCell[] = [];
  let entries = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    for (const { categoryId } of shopCategories(size)) {
      const at = { categoryId, ...cellAt(cell) };
      const { length } = (await store.readList({ kind: 'monthly', period: lastMonth }, at)).itemIds;
      if (length < PAGE) continue;
      cells.push(at);
      entries += length;
    }
  }
  const file = openSync(path, 'r');
  const pages = Math.floor(statSync(path).size / (PAGE * ENTRY_BYTES));
  const bytes = Buffer.alloc(PAGE * ENTRY_BYTES);
  const [ours, bare]: [number[], number[]] = [[], []];
  let read = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let calls = 0;
    const until = systemClock.monotonicMs() + ROUND_MS;
    for (; systemClock.monotonicMs() < until; calls++) {
      const cell = cells[(Math.imul(calls, 0x9e3779b1) >>> 0) % cells.length];
      const found = await store.findEdition('monthly', lastMonth);
      if (cell === undefined || found === null) throw new Error('no list has 100 entries');
      read += (await store.readList(found, cell)).itemIds.slice(0, PAGE).length;
    }
    ours.push(calls);
    let bareCalls = 0;
    const bareUntil = systemClock.monotonicMs() + ROUND_MS;
    for (; systemClock.monotonicMs() < bareUntil; bareCalls++) {
      const page = (Math.imul(bareCalls, 0x9e3779b1) >>> 0) % pages;
      read += readSync(file, bytes, 0, bytes.length, page * bytes.length);
    }
    bare.push(bareCalls);
  }
  closeSync(file);
  store.close();
  db.close();
  const lists = cells.length;
  return { ours: Math.max(...ours), bare: Math.max(...bare), lists, meanLength: entries / lists, read };
}
