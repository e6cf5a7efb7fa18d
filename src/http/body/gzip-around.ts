import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/** What comes before a payload: `before`, an instant that differs in each response, and `after`, in Latin-1. */
interface LiveHead {
  readonly before: string;
  readonly after: string;
  /** Total length, 65,535 at most: what one stored block can hold. */
  readonly length: number;
}

/**
 * A body that decodes to head, payload and tail: `start`, the head as it is, `middle`, `end`. The payload was
 * compressed once for all instants, because compressing a list costs a hundred times as much as sending it.
 */
export interface GzipParts {
  readonly start: Buffer;
  readonly middle: readonly Buffer[];
  /** The bytes at the very end, each as one character. They depend on the instant. */
  end(instant: string): string;
}

/** Up to this size, compressing takes less time than handing the bytes to another thread and back. */
const AT_ONCE_MAX_BYTES = 8 * 1024;
/** Level 6 gave the best size for its time on Korean lists. */
const DEFLATE_OPTIONS = { level: 6, finishFlush: constants.Z_SYNC_FLUSH };

const deflateRawAsync = promisify(deflateRaw);

/** A header without name and time, for a deflated body (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Compresses a payload; head and tail around it stay uncompressed. */
export async function gzipAround(head: LiveHead, payload: Buffer, tail: Buffer): Promise<GzipParts> {
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

/** The polynomial of CRC-32, bits reversed. */
const POLYNOMIAL = 0xedb88320;

/** x^(2^n) modulo the polynomial, by n: each is the square of the one before. */
const POWERS: readonly number[] = squares();

/** x^0: the highest bit. */
const ONE = 1 << 31;

/** The factor for a checksum when `length` bytes follow: a power of x. */
export function crcShift(length: number): number {
  let shift = ONE;
  // Eight bits a byte: the powers begin with the third.
  for (let left = length, at = 3; left > 0; left = Math.floor(left / 2), at++) {
    if (left % 2 === 1) shift = product(POWERS[at % POWERS.length] ?? 0, shift);
  }
  return shift;
}

/**
 * The CRC-32 of two consecutive byte strings, from the CRC of each and the crcShift of the second's length, without
 * their bytes.
 */
export function joinedCrc32(first: number, second: number, shift: number): number {
  return (product(shift, first) ^ second) >>> 0;
}

/** Product of two polynomials over GF(2) modulo that of CRC-32; the highest bit is x^0. */
function product(a: number, b: number): number {
  let result = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) result ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return result;
}

/** x^(2^31) is x again, so they repeat after 31. */
function squares(): number[] {
  const powers = [1 << 30];
  while (powers.length < 31) {
    const last = powers[powers.length - 1] ?? 0;
    powers.push(product(last, last));
  }
  return powers;
}
