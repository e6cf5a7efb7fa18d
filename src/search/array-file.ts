import { crc32 } from 'node:zlib';

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
  readonly arrays: readonly { readonly name: string; readonly bytes: number; readonly crc: number }[];
}

/** Arrays by name, each of exactly its size. */
export type NamedArrays<Name extends string> = Readonly<Record<Name, ArrayBufferView>>;

/** The file isn't a complete file of this release: truncated, modified, or in another format. */
export class ArraysDamaged extends Error {
  override name = 'ArraysDamaged';
}

/** The bytes of a file, in pieces to be written one after the other. `format` names layout and meaning of the arrays. */
export function encodeArrays<Name extends string>(
  format: string,
  arrays: NamedArrays<Name>,
  origin: ArraysOrigin,
): Uint8Array[] {
  const pieces = Object.entries<ArrayBufferView>(arrays).map(([name, { buffer, byteOffset, byteLength }]) => {
    return { name, bytes: new Uint8Array(buffer, byteOffset, byteLength) };
  });
  const head: Head = {
    format,
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

/** The contents of a file, in memory that threads share. */
export interface DecodedArrays {
  readonly origin: ArraysOrigin;
  /** Throws ArraysDamaged when there is no array of that name. */
  bufferOf(name: string): SharedArrayBuffer;
}

/** Reads a file. Throws ArraysDamaged. */
export function decodeArrays(format: string, readInto: ReadInto): DecodedArrays {
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
  const buffers = new Map<string, SharedArrayBuffer>();
  let position = PREFIX_BYTES + headBytes;
  for (const { name, bytes, crc } of head.arrays) {
    const buffer = new SharedArrayBuffer(bytes);
    if (readAll(new Uint8Array(buffer), position) !== crc) throw new ArraysDamaged(`${name} is changed`);
    buffers.set(name, buffer);
    position += bytes + paddingOf(bytes);
  }
  return {
    origin: head.origin,
    bufferOf(name) {
      const buffer = buffers.get(name);
      if (buffer === undefined) throw new ArraysDamaged(`${name} is missing`);
      return buffer;
    },
  };
}
