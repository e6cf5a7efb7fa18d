import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, crc32, createBrotliCompress, deflateRaw } from 'node:zlib';
import { joinedCrc32 } from './joined-crc32.ts';

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

/** A body that decodes to head, middle and tail. */
export function splice(head: Buffer, middle: CompressedMiddle, tail: Buffer): Buffer[] {
  return middle.encoding === 'br' ? spliceBrotli(head, middle, tail) : spliceGzip(head, middle, tail);
}

const deflateRawAsync = promisify(deflateRaw);

function deflateMiddle(bytes: Buffer): Promise<Buffer> {
  // Level 6 gave the best size for its time on lists of Korean text.
  return deflateRawAsync(bytes, { level: 6, finishFlush: constants.Z_SYNC_FLUSH });
}

/** A head without name and time, for a deflated body (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** The most that a stored block of deflate holds. */
const STORED_MAX = 65_535;

function spliceGzip(head: Buffer, middle: CompressedMiddle, tail: Buffer): Buffer[] {
  const end = Buffer.alloc(8);
  const crc = crc32(tail, joinedCrc32(crc32(head), middle.crc, middle.length));
  end.writeUInt32LE(crc, 0);
  end.writeUInt32LE((head.length + middle.length + tail.length) % 2 ** 32, 4);
  return [GZIP_HEAD, ...storedBlocks(head, false), middle.bytes, ...storedBlocks(tail, true), end];
}

/** Bytes as they are, in blocks of type 0 (RFC 1951). The last one closes the stream if `isFinal`. */
function storedBlocks(bytes: Buffer, isFinal: boolean): Buffer[] {
  const blocks: Buffer[] = [];
  for (let from = 0; from < bytes.length || (isFinal && from === 0); from += STORED_MAX) {
    const part = bytes.subarray(from, from + STORED_MAX);
    const isLast = isFinal && from + STORED_MAX >= bytes.length;
    const block = Buffer.alloc(5);
    block[0] = isLast ? 1 : 0;
    block.writeUInt16LE(part.length, 1);
    block.writeUInt16LE(0xffff - part.length, 3);
    blocks.push(block, part);
  }
  return blocks;
}

/** The head of a stream and padding to a whole byte, as the encoder writes them when it is flushed before any data. */
const BROTLI_HEAD = Buffer.from([0x6b, 0]);
/** A last, empty metablock. */
const BROTLI_END = Buffer.from([3]);
/** The most that one of our stored metablocks holds: as much as four hexadecimal digits can say. */
const METABLOCK_MAX = 65_536;

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
  return compressed.subarray(BROTLI_HEAD.length);
}

function spliceBrotli(head: Buffer, middle: CompressedMiddle, tail: Buffer): Buffer[] {
  return [BROTLI_HEAD, ...storedMetablocks(head), middle.bytes, ...storedMetablocks(tail), BROTLI_END];
}

/** Bytes as they are, in uncompressed metablocks (RFC 7932, 9.2). */
function storedMetablocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += METABLOCK_MAX) {
    const part = bytes.subarray(from, from + METABLOCK_MAX);
    // Not the last one (1 bit), four digits follow (2 bits, both 0), length - 1 (16 bits), uncompressed (1 bit), padding.
    const bits = ((part.length - 1) << 3) | (1 << 19);
    blocks.push(Buffer.from([bits & 0xff, (bits >> 8) & 0xff, bits >> 16]), part);
  }
  return blocks;
}
