import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import type { ListCell } from '../../src/rankings/ranking-store.ts';
import { cellAt } from '../../src/rankings/segments.ts';
import { EDITIONS_FOLDER, editionFile, readEditionFile } from '../../src/store/files/edition-files.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { createSqliteRankingStore } from '../../src/store/sqlite/rankings/ranking-store.ts';
import { CELLS } from './checksum.ts';
import { lastMonth } from './shop.ts';
import type { BenchTask } from './task.ts';

const PAGE = 100;
const ENTRY_BYTES = 6;
const ROUND_MS = 1_000;
const ROUNDS = 3;

/** Pages of 100 ids a second from lists of at least 100, against reading the bytes of a page anywhere in the file. */
export async function readPages({ folder }: BenchTask): Promise<object> {
  const db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  const directory = join(folder, EDITIONS_FOLDER);
  const store = createSqliteRankingStore({ db, directory });
  const edition = await store.findEdition('monthly', lastMonth);
  if (edition === null) throw new Error('the last month has no edition');
  const snapshot = readEditionFile(directory, edition);
  const cells: ListCell[] = [];
  let entries = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    for (const categoryId of snapshot.categoryIds) {
      const length = snapshot.readList(cell, categoryId).itemIds.length;
      if (length < PAGE) continue;
      cells.push({ categoryId, ...cellAt(cell) });
      entries += length;
    }
  }
  const path = join(directory, editionFile(edition));
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
