import { crc32 } from 'node:zlib';
import type { DayCopies } from '../day-copies.ts';
import { type CellLists, NOT_BEFORE } from '../ranked-lists.ts';
import type { Edition, RankedList } from '../ranking-store.ts';
import { FORMAT, type Head, MAGIC, PREFIX_BYTES } from './snapshot-format.ts';

/** The content of an edition. */
export interface SnapshotContent {
  readonly edition: Edition;
  readonly categoryIds: readonly string[];
  /** Item numbers by the indices that the lists use. */
  readonly itemIds: Float64Array;
  /** By cell, see edition-cells.ts. */
  readonly cells: readonly CellLists[];
  /** Empty in all kinds but the monthly one. */
  readonly days: DayCopies;
}

/** An edition's file, opened. Its tables are in memory, its lists are read when asked for. */
export interface Snapshot {
  readonly edition: Edition;
  readonly categoryIds: readonly string[];
  /** The list of a cell (edition-cells.ts); empty when cell or category is unknown or nothing sold. */
  readList(cell: number, categoryId: string): RankedList;
  /** The lists of all categories of a cell at once. */
  readCell(cell: number): CellItems;
  readDays(): DayCopies;
  /** Reads everything, checks it, and returns the copies by day. Throws SnapshotDamaged. */
  verify(): DayCopies;
}

/** Item numbers by rank: those of category c of the snapshot are itemIds[start[c]] to itemIds[start[c + 1] - 1]. */
export interface CellItems {
  readonly start: Uint32Array;
  readonly itemIds: Float64Array;
}

/** The copies of an edition that keeps none. */
export const NO_DAYS: DayCopies = {
  itemIds: new Float64Array(0),
  start: new Uint32Array(1),
  codes: new Uint16Array(0),
  copies: new Uint32Array(0),
};

/** Bytes of a file. May return fewer than asked for at the end of the file. */
export type ReadAt = (position: number, length: number) => Uint8Array<ArrayBuffer>;

/** The file isn't a complete snapshot: truncated, modified, or in another format. */
export class SnapshotDamaged extends Error {
  override name = 'SnapshotDamaged';
}

/** Bytes that are compared at once: few enough to stay in the processor's cache. */
const VERIFIED_BYTES = 2 ** 18;

/** Opens a file by its reader. Throws SnapshotDamaged when head or tables are not whole. */
export function openSnapshot(readAt: ReadAt): Snapshot {
  const read = exactReader(readAt);
  const { head, tables, entriesAt } = readTables(read);
  const { categoryIds, listCount } = head;
  const categories = new Map(categoryIds.map((categoryId, at) => [categoryId, at]));
  const entryBytes = head.itemIdBytes + 2;
  const words = entryBytes / 2;
  /** The entries of neighbouring lists, each compared with its checksum. */
  const readEntries = (firstList: number, endList: number): Uint16Array => {
    const first = tables[firstList] ?? 0;
    const length = ((tables[endList] ?? 0) - first) * entryBytes;
    const bytes = read(entriesAt + first * entryBytes, length);
    for (let list = firstList; list < endList; list++) {
      const from = ((tables[list] ?? 0) - first) * entryBytes;
      const end = ((tables[list + 1] ?? 0) - first) * entryBytes;
      // Most lists of sexes, ages and days are empty; the tables are compared already.
      if (from === end) continue;
      const ofList = endList - firstList === 1 ? bytes : bytes.subarray(from, end);
      if (crc32(ofList) !== tables[listCount + 1 + list])
        throw new SnapshotDamaged(`list ${list} is changed`);
    }
    return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  };
  const readDays = () => decodeDays(head, read, entriesAt + head.entryCount * entryBytes);
  return {
    edition: head.edition,
    categoryIds,
    readList(cell, categoryId) {
      const category = categories.get(categoryId);
      const list = cell * categoryIds.length + (category ?? 0);
      if (category === undefined || list < 0 || list >= listCount) return { itemIds: [], upDowns: [] };
      return decodeEntries(readEntries(list, list + 1), words);
    },
    readCell(cell) {
      const from = cell * categoryIds.length;
      const end = from + categoryIds.length;
      if (from < 0 || end > listCount)
        return { start: new Uint32Array(categoryIds.length + 1), itemIds: new Float64Array(0) };
      const first = tables[from] ?? 0;
      const start = tables.slice(from, end + 1).map((entry) => entry - first);
      return { start, itemIds: decodeItemIds(readEntries(from, end), words) };
    },
    readDays,
    verify() {
      const daysAt = entriesAt + head.entryCount * entryBytes;
      let crc = 0;
      for (let position = entriesAt; position < daysAt; position += VERIFIED_BYTES) {
        crc = crc32(read(position, Math.min(VERIFIED_BYTES, daysAt - position)), crc);
      }
      if (crc !== head.entriesCrc) throw new SnapshotDamaged('the lists are changed');
      return readDays();
    },
  };
}

/** The copies by day of an edition; null where they, or any part of the `whole` file, are damaged or gone. */
export function findDays(snapshot: Snapshot, { whole = false } = {}): DayCopies | null {
  try {
    return whole ? snapshot.verify() : snapshot.readDays();
  } catch {
    return null;
  }
}

/** Whole numbers can be viewed in what it returns. Throws SnapshotDamaged at the end of the file. */
function exactReader(readAt: ReadAt): ReadAt {
  return (position, length) => {
    const bytes = readAt(position, length);
    if (bytes.length !== length) throw new SnapshotDamaged('the file ends too early');
    return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  };
}

interface Tables {
  readonly head: Head;
  readonly tables: Uint32Array;
  /** Where the entries begin in the file. */
  readonly entriesAt: number;
}

function readTables(read: ReadAt): Tables {
  const prefix = read(0, PREFIX_BYTES);
  const [magic, headBytes = 0, headCrc, tablesCrc] = new Uint32Array(prefix.buffer, prefix.byteOffset, 4);
  if (magic !== MAGIC) throw new SnapshotDamaged('not a snapshot file of this machine');
  const headText = read(PREFIX_BYTES, headBytes);
  if (crc32(headText) !== headCrc) throw new SnapshotDamaged('the head is changed');
  const head: Head = JSON.parse(Buffer.from(headText).toString('utf8'));
  if (head.format !== FORMAT) throw new SnapshotDamaged(`unknown format ${head.format}`);
  const tablesAt = PREFIX_BYTES + headBytes;
  const bytes = read(tablesAt, (head.listCount * 2 + 1) * 4);
  if (crc32(bytes) !== tablesCrc) throw new SnapshotDamaged('the tables are changed');
  const tables = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  return { head, tables, entriesAt: tablesAt + bytes.length };
}

function decodeEntries(entries: Uint16Array, words: number): RankedList {
  const count = entries.length / words;
  const itemIds = new Array<number>(count);
  const upDowns = new Array<number | null>(count);
  for (let at = 0, word = 0; at < count; at++, word += words) {
    const change = ((entries[word + words - 1] ?? 0) << 16) >> 16;
    itemIds[at] = itemIdAt(entries, word, words);
    upDowns[at] = change === NOT_BEFORE ? null : change;
  }
  return { itemIds, upDowns };
}

function itemIdAt(entries: Uint16Array, word: number, words: number): number {
  const low = (entries[word] ?? 0) + (entries[word + 1] ?? 0) * 2 ** 16;
  return words === 3 ? low : low + (entries[word + 2] ?? 0) * 2 ** 32 + (entries[word + 3] ?? 0) * 2 ** 48;
}

function decodeItemIds(entries: Uint16Array, words: number): Float64Array {
  const itemIds = new Float64Array(entries.length / words);
  for (let at = 0; at < itemIds.length; at++) itemIds[at] = itemIdAt(entries, at * words, words);
  return itemIds;
}

function decodeDays(head: Head, read: ReadAt, position: number): DayCopies {
  const { itemCount, entryCount, crc } = head.days;
  const startAt = itemCount * 8;
  const copiesAt = startAt + (itemCount + 1) * 4;
  const codesAt = copiesAt + entryCount * 4;
  const bytes = read(position, codesAt + entryCount * 2);
  if (crc32(bytes) !== crc) throw new SnapshotDamaged('the copies by day are changed');
  const { buffer, byteOffset } = bytes;
  return {
    itemIds: new Float64Array(buffer, byteOffset, itemCount),
    start: new Uint32Array(buffer, byteOffset + startAt, itemCount + 1),
    copies: new Uint32Array(buffer, byteOffset + copiesAt, entryCount),
    codes: new Uint16Array(buffer, byteOffset + codesAt, entryCount),
  };
}
