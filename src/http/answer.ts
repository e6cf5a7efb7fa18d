import { hash } from 'node:crypto';
import { type Clock, formatKstInstant, kstDayOf, kstDayStartMs } from '../clock.ts';
import type { ApiAnswer, HeaderList } from './api-call.ts';
import type { ByteCache } from './body/byte-cache.ts';
import { type Encoding, hasTag } from './body/encoding.ts';
import { ownBytes } from './body/own-bytes.ts';
import { type Frame, headLengthOf, plainBody, type ReadyBody, splicedBody } from './body/ready-body.ts';
import { type CompressedMiddle, compressMiddle, HEAD_MAX_BYTES } from './body/spliced-body.ts';
import type { Site } from './envelope.ts';

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

/** Makes a payload from bytes: equal data have equal tags, whatever the time of the answer. */
export function payloadOf(members: Buffer, totalCount?: number): Payload {
  const list = totalCount === undefined ? {} : { totalCount };
  return { ...list, members: ownBytes(members), tag: hash('sha256', members, 'base64url').slice(0, 22) };
}

/** A successful answer, all but what changes from call to call: instant, limits, how long it may be cached. */
export interface ReadyAnswer {
  /** As in the payload. */
  readonly tag: string;
  /** Headers of the answer and of a 304 in its place. */
  readonly headers: HeaderList;
  /** Headers that describe the body. */
  readonly contentHeaders: HeaderList;
  /** When the answer may change (Unix ms), by default after the next nightly tally; now = it must not be cached. */
  readonly nextEditionAtMs: number | undefined;
  readonly body: ReadyBody;
}

/** What an answer adds to its payload. */
export interface AnswerParts extends Pick<ReadyAnswer, 'nextEditionAtMs' | 'headers' | 'contentHeaders'> {
  readonly frame: Frame;
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
  const isPlain =
    encoding === 'identity' || members.length < COMPRESSED_FROM_BYTES || headLengthOf(frame) > HEAD_MAX_BYTES;
  const body = isPlain
    ? plainBody(frame, members)
    : // The tag names the bytes, so a compressed body under it is never stale.
      splicedBody(frame, await compressed.get(`${encoding} ${tag}`, () => compressMiddle(members, encoding)));
  // The instant makes two answers with the same data differ in their bytes; a file has none.
  const isWeak = frame.afterDate !== null;
  const strongTag = isPlain ? `"${tag}"` : `"${tag}-${encoding}"`;
  return {
    tag,
    headers: [...headers, 'etag', isWeak ? `W/"${tag}"` : strongTag, 'vary', 'Accept-Encoding, X-Api-Key'],
    contentHeaders: [
      ...contentHeaders,
      ...(isPlain ? [] : ['content-encoding', encoding]),
      ...['content-length', String(body.length)],
    ],
    nextEditionAtMs,
    body,
  };
}

/** What a caller gets now: the answer, or 304 when it already has these data. */
export function answerNow(
  { tag, headers, contentHeaders, nextEditionAtMs, body }: ReadyAnswer,
  ifNoneMatch: string | undefined,
  clock: Clock,
): ApiAnswer {
  const nowMs = clock.nowMs();
  const shared = [...headers, 'cache-control', cacheControl(nowMs, nextEditionAtMs)];
  if (hasTag(ifNoneMatch, tag)) return { status: 304, headers: shared, body: [] };
  return { status: 200, headers: [...shared, ...contentHeaders], body: body.at(formatKstInstant(nowMs)) };
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
