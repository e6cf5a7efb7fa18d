import { crc32 } from 'node:zlib';
import { type CellLists, NOT_BEFORE } from '../ranked-lists.ts';
import type { SnapshotContent } from './snapshot.ts';
import { FORMAT, type Head, MAGIC } from './snapshot-format.ts';

/** The bytes of an edition's file, in pieces to be written one after the other. */
export function encodeSnapshot(content: SnapshotContent): Uint8Array[] {
  const itemIdBytes = content.itemIds.every((itemId) => itemId < 2 ** 32) ? 4 : 8;
  const entries = content.cells.map((cell) => encodeEntries(cell, content.itemIds, itemIdBytes / 2));
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
    entriesCrc: crcOf(entries),
    itemIdBytes,
    days: {
      itemCount: content.days.itemIds.length,
      entryCount: content.days.codes.length,
      crc: crcOf(days),
    },
  };
  const text = Buffer.from(JSON.stringify(head));
  const padded = Buffer.alloc(Math.ceil(text.length / 8) * 8, ' ');
  text.copy(padded);
  const prefix = Uint32Array.of(MAGIC, padded.length, crc32(padded), crc32(tables));
  return [bytesOf(prefix), padded, tables, ...entries, ...days];
}

/** `words` = words of 16 bits that an item number takes. */
function encodeEntries(cell: CellLists, itemIds: Float64Array, words: number): Uint8Array {
  const entries = new Uint16Array(cell.items.length * (words + 1));
  for (let entry = 0, at = 0; entry < cell.items.length; entry++) {
    let rest = itemIds[cell.items[entry] ?? 0] ?? 0;
    // Storing a number in 16 bits keeps its lowest ones, also of a negative rank change.
    for (let word = 0; word < words; word++, rest /= 2 ** 16) entries[at++] = rest;
    entries[at++] = cell.upDowns[entry] ?? NOT_BEFORE;
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
      // Most lists by sex, age and day are empty.
      const bytes = from === end ? '' : (entries[at]?.subarray(from * entryBytes, end * entryBytes) ?? '');
      if (bytes !== '') tables[listCount + 1 + list] = crc32(bytes);
      list++;
    }
    before += cell.items.length;
  }
  return bytesOf(tables);
}

function crcOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((crc, part) => crc32(part, crc), 0);
}

function bytesOf(array: Uint16Array | Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
