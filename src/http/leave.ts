import type { ServerResponse } from 'node:http';
import type { ApiCall } from './api-call.ts';
import { rateHeaders } from './rate-headers.ts';
import { TextHeadResponse } from './text-head-response.ts';

/** Names and values in turn, names in lower case. */
export type HeaderList = readonly string[];

/** The parts of a body one after the other. In a text each character is a byte: it is written in Latin-1. */
type Body = readonly (Buffer | string)[];

/** Up to this size one string is written faster than head and bytes apart. */
const JOINED_MAX_BYTES = 8 * 1024;

/**
 * Sends an answer of the public API once its call is on disk. It goes past Fastify's sending, whose hooks and header
 * objects cost more than the answer itself: hooks don't run, and headers set on a reply don't leave. A handler of Fastify
 * hijacks its reply afterwards. Rejects with StoreUnavailableError when the call can't be counted; nothing has left then.
 */
export async function leave(
  call: ApiCall,
  response: ServerResponse,
  status: number,
  headers: HeaderList,
  body: Body,
): Promise<void> {
  const { server, quota } = call;
  if (call.accountId !== 0) await server.settleCall(call, status);
  server.observeAnswer(call, status);
  const own = quota === null ? headers : rateHeaders(quota).concat(headers);
  const isWritten =
    response instanceof TextHeadResponse && response.writeTextHead(status, server.constantLines, own);
  if (!isWritten) response.writeHead(status, server.constantHeaders.concat(own));
  if (body.length === 0 || call.raw.method === 'HEAD') {
    response.end();
    return;
  }
  if (lengthOf(body) <= JOINED_MAX_BYTES) {
    // Node joins a text with the head into one write.
    let text = '';
    for (const part of body) text += typeof part === 'string' ? part : part.toString('latin1');
    response.end(text, 'latin1');
    return;
  }
  const parts = body.filter((part) => part.length > 0);
  response.cork();
  for (const part of parts.slice(0, -1)) response.write(part, 'latin1');
  response.end(parts.at(-1), 'latin1');
}

/** Bytes of a body. */
export function lengthOf(body: Body): number {
  let length = 0;
  for (const part of body) length += part.length;
  return length;
}
