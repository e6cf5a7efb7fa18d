import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownMemory } from './byte-cache.ts';
import { chooseEncoding, type Encoding, hasTag } from './encoding.ts';

/** Bytes that many requests get. They are tagged and compressed once, so further requests cost next to nothing. */
export interface SharedBody {
  readonly bytes: Buffer;
  /** Identifies the bytes, without quotes. */
  readonly tag: string;
  /** Whether all encodings share one tag. */
  readonly isWeak: boolean;
  /** Whether the best compression pays, because the bytes stay the same as long as the process lives. */
  readonly isLasting: boolean;
  /** Made at the first request that accepts the encoding, then kept. */
  readonly compressed: Map<'br' | 'gzip', Promise<Buffer>>;
}

export function sharedBody(content: Buffer | string, isLasting = true, isWeak = false): SharedBody {
  const bytes = ownMemory(Buffer.from(content));
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, tag, isWeak, isLasting, compressed: new Map() };
}

/**
 * Sends a shared body: 304 if the caller already has it, otherwise compressed as the caller accepts it with the
 * encodings offered. The caller sets status and other headers.
 */
export async function sendSharedBody(
  body: SharedBody,
  request: FastifyRequest,
  reply: FastifyReply,
  offers: 'brotli and gzip' | 'gzip' | 'nothing' = 'brotli and gzip',
): Promise<FastifyReply> {
  const accepted = offers === 'nothing' ? undefined : request.headers['accept-encoding'];
  const encoding = chooseEncoding(accepted, offers === 'brotli and gzip');
  reply
    .header('ETag', body.isWeak ? `W/"${body.tag}"` : strongTag(body.tag, encoding))
    .header('Vary', appended(reply.getHeader('Vary'), 'Accept-Encoding'));
  if (reply.statusCode === 200 && hasTag(request.headers['if-none-match'], body.tag)) {
    return reply.code(304).send();
  }
  if (encoding === 'identity') return reply.send(body.bytes);
  const compressed = body.compressed.get(encoding) ?? compressBody(body, encoding);
  body.compressed.set(encoding, compressed);
  return reply.header('Content-Encoding', encoding).send(await compressed);
}

function strongTag(tag: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
}

function appended(names: number | string | string[] | undefined, name: string): string {
  return names === undefined ? name : `${names}, ${name}`;
}

const brotliAsync = promisify(brotliCompress);
export const gzipped: (bytes: Buffer) => Promise<Buffer> = promisify(gzip);

/** On another thread, because the best brotli takes long; it is done once. */
async function compressBody({ bytes, isLasting }: SharedBody, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return ownMemory(await gzipped(bytes));
  const quality = isLasting ? constants.BROTLI_MAX_QUALITY : 1;
  return ownMemory(await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}
