import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { PlainHeaders } from './plain-head.ts';

/** What the gate, the endpoints and the writing of answers know of a call of the public API. A request of Fastify is one. */
export interface ApiCall
  extends Pick<
    FastifyRequest,
    'server' | 'startedMs' | 'endpoint' | 'caller' | 'quota' | 'ticket' | 'accountId' | 'errorCode'
  > {
  readonly raw: Pick<IncomingMessage, 'method' | 'url'>;
  readonly headers: PlainHeaders;
}
