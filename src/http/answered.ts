import type { FastifyInstance } from 'fastify';
import type { ApiCall } from './api-call.ts';

/** Told of every answer as it leaves: the public endpoint, or one of the two names below; `ms` since the request came. */
export type AnswerObserver = (endpoint: string, status: number, ms: number) => void;

/** Stands for everything but the public API: pages, files, the portal. */
const PAGE = 'page';
/** Stands for paths at which there is nothing. */
const UNKNOWN = 'unknown';

/** Whether an observer's first argument names a public endpoint. */
export function isEndpoint(endpoint: string): boolean {
  return endpoint !== PAGE && endpoint !== UNKNOWN;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request came, on the monotonic clock. */
    startedMs: number;
  }
  interface FastifyInstance {
    answerObservers: AnswerObserver[];
    /** Tells the observers of an answer of the public API that leaves past Fastify's own sending (leave.ts). */
    observeAnswer(call: ApiCall, status: number): void;
  }
}

/** Lets observers see every answer. Add it after every hook that can still fail an answer. */
export function addAnswerObservers(app: FastifyInstance, nowMs: () => number): void {
  const observers: AnswerObserver[] = [];
  const observe = (endpoint: string, { startedMs }: Pick<ApiCall, 'startedMs'>, status: number) => {
    const ms = nowMs() - startedMs;
    for (const one of observers) one(endpoint, status, ms);
  };
  app.decorate('answerObservers', observers);
  app.decorate('observeAnswer', (call: ApiCall, status: number) => observe(call.endpoint, call, status));
  app.decorateRequest('startedMs', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedMs = nowMs();
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const endpoint = request.routeOptions.config.endpoint ?? (request.is404 ? UNKNOWN : PAGE);
    observe(endpoint, request, reply.statusCode);
    done(null, payload);
  });
}
