import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, crc32, createBrotliCompress, deflateRaw } from 'node:zlib';
import { crcShift, joinedCrc32 } from './joined-crc32.ts';
import { ownBytes } from './own-bytes.ts';

/**
 * Bytes that were compressed once and can stand in the middle of many compressed bodies, between a head and a tail that
 * differ from answer to answer. Compressing a list costs a hundred times what sending it does.
 */
export interface CompressedMiddle {
  readonly encoding: 'br' | 'gzip';
  /** What the decoder reads between head and tail. It ends on a whole byte and closes nothing. */
  readonly bytes: Buffer;
  /** Length and checksum of what it decodes to. */
  readonly length: number;
  readonly crc: number;
}

/** Compresses on a thread of its own. */
export async function compressMiddle(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<CompressedMiddle> {
  const compressed = encoding === 'br' ? await brotliMiddle(bytes) : await deflateMiddle(bytes);
  return { encoding, bytes: compressed, length: bytes.length, crc: crc32(bytes) };
}

/** The longest head that fits in a single stored block of both encodings. */
export const HEAD_MAX_BYTES = 65_535;

/** What stands around the bytes of a head in a body that decodes to head, middle and tail. */
export interface Splice {
  readonly before: Buffer;
  readonly behind: Buffer;
  /** The bytes at the very end, which depend on the head's checksum. */
  end(headCrc: number): Buffer;
}

/** Prepares bodies for heads of one length, HEAD_MAX_BYTES at most, in front of a middle and a tail. */
export function spliceAround(headLength: number, middle: CompressedMiddle, tail: Buffer): Splice {
  if (headLength > HEAD_MAX_BYTES) throw new RangeError(`no stored block holds ${headLength} bytes`);
  return middle.encoding === 'br'
    ? spliceBrotli(headLength, middle, tail)
    : spliceGzip(headLength, middle, tail);
}

const deflateRawAsync = promisify(deflateRaw);

async function deflateMiddle(bytes: Buffer): Promise<Buffer> {
  // Level 6 gave the best size for its time on lists of Korean text.
  const compressed = await deflateRawAsync(bytes, { level: 6, finishFlush: constants.Z_SYNC_FLUSH });
  // It is the beginning of a buffer of 16 kB.
  return ownBytes(compressed);
}

/** A head without name and time, for a deflated body (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

function spliceGzip(headLength: number, middle: CompressedMiddle, tail: Buffer): Splice {
  const behindCrc = joinedCrc32(middle.crc, crc32(tail), crcShift(tail.length));
  const behindLength = middle.length + tail.length;
  const shift = crcShift(behindLength);
  return {
    before: Buffer.concat([GZIP_HEAD, storedBlockHead(headLength, false)]),
    behind: Buffer.concat([middle.bytes, storedBlockHead(tail.length, true), tail]),
    end(headCrc) {
      const end = Buffer.alloc(8);
      end.writeUInt32LE(joinedCrc32(headCrc, behindCrc, shift), 0);
      end.writeUInt32LE((headLength + behindLength) % 2 ** 32, 4);
      return end;
    },
  };
}

/** What comes before the bytes of a block of type 0 (RFC 1951), which holds them as they are. */
function storedBlockHead(length: number, isFinal: boolean): Buffer {
  const block = Buffer.alloc(5);
  block[0] = isFinal ? 1 : 0;
  block.writeUInt16LE(length, 1);
  block.writeUInt16LE(0xffff - length, 3);
  return block;
}

/** The head of a stream and padding to a whole byte, as the encoder writes them when it is flushed before any data. */
const BROTLI_HEAD = Buffer.from([0x6b, 0]);
/** A last, empty metablock. */
const BROTLI_END = Buffer.from([3]);

/**
 * Quality 1 uses neither the static dictionary nor distances from before its data, so what it writes decodes to the same
 * wherever it stands. Better qualities don't have that property.
 */
async function brotliMiddle(bytes: Buffer): Promise<Buffer> {
  const encoder = createBrotliCompress({
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  });
  encoder.flush(() => encoder.end(bytes));
  const compressed = await buffer(encoder);
  return ownBytes(compressed.subarray(BROTLI_HEAD.length));
}

function spliceBrotli(headLength: number, middle: CompressedMiddle, tail: Buffer): Splice {
  const behind = Buffer.concat([middle.bytes, metablockHead(tail.length), tail, BROTLI_END]);
  return {
    before: Buffer.concat([BROTLI_HEAD, metablockHead(headLength)]),
    behind,
    end: () => NOTHING,
  };
}

const NOTHING = Buffer.alloc(0);

/** What comes before the bytes of an uncompressed metablock (RFC 7932, 9.2); an empty one can't be written. */
function metablockHead(length: number): Buffer {
  if (length === 0) return NOTHING;
  // Not the last one (1 bit), four digits follow (2 bits, both 0), length - 1 (16 bits), uncompressed (1 bit), padding.
  const bits = ((length - 1) << 3) | (1 << 19);
  return Buffer.from([bits & 0xff, (bits >> 8) & 0xff, bits >> 16]);
}
