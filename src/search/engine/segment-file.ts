import { crc32 } from 'node:zlib';
import { type SegmentArrays, viewSegment } from './segment.ts';

/**
 * The file of a segment:
 *
 *   magic, length of the head, CRC of the head, 0 (16 bytes)
 *   head      JSON, padded with blanks to a multiple of 8 bytes
 *   arrays    one behind the other, each padded to a multiple of 8 bytes
 *
 * Numbers are in the machine's byte order; a file from another kind of machine fails on its magic. Every array
 * has a checksum in the head.
 */
const MAGIC = 0x53_47_53_49;
/** Grows with every change of the layout, and of what tokenise.ts makes of a text. */
const FORMAT = 1;
const PREFIX_BYTES = 16;
const ALIGNMENT = 8;
/** A head that says it is longer is damaged. */
const HEAD_BYTES_MAX = 64 * 1024;

/** Which state of which catalogue a segment is of. */
export interface SegmentOrigin {
  readonly catalogue: string;
  /** Number of the last change that is in it. */
  readonly position: number;
}

interface Head {
  readonly format: number;
  readonly origin: SegmentOrigin;
  readonly arrays: readonly { readonly name: string; readonly bytes: number; readonly crc: number }[];
}

/** The file is not a whole segment of this release: cut off, changed, or of another format. */
export class SegmentDamaged extends Error {
  override name = 'SegmentDamaged';
}

/** The bytes of a segment's file, in pieces to be written one after the other. */
export function encodeSegment(arrays: SegmentArrays, origin: SegmentOrigin): Uint8Array[] {
  const pieces = Object.entries(arrays).map(([name, { buffer, byteOffset, byteLength }]) => {
    return { name, bytes: new Uint8Array(buffer, byteOffset, byteLength) };
  });
  const head: Head = {
    format: FORMAT,
    origin,
    arrays: pieces.map(({ name, bytes }) => ({ name, bytes: bytes.length, crc: crc32(bytes) })),
  };
  const text = Buffer.from(JSON.stringify(head));
  const padded = Buffer.concat([text, Buffer.alloc(paddingOf(text.length), ' ')]);
  const prefix = new Uint8Array(Uint32Array.of(MAGIC, padded.length, crc32(padded), 0).buffer);
  return [prefix, padded, ...pieces.flatMap(({ bytes }) => [bytes, new Uint8Array(paddingOf(bytes.length))])];
}

function paddingOf(bytes: number): number {
  return -bytes & (ALIGNMENT - 1);
}

/** Fills `into` with the file's bytes from a position on; returns how many there were. */
export type ReadInto = (into: Uint8Array, position: number) => number;

/** Reads a segment into memory that threads share. Throws SegmentDamaged. */
export function decodeSegment(readInto: ReadInto): { arrays: SegmentArrays; origin: SegmentOrigin } {
  const exactly = (bytes: Uint8Array, position: number): Uint8Array => {
    if (readInto(bytes, position) !== bytes.length) throw new SegmentDamaged('the file ends too early');
    return bytes;
  };
  const prefix = new Uint32Array(PREFIX_BYTES / 4);
  exactly(new Uint8Array(prefix.buffer), 0);
  const [magic, headBytes = 0, headCrc] = prefix;
  if (magic !== MAGIC || headBytes > HEAD_BYTES_MAX)
    throw new SegmentDamaged('not a segment of this machine');
  const headText = exactly(new Uint8Array(headBytes), PREFIX_BYTES);
  if (crc32(headText) !== headCrc) throw new SegmentDamaged('the head is changed');
  const head: Head = JSON.parse(Buffer.from(headText).toString('utf8'));
  if (head.format !== FORMAT) throw new SegmentDamaged(`format ${head.format} is of another release`);
  const buffers = new Map<string, SharedArrayBuffer>();
  let position = PREFIX_BYTES + headBytes;
  for (const { name, bytes, crc } of head.arrays) {
    const buffer = new SharedArrayBuffer(bytes);
    if (crc32(exactly(new Uint8Array(buffer), position)) !== crc)
      throw new SegmentDamaged(`${name} is changed`);
    buffers.set(name, buffer);
    position += bytes + paddingOf(bytes);
  }
  const arrays = viewSegment((name) => {
    const buffer = buffers.get(name);
    if (buffer === undefined) throw new SegmentDamaged(`${name} is missing`);
    return buffer;
  });
  return { arrays, origin: head.origin };
}
