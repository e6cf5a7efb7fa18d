import { hash } from 'node:crypto';
import { type Clock, formatKstInstant, kstDayOf, kstDayStartMs } from '../clock.ts';
import type { ApiCall } from './api-call.ts';
import type { ByteCache } from './byte-cache.ts';
import { type Encoding, hasTag } from './encoding.ts';
import type { Site } from './envelope.ts';
import { type HeaderList, leave, type Send } from './leave.ts';
import { inOnePiece } from './one-piece.ts';
import { type Frame, headLengthOf, plainBody, type ReadyBody, splicedBody } from './ready-body.ts';
import { type CompressedMiddle, compressMiddle, HEAD_MAX_BYTES } from './spliced-body.ts';
import { headerLines } from './text-head-response.ts';

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

/** A successful answer, all but what changes from call to call: instant, limits, how long it may be cached. */
export interface ReadyAnswer {
  /** As in the payload. */
  readonly tag: string;
  /** Header lines, and those of a 304 in its place. */
  readonly lines: string;
  readonly unchangedLines: string;
  /** When the answer may change (Unix ms), by default after the next nightly tally; now = it must not be cached. */
  readonly nextEditionAtMs: number | undefined;
  readonly body: ReadyBody;
}

/** What an answer adds to its payload. */
export interface AnswerParts extends Pick<ReadyAnswer, 'nextEditionAtMs'> {
  readonly frame: Frame;
  /** Headers of the answer and of a 304 in its place. */
  readonly headers: HeaderList;
  /** Headers that describe the body. */
  readonly contentHeaders: HeaderList;
  /** What the caller accepts. */
  readonly encoding: Encoding;
}

/** Makes a successful answer (docs/rules/interface.md#caching). */
export async function readyAnswer(
  payload: Payload,
  { frame, headers, contentHeaders, encoding, nextEditionAtMs }: AnswerParts,
  { compressed }: AnswerContext,
): Promise<ReadyAnswer> {
  const { members, tag } = payload;
  // A body too short to compress is the identity variant and has its tag.
  const isPlain =
    encoding === 'identity' || members.length < COMPRESSED_FROM_BYTES || headLengthOf(frame) > HEAD_MAX_BYTES;
  const body = isPlain
    ? plainBody(frame, members)
    : // The tag names the bytes, so a compressed body under it is never stale.
      splicedBody(frame, await compressed.get(`${encoding} ${tag}`, () => compressMiddle(members, encoding)));
  const unchangedLines = headerLines([
    ...headers,
    ...['etag', isPlain ? `"${tag}"` : `"${tag}-${encoding}"`],
    ...['vary', 'Accept-Encoding, X-Api-Key'],
  ]);
  const ofBody = isPlain ? [] : ['content-encoding', encoding];
  const length = String(body.length);
  const lines = unchangedLines + headerLines([...contentHeaders, ...ofBody, 'content-length', length]);
  const whole = { lines: inOnePiece(lines), unchangedLines: inOnePiece(unchangedLines) };
  return { tag, ...whole, nextEditionAtMs, body };
}

/** Sends a successful answer, or 304 when the caller already has its data. Rejects as `leave` does. */
export function sendReady(
  { tag, lines, unchangedLines, nextEditionAtMs, body }: ReadyAnswer,
  call: ApiCall,
  send: Send,
  clock: Clock,
): Promise<void> {
  const nowMs = clock.nowMs();
  const cache = `cache-control: ${cacheControl(nowMs, nextEditionAtMs)}\r\n`;
  if (hasTag(call.headers['if-none-match'], tag)) return leave(call, send, 304, unchangedLines + cache, []);
  return leave(call, send, 200, lines + cache, body.at(formatKstInstant(nowMs)));
}

/** Below this a compressed answer saves less than its headers. */
const COMPRESSED_FROM_BYTES = 1024;

/** Time of day at which the nightly tally begins, KST. */
const TALLY_AT_MS = 30 * 60_000;

/** Seconds until the next edition, 1 to 300; an answer that changes with every call isn't cached. */
function cacheControl(nowMs: number, nextEditionAtMs: number | undefined): string {
  const todayTallyMs = kstDayStartMs(kstDayOf(nowMs)) + TALLY_AT_MS;
  const nightMs = nowMs < todayTallyMs ? todayTallyMs : todayTallyMs + 86_400_000;
  const nextMs = nextEditionAtMs ?? nightMs;
  if (nextMs <= nowMs) return 'private, no-cache';
  return `private, max-age=${Math.min(300, Math.max(1, Math.floor((nextMs - nowMs) / 1000)))}`;
}
