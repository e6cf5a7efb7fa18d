import { existsSync, renameSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { KstMonth } from '../../clock.ts';
import { type OpenOptions, openDatabase } from '../../store/sqlite/database.ts';
import { rowOf } from '../../store/sqlite/rows.ts';
import type { MonthCopies } from '../day-copies.ts';
import type { Edition, EditionKind } from '../edition.ts';

/** Opens the lists file, or makes it. Throws SQLite's error. */
export function openLists(path: string, options: Partial<OpenOptions> = {}): DatabaseSync {
  return openDatabase(path, { busyTimeoutMs: 0, ...options });
}

export const EDITION = 'kind, period, version, until_day AS "untilDay", published_at_ms AS "publishedAtMs"';

/** The edition in force of a kind and period, or null. */
export function findEdition(lists: DatabaseSync, kind: EditionKind, period: number): Edition | null {
  return rowOf(lists.prepare(`SELECT ${EDITION} FROM edition WHERE kind = ? AND period = ?`), kind, period);
}

/** The months that have an edition: a list that was lost can only be made again from its order lines. */
export function readListedMonths(path: string): ReadonlySet<KstMonth> {
  if (!existsSync(path)) return new Set();
  using lists = openLists(path, { readOnly: true });
  const rows = lists.prepare(`SELECT period FROM edition WHERE kind = 'monthly'`).all();
  return new Set(rows.map(({ period }) => Number(period)));
}

/** The counted copies of the months from one to another that have an edition, ascending. */
export function* readCopies(
  lists: DatabaseSync,
  firstMonth: KstMonth,
  lastMonth: KstMonth = firstMonth,
): Generator<MonthCopies, void> {
  const select = lists.prepare('SELECT * FROM month_copies WHERE month BETWEEN ? AND ? ORDER BY month');
  for (const row of select.iterate(firstMonth, lastMonth)) {
    const days = {
      itemIds: new Float64Array(bytesOf(row.item_ids).buffer),
      start: new Uint32Array(bytesOf(row.start).buffer),
      codes: new Uint16Array(bytesOf(row.codes).buffer),
      copies: new Uint32Array(bytesOf(row.copies).buffer),
    };
    yield { month: Number(row.month), days };
  }
}

/** A blob, at the beginning of its buffer. */
export function bytesOf(value: SQLOutputValue | undefined): Uint8Array<ArrayBuffer> {
  if (value instanceof Uint8Array && value.byteOffset === 0) return value;
  throw new TypeError('not a blob');
}

/** Which file a path leads to; null for none. */
export function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

/** Puts a lists file aside that can't be used any more; readers find the new one that takes its place. */
export function putAside(path: string): void {
  for (const end of ['', '-wal', '-shm'].filter((end) => existsSync(`${path}${end}`)))
    renameSync(`${path}${end}`, `${path}.damaged${end}`);
}

/** Whether a lists file is a database with whole pages and indexes. */
export function isWhole(lists: DatabaseSync): boolean {
  return lists.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
}
