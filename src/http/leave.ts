import type { FastifyReply, FastifyRequest } from 'fastify';
import { rateHeaders } from './rate-headers.ts';

/** Names and values in turn, names in lower case. */
export type HeaderList = readonly string[];

/** A body as bytes, or in parts that are written one after the other. */
export type Body = readonly Buffer[];

/** Up to this size one string is written faster than head and bytes apart. */
const JOINED_MAX_BYTES = 8 * 1024;

/**
 * Sends an answer of the public API once its call is on disk. It goes past Fastify's sending, whose hooks and header
 * objects cost more than the answer itself: hooks don't run, and headers set on `reply` don't leave. Rejects with
 * StoreUnavailableError when the call can't be counted; nothing has left then.
 */
export async function leave(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: HeaderList,
  body: Body,
): Promise<FastifyReply> {
  const { server, quota } = request;
  if (request.accountId !== 0) await server.settleCall(request, status);
  server.observeAnswer(request, status);
  reply.hijack();
  const response = reply.raw;
  const all = quota === null ? server.constantHeaders : server.constantHeaders.concat(rateHeaders(quota));
  response.writeHead(status, all.concat(headers));
  if (body.length === 0 || request.raw.method === 'HEAD') {
    response.end();
    return reply;
  }
  if (lengthOf(body) <= JOINED_MAX_BYTES) {
    // Node joins a text with the head into one write. In Latin-1 each byte is a character, so the bytes stay as they are.
    response.end(body.map((part) => part.toString('latin1')).join(''), 'latin1');
    return reply;
  }
  response.cork();
  for (const part of body) response.write(part);
  response.end();
  response.uncork();
  return reply;
}

/** Bytes of a body. */
export function lengthOf(body: Body): number {
  let length = 0;
  for (const part of body) length += part.length;
  return length;
}
