import { crc32 } from 'node:zlib';
import type { DayCopies } from './day-copies.ts';
import { type CellLists, NOT_BEFORE } from './ranked-lists.ts';
import type { Edition, RankedList } from './ranking-store.ts';

/**
 * The file of one edition:
 *
 *   magic, length of the head, CRC of the head, CRC of the tables (16 bytes)
 *   head      JSON, padded with blanks to a multiple of 8 bytes
 *   tables    where each list starts (entries, one number more than lists), then each list's CRC
 *   entries   by cell and category: item number (4 or 8 bytes), rank change (2 bytes)
 *   days      counted copies by item, day and segment: item numbers, starts, copies, codes
 *
 * Numbers are in the machine's byte order; a file from another kind of machine fails on its magic. Every part
 * has a checksum that is compared each time the part is read, so that a damaged file is never served.
 */
const MAGIC = 0x53_47_52_4b;
const FORMAT = 2;
const PREFIX_BYTES = 16;

interface Head {
  readonly format: number;
  readonly edition: Edition;
  readonly categoryIds: readonly string[];
  readonly listCount: number;
  readonly entryCount: number;
  /** 4, or 8 where an item number needs more. */
  readonly itemIdBytes: number;
  readonly days: { readonly itemCount: number; readonly entryCount: number; readonly crc: number };
}

/** What an edition holds. */
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
  readDays(): DayCopies;
  /** Reads and compares everything. Throws SnapshotDamaged. */
  verify(): void;
}

/** The copies of an edition that keeps none. */
export const NO_DAYS: DayCopies = {
  itemIds: new Float64Array(0),
  start: new Uint32Array(1),
  codes: new Uint16Array(0),
  copies: new Uint32Array(0),
};

/** Bytes of a file. May return fewer than asked for at the end of the file. */
export type ReadAt = (position: number, length: number) => Uint8Array;

/** The file is not a whole snapshot: cut off, changed, or of another format. */
export class SnapshotDamaged extends Error {
  override name = 'SnapshotDamaged';
}

/** The bytes of an edition's file, in pieces to be written one after the other. */
export function encodeSnapshot(content: SnapshotContent): Uint8Array[] {
  const itemIdBytes = content.itemIds.every((itemId) => itemId < 2 ** 32) ? 4 : 8;
  const entries = content.cells.map((cell) => encodeEntries(cell, content.itemIds, itemIdBytes));
  const days = [content.days.itemIds, content.days.start, content.days.copies, content.days.codes].map(
    bytesOf,
  );
  const tables = encodeTables(content, entries, itemIdBytes + 2);
  const head: Head = {
    format: FORMAT,
    edition: content.edition,
    categoryIds: content.categoryIds,
    listCount: content.cells.length * content.categoryIds.length,
    entryCount: content.cells.reduce((sum, cell) => sum + cell.items.length, 0),
    itemIdBytes,
    days: {
      itemCount: content.days.itemIds.length,
      entryCount: content.days.codes.length,
      crc: days.reduce((crc, part) => crc32(part, crc), 0),
    },
  };
  const text = Buffer.from(JSON.stringify(head));
  const padded = Buffer.alloc(Math.ceil(text.length / 8) * 8, ' ');
  text.copy(padded);
  const prefix = Uint32Array.of(MAGIC, padded.length, crc32(padded), crc32(tables));
  return [bytesOf(prefix), padded, tables, ...entries, ...days];
}

function encodeEntries(cell: CellLists, itemIds: Float64Array, itemIdBytes: number): Uint8Array {
  const words = itemIdBytes / 2 + 1;
  const entries = new Uint16Array(cell.items.length * words);
  for (let entry = 0; entry < cell.items.length; entry++) {
    const itemId = itemIds[cell.items[entry] ?? 0] ?? 0;
    const at = entry * words;
    // Storing a number in 16 bits keeps its lowest ones, also of a negative rank change.
    entries[at] = itemId;
    entries[at + 1] = itemId / 2 ** 16;
    if (itemIdBytes === 8) {
      entries[at + 2] = itemId / 2 ** 32;
      entries[at + 3] = itemId / 2 ** 48;
    }
    entries[at + words - 1] = cell.upDowns[entry] ?? NOT_BEFORE;
  }
  return bytesOf(entries);
}

function encodeTables(
  content: SnapshotContent,
  entries: readonly Uint8Array[],
  entryBytes: number,
): Uint8Array {
  const categoryCount = content.categoryIds.length;
  const listCount = content.cells.length * categoryCount;
  const tables = new Uint32Array(listCount * 2 + 1);
  let list = 0;
  let before = 0;
  for (const [at, cell] of content.cells.entries()) {
    for (let category = 0; category < categoryCount; category++) {
      const from = cell.start[category] ?? 0;
      const end = cell.start[category + 1] ?? 0;
      tables[list + 1] = before + end;
      const bytes = entries[at]?.subarray(from * entryBytes, end * entryBytes) ?? '';
      tables[listCount + 1 + list] = crc32(bytes);
      list++;
    }
    before += cell.items.length;
  }
  return bytesOf(tables);
}

/** Opens a file by its reader. Throws SnapshotDamaged when head or tables are not whole. */
export function openSnapshot(readAt: ReadAt): Snapshot {
  const exactly = (position: number, length: number): Uint8Array<ArrayBuffer> => {
    // A copy, because the views below need the bytes aligned in a buffer of their own.
    const bytes = new Uint8Array(readAt(position, length));
    if (bytes.length !== length) throw new SnapshotDamaged('the file ends too early');
    return bytes;
  };
  const [magic, headBytes = 0, headCrc, tablesCrc] = new Uint32Array(exactly(0, PREFIX_BYTES).buffer);
  if (magic !== MAGIC) throw new SnapshotDamaged('not a snapshot file of this machine');
  const headText = exactly(PREFIX_BYTES, headBytes);
  if (crc32(headText) !== headCrc) throw new SnapshotDamaged('the head is changed');
  const head = parseHead(headText);
  const tablesAt = PREFIX_BYTES + headBytes;
  const tableBytes = exactly(tablesAt, (head.listCount * 2 + 1) * 4);
  if (crc32(tableBytes) !== tablesCrc) throw new SnapshotDamaged('the tables are changed');
  const tables = new Uint32Array(tableBytes.buffer);
  const categoryIds = head.categoryIds;
  const categories = new Map(categoryIds.map((categoryId, at) => [categoryId, at]));
  const entryBytes = head.itemIdBytes + 2;
  const entriesAt = tablesAt + tableBytes.length;
  const readEntries = (list: number): Uint16Array => {
    const from = tables[list] ?? 0;
    const length = (tables[list + 1] ?? 0) - from;
    const bytes = exactly(entriesAt + from * entryBytes, length * entryBytes);
    if (crc32(bytes) !== tables[head.listCount + 1 + list])
      throw new SnapshotDamaged(`list ${list} is changed`);
    return new Uint16Array(bytes.buffer);
  };
  const readDays = () => decodeDays(head, exactly, entriesAt + head.entryCount * entryBytes);
  return {
    edition: head.edition,
    categoryIds,
    readList(cell, categoryId) {
      const category = categories.get(categoryId);
      const list = cell * categoryIds.length + (category ?? 0);
      if (category === undefined || list < 0 || list >= head.listCount) return { itemIds: [], upDowns: [] };
      return decodeEntries(readEntries(list), entryBytes / 2);
    },
    readDays,
    verify() {
      for (let list = 0; list < head.listCount; list++) {
        // Most lists of sexes, ages and days are empty; the tables are compared already.
        if (tables[list] !== tables[list + 1]) readEntries(list);
      }
      readDays();
    },
  };
}

function parseHead(bytes: Uint8Array): Head {
  const head: Head = JSON.parse(Buffer.from(bytes).toString('utf8'));
  if (head.format !== FORMAT) throw new SnapshotDamaged(`unknown format ${head.format}`);
  return head;
}

function decodeEntries(entries: Uint16Array, words: number): RankedList {
  const itemIds: number[] = [];
  const upDowns: (number | null)[] = [];
  for (let at = 0; at < entries.length; at += words) {
    let itemId = (entries[at] ?? 0) + (entries[at + 1] ?? 0) * 2 ** 16;
    if (words === 5) itemId += (entries[at + 2] ?? 0) * 2 ** 32 + (entries[at + 3] ?? 0) * 2 ** 48;
    const change = ((entries[at + words - 1] ?? 0) << 16) >> 16;
    itemIds.push(itemId);
    upDowns.push(change === NOT_BEFORE ? null : change);
  }
  return { itemIds, upDowns };
}

function decodeDays(
  head: Head,
  read: (position: number, length: number) => Uint8Array<ArrayBuffer>,
  position: number,
): DayCopies {
  const { itemCount, entryCount, crc } = head.days;
  const startAt = itemCount * 8;
  const copiesAt = startAt + (itemCount + 1) * 4;
  const codesAt = copiesAt + entryCount * 4;
  const bytes = read(position, codesAt + entryCount * 2);
  if (crc32(bytes) !== crc) throw new SnapshotDamaged('the copies by day are changed');
  return {
    itemIds: new Float64Array(bytes.buffer, 0, itemCount),
    start: new Uint32Array(bytes.buffer, startAt, itemCount + 1),
    copies: new Uint32Array(bytes.buffer, copiesAt, entryCount),
    codes: new Uint16Array(bytes.buffer, codesAt, entryCount),
  };
}

function bytesOf(array: Uint16Array | Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
