import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { ownMemory } from './byte-cache.ts';

/** Consecutive parts of a body. In a string, each character is a byte, because it is written as Latin-1. */
export type Body = readonly (Buffer | string)[];

/** A body as one string, in which each character is a byte. */
export function bodyText(body: Body): string {
  return body.map((part) => (typeof part === 'string' ? part : part.toString('latin1'))).join('');
}

/** A body that is kept. */
export interface ReadyBody {
  /** In bytes. */
  readonly length: number;
  /** The bytes as they are sent at an instant (formatKstInstant). */
  at(instant: string): Body;
}

/** A body in which nothing changes. */
export function fixedBody(bytes: Buffer): ReadyBody {
  const body = [ownMemory(bytes)];
  return { length: bytes.length, at: () => body };
}

/** Length of any instant. */
const INSTANT_LENGTH = '2026-11-15T12:00:00.000+09:00'.length;

/** Up to this size, one string is written faster than bytes in parts, together with the head of the response. */
const TEXT_MAX_BYTES = 8 * 1024;

/** A body that says when it's sent: between `before`, in which each character is a byte, and the parts behind. */
export function datedBody(before: string, behind: readonly Buffer[]): ReadyBody {
  return framedBody(before, ownMemory(...behind), () => '');
}

/** `end` makes the last bytes, whose number is always the same. */
function framedBody(before: string, behind: Buffer, end: (instant: string) => string): ReadyBody {
  const length = before.length + INSTANT_LENGTH + behind.length + end('').length;
  // A joined string is a tree of its parts.
  const start = Buffer.from(before, 'latin1').toString('latin1');
  if (length > TEXT_MAX_BYTES) return { length, at: (instant) => [start + instant, behind, end(instant)] };
  const rest = behind.toString('latin1');
  return { length, at: (instant) => [start + instant + rest + end(instant)] };
}

/** Up to this size, compressing takes less time than handing the bytes to another thread and back. */
const AT_ONCE_MAX_BYTES = 8 * 1024;
/** Gave the best size for its time on Korean lists. */
const LEVEL = 6;

const deflateRawAsync = promisify(deflateRaw);

/** A header without name and time, for a deflated body (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/**
 * The same, gzipped. What follows the instant is compressed once for all instants, because compressing a list costs a
 * hundred times as much as sending it. What comes before, and the instant, stay as they are.
 */
export async function gzippedDatedBody(before: string, parts: readonly Buffer[]): Promise<ReadyBody> {
  const behind = Buffer.concat(parts);
  const deflated =
    behind.length <= AT_ONCE_MAX_BYTES
      ? deflateRawSync(behind, { level: LEVEL })
      : await deflateRawAsync(behind, { level: LEVEL });
  const stored = before.length + INSTANT_LENGTH;
  const start = GZIP_HEAD.toString('latin1') + storedBlockHead(stored) + before;
  const beforeCrc = crc32(Buffer.from(before, 'latin1'));
  const [behindCrc, shift] = [crc32(behind), crcShift(behind.length)];
  const length = littleEndian(stored + behind.length);
  return framedBody(start, ownMemory(deflated), (instant) => {
    const datedCrc = crc32(Buffer.from(instant, 'latin1'), beforeCrc);
    // The CRC-32 of two consecutive byte strings, without their bytes.
    return littleEndian(product(shift, datedCrc) ^ behindCrc) + length;
  });
}

/** The lowest four bytes of a number, each as one character. */
function littleEndian(value: number): string {
  return String.fromCharCode(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}

/**
 * What comes before the bytes of a type 0 block (RFC 1951), which stores them uncompressed: at most 65,535, twice what
 * a request line can make of the beginning of a body.
 */
function storedBlockHead(length: number): string {
  return `\0${littleEndian(length | ((0xffff - length) << 16))}`;
}

/** The polynomial of CRC-32, bits reversed. */
const POLYNOMIAL = 0xedb88320;

/** x^0 (the highest bit) and x^8. */
const ONE = 1 << 31;
const BYTE = 1 << 23;

/** The factor for a checksum when `length` bytes follow: a power of x. */
function crcShift(length: number): number {
  let shift = ONE;
  for (let left = length, power = BYTE; left > 0; left = Math.floor(left / 2), power = product(power, power))
    if (left % 2 === 1) shift = product(power, shift);
  return shift;
}

/** Product of two polynomials over GF(2) modulo that of CRC-32. */
function product(a: number, b: number): number {
  let result = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) result ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return result;
}
