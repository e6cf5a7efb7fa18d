import { NOT_BEFORE } from '../ranked-lists.ts';

/*
 * Lists are stored in chunks of some entries each, so that a page far down is found like the first one. The bytes of a chunk: its item
 * numbers by rank, each as the difference from the one before it, then rank changes. A number takes one byte and more: the first has
 * six bits of it, the lowest, its sign (64), and whether another one follows (128); each further byte has seven bits.
 */

/** A page lies in one or two chunks, and a chunk within a page of the lists file, wherever its items lie. */
export const CHUNK_ENTRIES = 256;

/** The rank change of an item that wasn't in the list before: minus zero. */
const NEW = 64;

const NUMBER_BYTES_MAX = 8;

/** No chunk is longer. */
export const CHUNK_BYTES_MAX = CHUNK_ENTRIES * 2 * NUMBER_BYTES_MAX;

/** Indices in `itemIds`, with their rank changes. Writes them into `room` from a place on, and returns where they end. */
export function encodeChunk(
  room: Uint8Array,
  from: number,
  items: Int32Array,
  upDowns: Int32Array,
  itemIds: Float64Array,
): number {
  let end = from;
  let before = 0;
  for (let at = 0; at < items.length; at++) {
    const itemId = itemIds[items[at] ?? 0] ?? 0;
    end = writeNumber(room, end, itemId - before);
    before = itemId;
  }
  for (let at = 0; at < items.length; at++) {
    const change = upDowns[at] ?? 0;
    if (change === NOT_BEFORE) room[end++] = NEW;
    else end = writeNumber(room, end, change);
  }
  return end;
}

/** Returns where the next number goes. */
function writeNumber(room: Uint8Array, from: number, value: number): number {
  let at = from;
  let rest = Math.abs(value);
  let byte = (rest & 63) | (value < 0 ? 64 : 0);
  let bits = 64;
  for (; rest >= bits; bits = 128) {
    rest = Math.floor(rest / bits);
    room[at++] = byte | 128;
    byte = rest & 127;
  }
  room[at++] = byte;
  return at;
}

/** The entries of a chunk, of as many as it has; calls back with each item number and, if asked for, its rank change. */
export function decodeChunk(bytes: Uint8Array, count: number) {
  let at = 0;
  const next = (): number => {
    let byte = bytes[at++] ?? 0;
    const isNegative = (byte & 64) !== 0;
    let value = byte & 63;
    for (let unit = 64; byte >= 128; unit *= 128) {
      byte = bytes[at++] ?? 0;
      value += (byte & 127) * unit;
    }
    return isNegative ? -value : value;
  };
  const itemIds = new Float64Array(count);
  let itemId = 0;
  for (let entry = 0; entry < count; entry++) {
    itemId += next();
    itemIds[entry] = itemId;
  }
  return {
    itemIds,
    upDowns: () =>
      Array.from({ length: count }, () => {
        const change = next();
        return Object.is(change, -0) ? null : change;
      }),
  };
}
