import { type CellLists, NOT_BEFORE } from '../../../rankings/ranked-lists.ts';
import type { RankedList } from '../../../rankings/ranking-store.ts';
import { untilChanged } from '../../../until-changed.ts';

/*
 * The bytes of a list in the lists file, little-endian: item numbers by rank in 4 bytes each, or 8 where the catalogue needs more,
 * then rank changes in 2 bytes each.
 */

/** All lists of a cell, one after the other: that of category c has the entries start[c] to start[c + 1] - 1. */
export interface EncodedCell {
  readonly bytes: Uint8Array;
  readonly entryBytes: number;
}

/** Item numbers of `itemIds` by the indices that the lists use. */
export function encodeCell({ start, items, upDowns }: CellLists, itemIds: Float64Array): EncodedCell {
  const number = isWide(itemIds) ? new Float64Array(1) : new Uint32Array(1);
  const halves = new Uint16Array(number.buffer);
  const entryHalves = halves.length + 1;
  const encoded = new Uint16Array(items.length * entryHalves);
  let at = 0;
  for (let category = 0; category + 1 < start.length; category++) {
    const from = start[category] ?? 0;
    const end = start[category + 1] ?? 0;
    for (let entry = from; entry < end; entry++) {
      number[0] = itemIds[items[entry] ?? 0] ?? 0;
      for (let half = 0; half < halves.length; half++) encoded[at++] = halves[half] ?? 0;
    }
    for (let entry = from; entry < end; entry++) encoded[at++] = upDowns[entry] ?? NOT_BEFORE;
  }
  return { bytes: new Uint8Array(encoded.buffer), entryBytes: entryHalves * 2 };
}

/** All lists of a run are of the same catalogue. */
const isWide = untilChanged((itemIds: Float64Array) => itemIds.some((itemId) => itemId >= 2 ** 32));

const CHANGE_BYTES = 2;

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
