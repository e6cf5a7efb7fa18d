import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { ownMemory } from './byte-cache.ts';

/** Consecutive parts of a body. In a string, each character is a byte, because it is written as Latin-1. */
export type Body = readonly (Buffer | string)[];

/** A body as one string, in which each character is a byte. */
export function bodyText(body: Body): string {
  return body.map((part) => (typeof part === 'string' ? part : part.toString('latin1'))).join('');
}

/** The bytes around the payload in a body, one character each. */
export interface Frame {
  readonly beforeDate: string;
  /** Between the response's instant and the payload; null if the body has no instant. */
  readonly afterDate: string | null;
  readonly tail: string;
}

/** A body, except for the instant in it. */
export interface ReadyBody {
  /** Bytes in total. */
  readonly length: number;
  readonly before: string;
  readonly isDated: boolean;
  /** What follows the instant: a string if the whole body is written as one. */
  readonly behind: string | Buffer;
  /** The last bytes, by the instant; each is one character. */
  readonly end: ((instant: string) => string) | null;
}

/** Length of any instant. */
const INSTANT_LENGTH = '2026-11-15T12:00:00.000+09:00'.length;

/** Up to this size, one string is written faster than bytes in parts, together with the head of the response. */
const TEXT_MAX_BYTES = 8 * 1024;

/** An uncompressed body. */
export function plainBody(frame: Frame, payload: Buffer): ReadyBody {
  return readyBody(frame.beforeDate, frame.afterDate !== null, behindDate(frame, payload), null);
}

/** Up to this size, compressing takes less time than handing the bytes to another thread and back. */
const AT_ONCE_MAX_BYTES = 8 * 1024;
/** Gave the best size for its time on Korean lists. */
const LEVEL = 6;

const deflateRawAsync = promisify(deflateRaw);

/** A header without name and time, for a deflated body (RFC 1952). */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/**
 * A gzipped body. What follows the instant is compressed once for all instants, because compressing a list costs a
 * hundred times as much as sending it. What comes before, and the instant, stay as they are.
 */
export async function gzippedBody(frame: Frame, payload: Buffer): Promise<ReadyBody> {
  const isDated = frame.afterDate !== null;
  const dateLength = isDated ? INSTANT_LENGTH : 0;
  const before = Buffer.from(frame.beforeDate, 'latin1');
  const behind = behindDate(frame, payload);
  const deflated =
    behind.length <= AT_ONCE_MAX_BYTES
      ? deflateRawSync(behind, { level: LEVEL })
      : await deflateRawAsync(behind, { level: LEVEL });
  const headLength = before.length + dateLength;
  const start = Buffer.concat([GZIP_HEAD, storedBlockHead(headLength), before]).toString('latin1');
  const [beforeCrc, behindCrc, shift] = [crc32(before), crc32(behind), crcShift(behind.length)];
  const length = littleEndian(headLength + behind.length);
  return readyBody(start, isDated, ownMemory(deflated), (instant) => {
    const datedCrc = crc32(Buffer.from(instant, 'latin1'), beforeCrc);
    return littleEndian(joinedCrc32(datedCrc, behindCrc, shift)) + length;
  });
}

function behindDate({ afterDate, tail }: Frame, payload: Buffer): Buffer {
  return ownMemory(Buffer.from(afterDate ?? '', 'latin1'), payload, Buffer.from(tail, 'latin1'));
}

/** The lowest four bytes of a number, each as one character. */
function littleEndian(value: number): string {
  return String.fromCharCode(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}

/**
 * What comes before the bytes of a type 0 block (RFC 1951), which stores them uncompressed: at most 65,535, twice what
 * a request line can make of a frame's beginning.
 */
function storedBlockHead(length: number): Buffer {
  const block = Buffer.alloc(5);
  block.writeUInt16LE(length, 1);
  block.writeUInt16LE(0xffff - length, 3);
  return block;
}

function readyBody(before: string, isDated: boolean, behind: Buffer, end: ReadyBody['end']): ReadyBody {
  const around = before.length + (isDated ? INSTANT_LENGTH : 0) + (end === null ? 0 : end('').length);
  const length = around + behind.length;
  return {
    length,
    // A joined string is a tree of its parts.
    before: Buffer.from(before, 'latin1').toString('latin1'),
    isDated,
    behind: length > TEXT_MAX_BYTES ? behind : behind.toString('latin1'),
    end,
  };
}

/** The body for an instant (formatKstInstant). */
export function bodyAt({ before, isDated, behind, end }: ReadyBody, instant: string): Body {
  const dated = isDated ? instant : '';
  const start = before + dated;
  const last = end === null ? '' : end(dated);
  return typeof behind === 'string' ? [start + behind + last] : [start, behind, last];
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

/**
 * The CRC-32 of two consecutive byte strings, from the CRC of each and the crcShift of the second's length, without
 * their bytes.
 */
function joinedCrc32(first: number, second: number, shift: number): number {
  return (product(shift, first) ^ second) >>> 0;
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
