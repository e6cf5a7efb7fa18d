import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, crc32, createBrotliCompress, deflateRaw, deflateRawSync } from 'node:zlib';
import { crcShift, joinedCrc32 } from './joined-crc32.ts';

/** What comes before a payload: `before`, an instant that differs in each response, and `after`, in Latin-1. */
export interface LiveHead {
  readonly before: string;
  readonly after: string;
  /** Total length, 65,535 at most: what one stored block of either encoding can hold. */
  readonly length: number;
}

/**
 * A body that decodes to head, payload and tail: `start`, the head as it is, `middle`, `end`. The payload was
 * compressed once for all instants, because compressing a list costs a hundred times as much as sending it.
 */
export interface CompressedParts {
  readonly start: Buffer;
  readonly middle: readonly Buffer[];
  /** The bytes at the very end, each as one character. They depend on the instant. */
  end(instant: string): string;
}

/** Compresses a payload; head and tail around it stay uncompressed. */
export function compressAround(
  head: LiveHead,
  payload: Buffer,
  tail: Buffer,
  encoding: 'br' | 'gzip',
): Promise<CompressedParts> {
  return encoding === 'br' ? brotliAround(head, payload, tail) : gzipAround(head, payload, tail);
}

/** Up to this size, compressing takes less time than handing the bytes to another thread and back. */
const AT_ONCE_MAX_BYTES = 8 * 1024;
/** Level 6 gave the best size for its time on Korean lists. */
const DEFLATE_OPTIONS = { level: 6, finishFlush: constants.Z_SYNC_FLUSH };

const deflateRawAsync = promisify(deflateRaw);

/** A header without name and time, for a deflated body (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

async function gzipAround(head: LiveHead, payload: Buffer, tail: Buffer): Promise<CompressedParts> {
  const deflated =
    payload.length <= AT_ONCE_MAX_BYTES
      ? deflateRawSync(payload, DEFLATE_OPTIONS)
      : await deflateRawAsync(payload, DEFLATE_OPTIONS);
  const { length: headLength, after } = head;
  const beforeCrc = crc32(Buffer.from(head.before, 'latin1'));
  const behindLength = payload.length + tail.length;
  const behindCrc = crc32(tail, crc32(payload));
  const shift = crcShift(behindLength);
  return {
    start: Buffer.concat([GZIP_HEAD, storedBlockHead(headLength, false)]),
    middle: [deflated, storedBlockHead(tail.length, true), tail],
    end(instant) {
      const headCrc = crc32(Buffer.from(instant + after, 'latin1'), beforeCrc);
      return littleEndian(joinedCrc32(headCrc, behindCrc, shift)) + littleEndian(headLength + behindLength);
    },
  };
}

/** The lowest four bytes of a number, each as one character. */
function littleEndian(value: number): string {
  return String.fromCharCode(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}

/** What comes before the bytes of a type 0 block (RFC 1951), which stores them uncompressed. */
function storedBlockHead(length: number, isFinal: boolean): Buffer {
  const block = Buffer.alloc(5);
  block[0] = isFinal ? 1 : 0;
  block.writeUInt16LE(length, 1);
  block.writeUInt16LE(0xffff - length, 3);
  return block;
}

/** A stream's header and padding to a whole byte, as the encoder writes them if flushed before any data. */
const BROTLI_HEAD = Buffer.from([0x6b, 0]);
/** A last, empty metablock. */
const BROTLI_END = Buffer.from([3]);

/**
 * Quality 1 uses neither the static dictionary nor distances to before its data, so its output decodes to the same
 * anywhere. Better qualities don't have that property.
 */
async function brotliAround(head: LiveHead, payload: Buffer, tail: Buffer): Promise<CompressedParts> {
  const encoder = createBrotliCompress({
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  });
  encoder.flush(() => encoder.end(payload));
  const compressed = (await buffer(encoder)).subarray(BROTLI_HEAD.length);
  return {
    start: Buffer.concat([BROTLI_HEAD, metablockHead(head.length)]),
    middle: [compressed, metablockHead(tail.length), tail, BROTLI_END],
    end: () => '',
  };
}

/** What comes before the bytes of an uncompressed metablock (RFC 7932, 9.2); it can't be empty. */
function metablockHead(length: number): Buffer {
  if (length === 0) return Buffer.alloc(0);
  // Not the last one (1 bit), four digits follow (2 bits, both 0), length - 1 (16 bits), uncompressed (1 bit), padding.
  const bits = ((length - 1) << 3) | (1 << 19);
  return Buffer.from([bits & 0xff, (bits >> 8) & 0xff, bits >> 16]);
}
