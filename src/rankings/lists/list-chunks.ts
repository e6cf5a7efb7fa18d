import { NOT_BEFORE } from '../ranked-lists.ts';

/*
 * Lists are stored in chunks, so that a page far down is found as fast as the first one. A chunk is a sequence of varints: first the
 * item numbers by rank, each as the difference from the one before it, then the rank changes. The first byte of a varint has the
 * lowest six bits, the sign (64) and whether a byte follows (128); each further byte has seven bits and that flag.
 */

/** A page of a list needs one or two chunks, and a chunk fits into a page of the SQLite file. */
export const CHUNK_ENTRIES = 256;

/** The varint of minus zero: the rank change of an item that wasn't in the list before. */
const NEW = 64;

const NUMBER_BYTES_MAX = 8;

export const CHUNK_BYTES_MAX = CHUNK_ENTRIES * 2 * NUMBER_BYTES_MAX;

/** Writes entries into `room` from a position on, and returns the end. `items` are indices of `itemIds`. */
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

/** Decodes the item numbers of a chunk of `count` entries. Call `upDowns` to decode the rank changes, at most once. */
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
