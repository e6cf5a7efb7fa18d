import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { RateLimiter } from '../gate/rate-limiter.ts';
import type { Language } from '../messages/languages.ts';
import { addAnswerObservers } from './answered.ts';
import { CONNECTION_LIMITS, type ConnectionGuard, createConnectionGuard } from './connection-guard.ts';
import { addDirectCalls } from './direct-calls.ts';
import { addGate, type GateHookOptions } from './gate-hook.ts';
import { type LogOptions, logOptions } from './log-options.ts';
import type { Metrics } from './metrics.ts';
import { inOnePiece } from './one-piece.ts';
import { addOpenApi } from './openapi.ts';
import { FIRST_REQUEST_MS, KEEP_ALIVE_MS } from './plain-connections.ts';
import {
  addErrorAnswers,
  answerExpectation,
  answerFrameworkError,
  clientErrorAnswer,
  rawError,
} from './protocol-errors.ts';
import { parseQueryString } from './query-string.ts';
import { pathAndQuery } from './request-target.ts';
import { securityHeaders } from './security-headers.ts';
import { headerLines, TextHeadResponse } from './text-head-response.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Before `close`: lets every connection end with an answer (connection-guard.ts), for `maxMs` at most. */
    drain(maxMs: number): Promise<void>;
    /** Whether new callers get a connection. */
    takesConnections(): boolean;
    /** Headers of every answer, as lines. */
    constantLines: string;
  }
}

export interface AppOptions extends Omit<GateHookOptions, 'keyPrefix'> {
  readonly metrics: Metrics;
  readonly log: LogOptions;
  readonly baseUrl: string;
  /** Of what is answered without a key. */
  readonly limiter: RateLimiter;
  /** Comma-separated addresses of reverse proxies that are trusted to name the caller's address; null = none. */
  readonly trustedProxies: string | null;
  /** What a browser is shown where nothing is; without it everyone gets the envelope. */
  readonly notFoundPage?: (language: Language) => string;
}

/** Longest request line and headers together; beyond it the answer is 431. */
const HEADERS_MAX_BYTES = 16 * 1024;

const SERVER_OPTIONS: ServerOptions = {
  ServerResponse: TextHeadResponse,
  maxHeaderSize: HEADERS_MAX_BYTES,
  headersTimeout: FIRST_REQUEST_MS,
  requestTimeout: 15_000,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: 2_000,
  // Our own check refuses a missing Host: Node's answer would lack the envelope.
  requireHostHeader: false,
};

/**
 * The HTTP server with everything that a request passes through: limits, logs, security headers, the gate, and the
 * envelope for every failure. Routes are registered on what it returns, inside `register`.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const limits =
    options.trustedProxies === null
      ? CONNECTION_LIMITS
      : { ...CONNECTION_LIMITS, connectionsPerAddressMax: null };
  const guard = createConnectionGuard(limits, (reason, connections) =>
    app.log.warn({ reason, connections }, 'connections were cut'),
  );
  const app: FastifyInstance = Fastify({
    ...logOptions(options.log),
    trustProxy: options.trustedProxies ?? false,
    serverFactory: (handler) =>
      guard.createServer(
        SERVER_OPTIONS,
        (request, response) => app.receive(request, response, handler),
        (head, socket, send) => app.answerPlain(head, socket, send, handler),
      ),
    routerOptions: { maxParamLength: 256, querystringParser: parseQueryString },
    // Refusing requests during shutdown would fail calls that the load balancer still sends; see bin/serve.ts.
    return503OnClosing: false,
    // Routes are registered without waiting for anything, so only a machine that stands still reaches a limit.
    pluginTimeout: 0,
    rewriteUrl: (request) => pathAndQuery(request.url ?? '/'),
    genReqId: () => randomUUID(),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler(error, socket) {
      // Requests before the broken one are answered first: an answer out of turn would be taken for one of theirs.
      const lastBytes = clientErrorAnswer(app, error, socket);
      if (lastBytes !== null) guard.endAfterAnswers(socket, lastBytes);
    },
  });
  // A logger per request costs more than the gate; a failure is logged with its request id instead.
  app.log.child = () => app.log;
  app.decorate('drain', (maxMs: number) => guard.drain(maxMs));
  app.decorate('takesConnections', () => guard.takesConnections());
  addSpecialRequests(app, guard);

  // Bodies are read only where a route says so: no endpoint takes one, and a parser would answer 415 where 405 is
  // right.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.setValidatorCompiler(() => () => true);
  // Bodies are bytes already; Fastify would write a program for each response schema at every start.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  const headers = Object.entries(securityHeaders(options.baseUrl.startsWith('https:')));
  app.decorate('constantLines', inOnePiece(headerLines(headers.flat())));
  app.addHook('onSend', (_request, reply, payload, done) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
    done(null, payload);
  });
  addErrorAnswers(app, options.baseUrl, options.notFoundPage);
  addGate(app, { ...options, keyPrefix: options.log.keyPrefix });
  addDirectCalls(app, options.log.level, () => options.clock.monotonicMs());
  addAnswerObservers(app, () => options.clock.monotonicMs());
  options.metrics.observe(app);
  await addOpenApi(app, options.baseUrl, options.limiter);
  return app;
}

/** Requests for which Node has events of their own: expectations and CONNECT. */
function addSpecialRequests(app: FastifyInstance, guard: ConnectionGuard): void {
  app.server.on('checkExpectation', (request, response) =>
    answerExpectation(request, response, app.errorPages),
  );
  app.server.on('checkContinue', (request, response) => {
    // Behind an answer that isn't sent yet, Node would put "100 Continue" into that answer.
    if (response.socket !== null) response.writeContinue();
    app.server.emit('request', request, response);
  });
  app.server.on('connect', ({ socket }) =>
    guard.endAfterAnswers(socket, () => rawError('COMMON_405', app.errorPages)),
  );
}
