import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, gzipped, hasTag, ownMemory, strongTag, tagOf } from './response.ts';

/** A response body that many requests share: tagged and compressed once. */
export interface SharedBody {
  readonly bytes: Buffer;
  readonly tag: string;
  /** Whether the bytes stay the same as long as the process lives, so that the best compression pays. */
  readonly isLasting: boolean;
  /** Compressed at the first request that accepts the encoding, then cached. */
  readonly compressed: Map<'br' | 'gzip', Promise<Buffer>>;
}

export function sharedBody(content: Buffer | string, isLasting = true): SharedBody {
  const bytes = ownMemory(Buffer.from(content));
  return { bytes, tag: tagOf(bytes), isLasting, compressed: new Map() };
}

/**
 * Sends a shared body: 304 if the client already has it, otherwise in the best encoding that the client accepts among those
 * offered. With gzip alone, as for the API's JSON, all encodings share one weak tag. Set the status and other headers first.
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

const brotliAsync = promisify(brotliCompress);

async function compressBody({ bytes, isLasting }: SharedBody, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return ownMemory(await gzipped(bytes));
  const quality = isLasting ? constants.BROTLI_MAX_QUALITY : 1;
  return ownMemory(await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}
