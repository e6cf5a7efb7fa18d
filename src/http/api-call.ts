import type { FastifyRequest } from 'fastify';

/** What the gate, the endpoints and the writing of answers know of a call of the public API. A request of Fastify is one. */
export type ApiCall = Pick<
  FastifyRequest,
  | 'raw'
  | 'headers'
  | 'server'
  | 'startedMs'
  | 'endpoint'
  | 'caller'
  | 'quota'
  | 'ticket'
  | 'accountId'
  | 'errorCode'
>;
