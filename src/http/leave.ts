import type { ServerResponse } from 'node:http';
import type { ApiCall } from './api-call.ts';
import { rateLines } from './rate-headers.ts';
import { type Body, lengthOf, TEXT_MAX_BYTES } from './ready-body.ts';
import { headersOf, TextHeadResponse } from './text-head-response.ts';

/** Names and values in turn, names in lower case. */
export type HeaderList = readonly string[];

/** Writes a whole answer: status, header lines, body. */
export type Send = (status: number, lines: string, body: Body) => void;

/**
 * Sends an answer of the public API once its call is committed, with the header lines of every answer and its own. It goes
 * past Fastify's sending, whose hooks and header objects cost more than the answer itself: hooks don't run, and headers
 * set on a reply don't leave. A handler of Fastify hijacks its reply afterwards. Rejects with StoreUnavailableError when
 * the call can't be counted; nothing has left then.
 */
export async function leave(
  call: ApiCall,
  send: Send,
  status: number,
  ownLines: string,
  body: Body,
): Promise<void> {
  const { server, quota } = call;
  if (call.accountId !== 0) await server.settleCall(call, status);
  server.observeAnswer(call, status);
  send(status, server.constantLines + (quota === null ? '' : rateLines(quota)) + ownLines, body);
}

/** Sends through a response of Node. */
export function sendThrough(response: ServerResponse): Send {
  return (status, lines, body) => {
    const isWritten = response instanceof TextHeadResponse && response.writeTextHead(status, lines);
    if (!isWritten) response.writeHead(status, headersOf(lines));
    if (body.length === 0 || response.req.method === 'HEAD') {
      response.end();
      return;
    }
    if (lengthOf(body) <= TEXT_MAX_BYTES) {
      // Node joins a text with the head into one write.
      response.end(textOf(body), 'latin1');
      return;
    }
    const parts = body.filter((part) => part.length > 0);
    response.cork();
    for (const part of parts.slice(0, -1)) response.write(part, 'latin1');
    response.end(parts.at(-1), 'latin1');
  };
}

/** A body as one text, in which each character is a byte. */
export function textOf(body: Body): string {
  let text = '';
  for (const part of body) text += typeof part === 'string' ? part : part.toString('latin1');
  return text;
}
