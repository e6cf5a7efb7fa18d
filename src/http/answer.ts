import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Clock, kstDayOf, kstDayStartMs } from '../clock.ts';
import type { ApiCall } from './api-call.ts';
import type { ByteCache } from './byte-cache.ts';
import { chooseEncoding, type Encoding, hasTag } from './encoding.ts';
import { type Site, SUCCESS_TAIL, successHead } from './envelope.ts';
import { type HeaderList, leave, lengthOf } from './leave.ts';
import { maskKeys } from './query-string.ts';
import { type CompressedMiddle, compressMiddle, splice } from './spliced-body.ts';

/** The part of an answer that stays the same until the data change. */
export interface Payload {
  /** JSON members of `data` behind `meta`, without the outer braces; or a whole file. */
  readonly members: Buffer;
  /** Names the members, without quotes. */
  readonly tag: string;
  /** Entries of the whole list of which the members are a page; absent where there is no list. */
  readonly totalCount?: number;
}

/** What sending an answer needs from the service. */
export interface AnswerContext {
  readonly site: Site;
  readonly clock: Clock;
  readonly keyPrefix: string;
  /** Payloads that were compressed already. */
  readonly compressed: ByteCache<CompressedMiddle>;
}

/** Makes a payload from bytes. The tag is strong: equal data have equal tags, whatever the time of the answer. */
export function payloadOf(members: Buffer, totalCount?: number): Payload {
  const list = totalCount === undefined ? {} : { totalCount };
  return { ...list, members, tag: hash('sha256', members, 'base64url').slice(0, 22) };
}

/** What a single answer adds. */
export interface AnswerDetails {
  /** Headers of its own. */
  readonly headers: HeaderList;
  /** When the answer may change (Unix ms), by default after the next nightly tally; now = it must not be cached. */
  readonly nextEditionAtMs: number | undefined;
}

/**
 * Sends a successful JSON answer: 304 when the caller already has this data, otherwise the envelope, compressed if
 * the caller accepts that (docs/rules/interface.md#caching).
 */
export function sendPayload(
  payload: Payload,
  title: string,
  call: ApiCall,
  response: ServerResponse,
  context: AnswerContext,
  details: AnswerDetails,
): Promise<void> {
  const encoding = chooseEncoding(call.headers['accept-encoding']);
  const own = cachedHeaders(payload, encoding, context, details);
  if (hasTag(call.headers['if-none-match'], payload.tag)) return leave(call, response, 304, own, []);
  const rawUrl = maskKeys(call.raw.url ?? '', context.keyPrefix);
  const frame = { head: successHead(title, rawUrl, context.site, context.clock), tail: SUCCESS_TAIL };
  own.push('content-type', 'application/json; charset=utf-8');
  return sendBody(frame, payload, encoding, own, { call, response, context });
}

/** An answer's own headers and those for caches. */
export function cachedHeaders(
  { tag }: Payload,
  encoding: Encoding,
  context: AnswerContext,
  { headers, nextEditionAtMs }: AnswerDetails,
): string[] {
  return [
    ...headers,
    ...['etag', encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`],
    ...['cache-control', cacheControl(context.clock, nextEditionAtMs)],
    ...['vary', 'Accept-Encoding, X-Api-Key'],
  ];
}

/** What stands around the payload in a body: bytes, each as one character. */
export interface Frame {
  readonly head: string;
  readonly tail: string;
}

/** A call that is being answered. */
export interface Exchange {
  readonly call: ApiCall;
  readonly response: ServerResponse;
  readonly context: AnswerContext;
}

/** Sends the bytes of an answer in an encoding that the caller accepts. */
export function sendBody(
  { head, tail }: Frame,
  payload: Payload,
  encoding: Encoding,
  headers: string[],
  { call, response, context }: Exchange,
): Promise<void> {
  const { members, tag } = payload;
  if (encoding === 'identity' || members.length < COMPRESSED_FROM_BYTES) {
    // A body too short to compress is the identity variant and has its tag.
    if (encoding !== 'identity') headers[headers.indexOf('etag') + 1] = `"${tag}"`;
    const body = [head, members, tail];
    headers.push('content-length', String(lengthOf(body)));
    return leave(call, response, 200, headers, body);
  }
  // The tag names the bytes, so a compressed body under it is never stale.
  return context.compressed
    .get(`${encoding} ${tag}`, () => compressMiddle(members, encoding))
    .then((middle) => {
      const body = splice(Buffer.from(head, 'latin1'), middle, Buffer.from(tail, 'latin1'));
      headers.push('content-encoding', encoding, 'content-length', String(lengthOf(body)));
      return leave(call, response, 200, headers, body);
    });
}

/** Below this a compressed answer saves less than its headers. */
const COMPRESSED_FROM_BYTES = 1024;

/** Time of day at which the nightly tally begins, KST. */
const TALLY_AT_MS = 30 * 60_000;

/** Seconds until the next edition, 1 to 300; an answer that changes with every call isn't cached. */
function cacheControl(clock: Clock, nextEditionAtMs: number | undefined): string {
  const nowMs = clock.nowMs();
  const todayTallyMs = kstDayStartMs(kstDayOf(nowMs)) + TALLY_AT_MS;
  const nightMs = nowMs < todayTallyMs ? todayTallyMs : todayTallyMs + 86_400_000;
  const nextMs = nextEditionAtMs ?? nightMs;
  if (nextMs <= nowMs) return 'private, no-cache';
  return `private, max-age=${Math.min(300, Math.max(1, Math.floor((nextMs - nowMs) / 1000)))}`;
}
