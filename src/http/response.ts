import { hash } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import {
  formatKstInstant,
  httpDate,
  type KstDay,
  kstCompactDate,
  kstDayOf,
  kstDayStartMs,
  systemClock,
} from '../clock.ts';
import { type Encoding, hasTag } from './body/encoding.ts';
import {
  type Body,
  bodyAt,
  bodyText,
  type Frame,
  gzippedBody,
  plainBody,
  type ReadyBody,
} from './body/ready-body.ts';

/** A successful response, except for what changes from call to call: instant, limits, how long it may be cached. */
export interface CachedResponse {
  /** Identifies the data, without quotes: equal data have equal tags, whatever the time of the response. */
  readonly tag: string;
  /** Headers of a 304 that replaces it. */
  readonly headers: HeaderList;
  /** Those headers and the ones that describe the body. */
  readonly allHeaders: HeaderList;
  /** When the response may change (Unix ms), by default after the next nightly tally; now = caches must ask each time. */
  readonly nextEditionAtMs: number | undefined;
  readonly body: ReadyBody;
}

/** What an endpoint adds to its data. */
export interface ResponseParts extends Pick<CachedResponse, 'nextEditionAtMs' | 'headers'> {
  readonly contentHeaders: HeaderList;
  readonly frame: Frame;
  /** The encodings that the caller accepts. */
  readonly encoding: Encoding;
  /** A sentence in the frame, in the caller's language; null for none. */
  readonly message: string | null;
}

/**
 * Makes a successful response (docs/api.md#caching) from the JSON members of `data` behind `meta`, without
 * the outer braces, or from a whole file.
 */
export async function cachedResponse(payload: Buffer, parts: ResponseParts): Promise<CachedResponse> {
  const { frame, contentHeaders, nextEditionAtMs, message } = parts;
  const encoding = payload.length < COMPRESSED_FROM_BYTES ? 'identity' : parts.encoding;
  const body = encoding === 'identity' ? plainBody(frame, payload) : await gzippedBody(frame, payload);
  const told = message === null ? payload : Buffer.concat([Buffer.from(message), payload]);
  const tag = hash('sha256', told, 'base64url').slice(0, 22);
  // The instant makes two responses with the same data differ in their bytes; a file has none.
  const weakTag = `W/"${tag}"`;
  const strongTag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
  const etag = frame.afterDate === null ? strongTag : weakTag;
  const vary = `Accept-Encoding, X-Api-Key${message === null ? '' : ', Accept-Language'}`;
  const headers = [...parts.headers, 'etag', etag, 'vary', vary];
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding];
  const allHeaders = [...headers, ...contentHeaders, ...encoded, 'content-length', String(body.length)];
  return { tag, headers, allHeaders, nextEditionAtMs, body };
}

/** What a caller gets now: the response, or 304 if it already has these data. */
export function responseNow(
  ready: CachedResponse,
  ifNoneMatch: string | undefined,
  nowMs: number,
): HttpResponse {
  const { tag, headers, allHeaders, nextEditionAtMs, body } = ready;
  const caching = ['cache-control', cacheControl(nowMs, nextEditionAtMs)];
  if (hasTag(ifNoneMatch, tag)) return { status: 304, headers: caching.concat(headers), body: [] };
  return {
    status: 200,
    headers: caching.concat(allHeaders),
    body: bodyAt(body, formatKstInstant(nowMs)),
  };
}

/** Below this size, compressing saves less than its headers cost. */
const COMPRESSED_FROM_BYTES = 1024;

/** Time of day at which the nightly tally begins, KST. */
const TALLY_AT_MS = 30 * 60_000;

/** Seconds until the next edition, 1 to 300; a response that changes with every call isn't cached. */
function cacheControl(nowMs: number, nextEditionAtMs: number | undefined): string {
  const todayTallyMs = kstDayStartMs(kstDayOf(nowMs)) + TALLY_AT_MS;
  const nightMs = nowMs < todayTallyMs ? todayTallyMs : todayTallyMs + 86_400_000;
  const nextMs = nextEditionAtMs ?? nightMs;
  if (nextMs <= nowMs) return 'private, no-cache';
  return `private, max-age=${Math.min(300, Math.max(1, Math.floor((nextMs - nowMs) / 1000)))}`;
}

/** The file types of exports, by file name extension. */
export const MEDIA_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;
export type FileFormat = keyof typeof MEDIA_TYPES;

/** Name and type of a file. */
export interface FileLabel {
  /** The name before the day (docs/api.md#file). */
  readonly prefix: string;
  readonly format: FileFormat;
  /** The day in the name, if it isn't that of the response. */
  readonly day?: KstDay | undefined;
}

/** The headers of a file sent at an instant: its type, and a name with a KST day. */
export function fileHeaders({ prefix, format, day }: FileLabel, nowMs: number): HeaderList {
  const name = `${prefix}_${kstCompactDate(day ?? kstDayOf(nowMs))}.${format}`;
  return ['content-type', MEDIA_TYPES[format], 'content-disposition', `attachment; filename="${name}"`];
}

/** Names and values alternating, names in lower case. */
export type HeaderList = readonly string[];

/** A whole response. */
export interface HttpResponse {
  readonly status: number;
  /** Of this response alone; names and values alternating. */
  readonly headers: string[];
  readonly body: Body;
}

/**
 * Writes a whole response through Node's: for HEAD and status 304 without its body. If the body is a string, Node
 * writes it together with the head.
 */
export function writeResponse(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, headers);
  const parts = response.req.method === 'HEAD' ? [] : body.filter((part) => part.length > 0);
  if (parts.length > 1) response.cork();
  for (const part of parts.slice(0, -1)) response.write(part, 'latin1');
  response.end(parts.at(-1), 'latin1');
}

/** The bytes of a whole response that ends its connection, for a connection without a response object. */
export function lastResponseBytes({ status, headers, body }: HttpResponse): Buffer {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  head += `date: ${httpDate(systemClock.nowMs())}\r\nconnection: close\r\n\r\n`;
  return Buffer.from(head + bodyText(body), 'latin1');
}
