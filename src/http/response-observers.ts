import type { FastifyInstance } from 'fastify';

/** Called as a response is sent: the public endpoint or one of the two names below; `ms` since the request arrived. */
export type ResponseObserver = (endpoint: string, status: number, ms: number) => void;

/** Stands for everything but the public API: pages, files, the portal. */
const PAGE = 'page';
/** Stands for paths that don't exist. */
const UNKNOWN = 'unknown';

/** Whether an observer's first argument names a public endpoint. */
export function isEndpoint(endpoint: string): boolean {
  return endpoint !== PAGE && endpoint !== UNKNOWN;
}

/** Lets `observe` see every response of Fastify. Add it after all hooks that can still make a response fail. */
export function observeResponses(app: FastifyInstance, observe: ResponseObserver): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    observe(request.is404 ? UNKNOWN : PAGE, reply.statusCode, reply.elapsedTime);
    done(null, payload);
  });
}
