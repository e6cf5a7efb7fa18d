import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, kstDayOf, kstDayStartMs } from '../clock.ts';
import { type Site, successEnvelope } from './envelope.ts';
import { maskKeys } from './query-string.ts';

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
  /** When the answer may change (Unix ms), by default after the next nightly tally; now = it must not be cached. */
  readonly nextEditionAtMs?: number | undefined;
}

/** Makes a payload from bytes. The tag is strong: equal data have equal tags, whatever the time of the answer. */
export function payloadOf(members: Buffer, totalCount?: number): Payload {
  const list = totalCount === undefined ? {} : { totalCount };
  return { ...list, members, tag: createHash('sha256').update(members).digest('base64url').slice(0, 22) };
}

/**
 * Sends a successful JSON answer: 304 when the caller already has this data, otherwise the envelope, compressed if
 * the caller accepts that (docs/rules/interface.md#caching).
 */
export async function sendPayload(
  payload: Payload,
  request: FastifyRequest,
  reply: FastifyReply,
  context: AnswerContext,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (isCurrent(payload, encoding, request, reply, context)) return reply.code(304).send();
  const title = request.routeOptions.config.title ?? '';
  const rawUrl = maskKeys(request.raw.url ?? '', context.keyPrefix);
  const parts = successEnvelope(payload.members, title, rawUrl, context.site, context.clock);
  reply.header('Content-Type', 'application/json; charset=utf-8');
  return sendBody(parts, payload, encoding, request, reply);
}

/** Sets the caching headers and returns whether the caller already has this data. */
export function isCurrent(
  payload: Payload,
  encoding: Encoding,
  request: FastifyRequest,
  reply: FastifyReply,
  context: AnswerContext,
): boolean {
  reply
    .header('ETag', encoding === 'identity' ? `"${payload.tag}"` : `"${payload.tag}-${encoding}"`)
    .header('Cache-Control', cacheControl(context))
    .header('Vary', 'Accept-Encoding, X-Api-Key');
  return hasTag(request.headers['if-none-match'], payload.tag);
}

/** Sends the bytes of an answer in an encoding that the caller accepts. */
export async function sendBody(
  parts: readonly Buffer[],
  payload: Payload,
  encoding: Encoding,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (encoding === 'identity' || payload.members.length < COMPRESSED_FROM_BYTES) {
    // A body too short to compress is the identity variant and has its tag.
    return sendParts(parts, request, reply.header('ETag', `"${payload.tag}"`));
  }
  return reply.header('Content-Encoding', encoding).send(await compress(Buffer.concat(parts), encoding));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** A body that is written in parts, or null. */
    parts: readonly Buffer[] | null;
  }
}

/** From this size on, joining the parts of a body costs more than writing them one after the other. */
const PARTS_FROM_BYTES = 8 * 1024;

function sendParts(parts: readonly Buffer[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (request.method !== 'GET' || length < PARTS_FROM_BYTES) return reply.send(Buffer.concat(parts));
  request.parts = parts;
  return reply.header('Content-Length', length).send(NOTHING);
}

const NOTHING = Buffer.alloc(0);

/**
 * Lets large bodies leave without being joined first; for a long list, joining costs as much as the rest of the
 * answer. Add it after every other onSend hook.
 */
export function addPartsWriter(app: FastifyInstance): void {
  app.decorateRequest('parts', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.parts === null || reply.statusCode !== 200) return done(null, payload);
    reply.hijack();
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
    reply.raw.cork();
    for (const part of request.parts) reply.raw.write(part);
    reply.raw.end();
    reply.raw.uncork();
  });
}

/** Below this a compressed answer saves less than its headers. */
const COMPRESSED_FROM_BYTES = 1024;

/** Time of day at which the nightly tally begins, KST. */
const TALLY_AT_MS = 30 * 60_000;

/** Seconds until the next edition, 1 to 300; an answer that changes with every call isn't cached. */
function cacheControl({ clock, nextEditionAtMs }: AnswerContext): string {
  const nowMs = clock.nowMs();
  const todayTallyMs = kstDayStartMs(kstDayOf(nowMs)) + TALLY_AT_MS;
  const nightMs = nowMs < todayTallyMs ? todayTallyMs : todayTallyMs + 86_400_000;
  const nextMs = nextEditionAtMs ?? nightMs;
  if (nextMs <= nowMs) return 'private, no-cache';
  return `private, max-age=${Math.min(300, Math.max(1, Math.floor((nextMs - nowMs) / 1000)))}`;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best of br and gzip that the caller accepts. */
export function chooseEncoding(acceptEncoding: string | string[] | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const accepted = new Map<string, number>();
  for (const part of String(acceptEncoding).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    accepted.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const quality = (name: string) => accepted.get(name) ?? accepted.get('*') ?? 0;
  const br = quality('br');
  const gz = quality('gzip');
  if (br === 0 && gz === 0) return 'identity';
  return br >= gz ? 'br' : 'gzip';
}

/** Whether If-None-Match names the data in any of their encodings. */
export function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((part) => {
    const given = part.trim().replace(/^W\//, '');
    return given === `"${tag}"` || given === `"${tag}-br"` || given === `"${tag}-gzip"`;
  });
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Compresses an answer quickly, in another thread. */
export function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  // Brotli 1 and gzip 6 gave the best size for their time on lists of Korean text.
  return encoding === 'br'
    ? brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
    : gzipAsync(body, { level: 6 });
}
