import { existsSync, renameSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { KstMonth } from '../../clock.ts';
import { type OpenOptions, openDatabase } from '../../store/sqlite/database.ts';
import { rowOf } from '../../store/sqlite/rows.ts';
import { untilChanged } from '../../until-changed.ts';
import type { MonthCopies } from '../day-copies.ts';
import { type Edition, type EditionKind, LIST_DEPTH_MAX, type RankedList } from '../edition.ts';
import { NOT_BEFORE } from '../ranked-lists.ts';

/** Opens the lists file, or makes it. Throws SQLite's error. */
export function openLists(path: string, options: Partial<OpenOptions> = {}): DatabaseSync {
  return openDatabase(path, { busyTimeoutMs: 0, ...options });
}

/** The columns of an edition. */
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

/*
 * The bytes of a list in the lists file, little-endian: item numbers by rank in 4 bytes each, or 8 where the catalogue needs more,
 * then rank changes in 2 bytes each.
 */

/** Of a list of indices in `itemIds`, with its rank changes. A run has millions of lists, so the next call uses the memory again. */
export function encodeEntries(items: Int32Array, upDowns: Int16Array, itemIds: Float64Array): Uint8Array {
  const ids = isWide(itemIds) ? WIDE : NARROW;
  for (let at = 0; at < items.length; at++) ids[at] = itemIds[items[at] ?? 0] ?? 0;
  const idBytes = items.length * ids.BYTES_PER_ELEMENT;
  new Int16Array(ROOM, idBytes, items.length).set(upDowns);
  return new Uint8Array(ROOM, 0, idBytes + items.length * CHANGE_BYTES);
}

const CHANGE_BYTES = 2;
const ROOM = new ArrayBuffer(LIST_DEPTH_MAX * (Float64Array.BYTES_PER_ELEMENT + CHANGE_BYTES));
const NARROW = new Uint32Array(ROOM, 0, LIST_DEPTH_MAX);
const WIDE = new Float64Array(ROOM, 0, LIST_DEPTH_MAX);

/** All lists of a run are of the same catalogue. */
const isWide = untilChanged((itemIds: Float64Array) => itemIds.some((itemId) => itemId >= 2 ** 32));

export function decodeEntries(length: number, bytes: Uint8Array<ArrayBuffer>): RankedList {
  const ids = decodeItemIds(length, bytes);
  const changes = new Int16Array(bytes.buffer, bytes.length - length * CHANGE_BYTES, length);
  // Array.from takes ten times as long.
  const itemIds = new Array<number>(length);
  const upDowns = new Array<number | null>(length);
  for (let at = 0; at < length; at++) {
    const change = changes[at] ?? 0;
    itemIds[at] = ids[at] ?? 0;
    upDowns[at] = change === NOT_BEFORE ? null : change;
  }
  return { itemIds, upDowns };
}

/** The item numbers alone, first rank first. */
export function decodeItemIds(length: number, bytes: Uint8Array<ArrayBuffer>): Uint32Array | Float64Array {
  const areWide = bytes.length > length * (Uint32Array.BYTES_PER_ELEMENT + CHANGE_BYTES);
  return new (areWide ? Float64Array : Uint32Array)(bytes.buffer, 0, length);
}
