import { crc32 } from 'node:zlib';
import { type NamedArrays, sharedArray } from '../typed-arrays.ts';

/**
 * Files of named arrays:
 *
 *   magic, length of the head, CRC of the head, 0 (16 bytes)
 *   head      JSON, padded with spaces to a multiple of 8 bytes
 *   arrays    one behind the other, each padded to a multiple of 8 bytes
 *
 * Numbers are in the machine's byte order; a file from another kind of machine fails on its magic. Every array
 * has a checksum in the head.
 */
const MAGIC = 0x53_47_53_49;
const PREFIX_BYTES = 16;
const ALIGNMENT = 8;
/** A head that claims to be longer is damaged. */
const HEAD_BYTES_MAX = 64 * 1024;
const PIECE_BYTES = 256 * 1024;

/** The state of the catalogue that the arrays describe. */
export interface ArraysOrigin {
  readonly catalogue: string;
  /** Number of the last change that is in it. */
  readonly position: number;
}

interface Head {
  readonly format: string;
  readonly origin: ArraysOrigin;
  readonly arrays: readonly {
    readonly name: string;
    readonly type: keyof typeof ARRAY_TYPES;
    readonly bytes: number;
    readonly crc: number;
  }[];
}

const ARRAY_TYPES = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array };

/** The file isn't a complete file of this release: truncated, modified, or in another format. */
export class ArraysDamaged extends Error {
  override name = 'ArraysDamaged';
}

/** The bytes of a file, in pieces to be written one after the other. `format` names layout and meaning of the arrays. */
export function encodeArrays(format: string, arrays: NamedArrays, origin: ArraysOrigin): Uint8Array[] {
  const pieces = Object.entries(arrays).map(([name, array]) => ({
    name,
    type: array[Symbol.toStringTag],
    bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
  }));
  const head: Head = {
    format,
    origin,
    arrays: pieces.map(({ bytes, ...piece }) => ({ ...piece, bytes: bytes.length, crc: crc32(bytes) })),
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

/** Reads a file into memory that threads share. Throws ArraysDamaged. */
export function decodeArrays(
  format: string,
  readInto: ReadInto,
): { readonly origin: ArraysOrigin; readonly arrays: NamedArrays } {
  const exactly = (bytes: Uint8Array, position: number): Uint8Array => {
    if (readInto(bytes, position) !== bytes.length) throw new ArraysDamaged('the file ends too early');
    return bytes;
  };
  /** Piece by piece, so that the checksum finds the bytes in the processor's cache. */
  const readAll = (bytes: Uint8Array, position: number): number => {
    let crc = 0;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      crc = crc32(exactly(bytes.subarray(at, at + PIECE_BYTES), position + at), crc);
    return crc;
  };
  const prefix = new Uint32Array(PREFIX_BYTES / 4);
  exactly(new Uint8Array(prefix.buffer), 0);
  const [magic, headBytes = 0, headCrc] = prefix;
  if (magic !== MAGIC || headBytes > HEAD_BYTES_MAX) throw new ArraysDamaged('not an index of this machine');
  const headText = exactly(new Uint8Array(headBytes), PREFIX_BYTES);
  if (crc32(headText) !== headCrc) throw new ArraysDamaged('the head is changed');
  const head: Head = JSON.parse(Buffer.from(headText).toString('utf8'));
  if (head.format !== format) throw new ArraysDamaged(`format "${head.format}" is not "${format}"`);
  let position = PREFIX_BYTES + headBytes;
  const entries = head.arrays.map(({ name, type, bytes, crc }) => {
    const content = sharedArray(Uint8Array, bytes);
    if (readAll(content, position) !== crc) throw new ArraysDamaged(`${name} is changed`);
    position += bytes + paddingOf(bytes);
    return [name, new ARRAY_TYPES[type](content.buffer)] as const;
  });
  return { origin: head.origin, arrays: Object.fromEntries(entries) };
}
