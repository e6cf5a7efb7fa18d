import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRaw, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { memoizeLast } from '../base/memoize-last.ts';

/** Alternating names, in lower case, and values. */
export type HeaderList = readonly string[];

export interface HttpResponse {
  readonly status: number;
  readonly headers: string[];
  readonly body: Body;
}

/** Node omits the body of a HEAD response, and writes a body of one string together with the head. */
export function writeResponse(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, headers);
  if (body.length > 1) response.cork();
  for (let at = 0; at < body.length - 1; at++) response.write(body[at], 'latin1');
  response.end(body.at(-1), 'latin1');
}

export type Encoding = 'br' | 'gzip' | 'identity';

export function chooseEncoding(
  acceptEncoding: string | string[] | undefined,
  offersBrotli = false,
): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const { br, gzip } = qualitiesOf(acceptEncoding);
  if (offersBrotli && br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
}

/** Memoized: most callers are programs, which send the same header each time. */
const qualitiesOf = memoizeLast((acceptEncoding: string | string[]) => {
  const accepted = new Map<string, number>();
  for (const part of String(acceptEncoding).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    accepted.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const quality = (name: string) => accepted.get(name) ?? accepted.get('*') ?? 0;
  return { br: quality('br'), gzip: quality('gzip') };
});

/** An entity tag without quotes. */
export function tagOf(...parts: readonly Buffer[]): string {
  return hash('sha256', Buffer.concat(parts), 'base64url').slice(0, 22);
}

export function strongTag(tag: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
}

/** Whether If-None-Match contains the tag of the data in any encoding. */
export function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const known = (['identity', 'br', 'gzip'] as const).map((encoding) => strongTag(tag, encoding));
  return ifNoneMatch.split(',').some((part) => known.includes(part.trim().replace(/^W\//, '')));
}

/** Consecutive parts of a body, none of them empty. A string is written as Latin-1, one byte per character. */
export type Body = readonly (Buffer | string)[];

export function bodyText(body: Body): string {
  return body.map((part) => (typeof part === 'string' ? part : part.toString('latin1'))).join('');
}

export interface ReadyBody {
  readonly length: number;
  /** The body of a response that is sent at an instant, such as 2026-11-15T12:00:00.000+09:00. */
  at(instant: string): Body;
}

export async function fixedBody(bytes: Buffer, encoding: Encoding): Promise<ReadyBody> {
  const sent = ownMemory(encoding === 'gzip' ? await gzipAsync(bytes) : bytes);
  const body = [sent];
  return { length: sent.length, at: () => body };
}

const INSTANT_LENGTH = '2026-11-15T12:00:00.000+09:00'.length;

/** A body up to this size is sent faster as one string, together with the head, than in parts. */
const TEXT_MAX_BYTES = 8 * 1024;

/** A gzip header (RFC 1952) without file name and time. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]).toString('latin1');

/**
 * A body that contains the time of its response between `before` (one byte per character) and `parts`. With gzip, `parts` are
 * compressed once, because compressing a list costs a hundred times as much as sending it. `before` and the time stay
 * uncompressed.
 */
export async function datedBody(
  before: string,
  parts: readonly Buffer[],
  encoding: Encoding,
): Promise<ReadyBody> {
  const behind = ownMemory(...parts);
  if (encoding !== 'gzip') return framedBody(before, behind);
  // Level 6 gives the best size for its time on Korean lists.
  const deflated = ownMemory(await deflateRawAsync(behind, { level: 6 }));
  const stored = before.length + INSTANT_LENGTH;
  const beforeCrc = crc32(Buffer.from(before, 'latin1'));
  const [behindCrc, shift] = [crc32(behind), crcShift(behind.length)];
  const length = littleEndian(stored + behind.length);
  return framedBody(GZIP_HEAD + storedBlockHead(stored) + before, deflated, (instant) => {
    const datedCrc = crc32(Buffer.from(instant, 'latin1'), beforeCrc);
    // The CRC-32 of both strings, made of their CRC-32s.
    return littleEndian(product(shift, datedCrc) ^ behindCrc) + length;
  });
}

/** `end` makes the gzip trailer, whose length is constant. */
function framedBody(before: string, behind: Buffer, end?: (instant: string) => string): ReadyBody {
  const length = before.length + INSTANT_LENGTH + behind.length + (end?.('').length ?? 0);
  // Flattens the string, which V8 stores as a tree of concatenated parts.
  const start = Buffer.from(before, 'latin1').toString('latin1');
  if (length > TEXT_MAX_BYTES)
    return {
      length,
      at: (instant) => (end ? [start + instant, behind, end(instant)] : [start + instant, behind]),
    };
  const rest = behind.toString('latin1');
  return { length, at: (instant) => [start + instant + rest + (end?.(instant) ?? '')] };
}

function littleEndian(value: number): string {
  return String.fromCharCode(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}

/**
 * The header of an uncompressed block (type 0 of RFC 1951). A block holds 65,535 bytes, twice as much as the longest URL needs.
 */
function storedBlockHead(length: number): string {
  return `\0${littleEndian(length | ((0xffff - length) << 16))}`;
}

const POLYNOMIAL = 0xedb88320;

/** The polynomials x^0 (the highest bit) and x^8. */
const ONE = 1 << 31;
const BYTE = 1 << 23;

/** x^(8 * length), by which the CRC-32 of a string is multiplied when `length` bytes follow. */
function crcShift(length: number): number {
  let shift = ONE;
  for (let left = length, power = BYTE; left > 0; left = Math.floor(left / 2), power = product(power, power))
    if (left % 2 === 1) shift = product(power, shift);
  return shift;
}

function product(a: number, b: number): number {
  let result = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) result ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return result;
}

const brotliAsync = promisify(brotliCompress);
const deflateRawAsync = promisify(deflateRaw);
const gzipAsync: (bytes: Buffer) => Promise<Buffer> = promisify(gzip);

/**
 * Copies the parts for a cache. A short buffer is usually a slice of Node's pool, which stays in memory as long as its slices.
 */
export function ownMemory(...parts: readonly Buffer[]): Buffer {
  const own = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(own, at);
  return own;
}

/** A response body for many requests, tagged and compressed once. */
export interface SharedBody {
  readonly bytes: Buffer;
  readonly tag: string;
  /** Whether the bytes stay the same until the process ends. Then the slowest, best compression pays. */
  readonly isLasting: boolean;
  readonly compressed: Map<'br' | 'gzip', Promise<Buffer>>;
}

export function sharedBody(content: Buffer | string, isLasting = true): SharedBody {
  const bytes = ownMemory(Buffer.from(content));
  return { bytes, tag: tagOf(bytes), isLasting, compressed: new Map() };
}

/**
 * Sends a shared body in the best encoding that the client accepts; 304 if the client already has it. If gzip alone is offered,
 * all encodings share one weak tag. Set the status and other headers first.
 */
export async function sendSharedBody(
  body: SharedBody,
  request: FastifyRequest,
  reply: FastifyReply,
  offers: 'brotli and gzip' | 'gzip' | 'nothing' = 'brotli and gzip',
): Promise<FastifyReply> {
  const accepted = offers === 'nothing' ? undefined : request.headers['accept-encoding'];
  const encoding = chooseEncoding(accepted, offers === 'brotli and gzip');
  const vary = reply.getHeader('Vary');
  reply
    .header('ETag', offers === 'gzip' ? `W/"${body.tag}"` : strongTag(body.tag, encoding))
    .header('Vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
  if (reply.statusCode === 200 && hasTag(request.headers['if-none-match'], body.tag)) {
    return reply.code(304).send();
  }
  if (encoding === 'identity') return reply.send(body.bytes);
  const compressed = body.compressed.get(encoding) ?? compressBody(body, encoding);
  body.compressed.set(encoding, compressed);
  return reply.header('Content-Encoding', encoding).send(await compressed);
}

async function compressBody({ bytes, isLasting }: SharedBody, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return ownMemory(await gzipAsync(bytes));
  const quality = isLasting ? constants.BROTLI_MAX_QUALITY : 1;
  return ownMemory(await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}

export type ByteCache<T> = ReturnType<typeof createByteCache<T>>;

interface Entry<T> {
  readonly value: T;
  /** Whether the value was used since it was added, or since eviction last spared it. */
  isUsed: boolean;
}

/**
 * A cache of at most `bytesMax` bytes with second-chance eviction: the oldest value is dropped or, if it was used, becomes the
 * newest. LRU would move a value at each use, which costs more than finding it. `bytesOf` returns a value's size.
 */
export function createByteCache<T>(bytesMax: number, bytesOf: (value: T) => number) {
  const entries = new Map<string, Entry<T>>();
  const making = new Map<string, Promise<T>>();
  let bytes = 0;
  const sizeOf = (key: string, value: T) => bytesOf(value) + key.length + ENTRY_BYTES;

  function find(key: string): T | undefined {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  function set(key: string, value: T): void {
    const old = entries.get(key);
    if (old !== undefined) bytes -= sizeOf(key, old.value);
    entries.delete(key);
    entries.set(key, { value, isUsed: false });
    bytes += sizeOf(key, value);
    for (const [oldest, entry] of entries) {
      if (bytes <= bytesMax) break;
      entries.delete(oldest);
      if (entry.isUsed) {
        entry.isUsed = false;
        entries.set(oldest, entry);
      } else {
        bytes -= sizeOf(oldest, entry.value);
      }
    }
  }

  return {
    find,
    set,
    /** Concurrent callers of a missing key share one call of `make`. A failure isn't cached. */
    async get(key: string, make: () => Promise<T>): Promise<T> {
      const known = find(key);
      if (known !== undefined) return known;
      const begun = making.get(key) ?? make().finally(() => making.delete(key));
      making.set(key, begun);
      const made = await begun;
      set(key, made);
      return made;
    },
  };
}

/** Measured memory of an entry besides its bytes: map node, key, objects. */
const ENTRY_BYTES = 700;
