import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import {
  CONNECTION_LIMITS,
  type ConnectionGuard,
  createConnectionGuard,
  watchBody,
} from './connection-guard.ts';
import { createFailures } from './errors.ts';
import {
  addErrorHandlers,
  clientErrorResponse,
  HEAD_MAX_BYTES,
  rawFailure,
  type SendPage,
  sendError,
} from './protocol-errors.ts';
import { maskKeys, parseQueryString, pathAndQuery } from './query-string.ts';
import { type HeaderList, writeResponse } from './response.ts';

declare module 'fastify' {
  interface FastifyInstance {
    connections: Pick<ConnectionGuard, 'drain' | 'takesConnections'>;
    constantHeaders: HeaderList;
    /** The public API, which bypasses Fastify (docs/decisions.md#calls-of-the-public-api). Decorate it before listening. */
    api: DirectRoutes;
    listener: RequestListener;
  }
}

interface DirectRoutes {
  has(path: string): boolean;
  /** Handles a request. Returns false, and does nothing, if the request's path isn't in the API. */
  receive(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Called for each response. `endpoint` is the name of a public endpoint, `page` or `unknown`; `ms` is the response time. */
export type ResponseObserver = (endpoint: string, status: number, ms: number) => void;

export interface AppOptions {
  readonly baseUrl: string;
  readonly observe: ResponseObserver;
  readonly log: LogOptions;
  /** Comma-separated addresses of reverse proxies, whose X-Forwarded headers are trusted; null = none. */
  readonly trustedProxies: string | null;
  /** Sends the page for an unknown URL. Without this method, browsers get a JSON envelope, as other clients do. */
  readonly sendNotFoundPage?: SendPage;
}

const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: HEAD_MAX_BYTES,
  headersTimeout: 10_000,
  // connection-guard.ts limits the time for bodies, because files take longer than forms.
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  // API calls have no body. Node's stream events for an empty body would cost as much as reading a body.
  optimizeEmptyRequests: true,
  // hostFault refuses requests without Host: Node's own response would lack the envelope.
  requireHostHeader: false,
};

/** The HTTP server: limits, logs, security headers, and the envelope for failures. Register routes inside `register`. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  // Behind a proxy, all connections come from one address.
  const perAddress = options.trustedProxies === null ? {} : { connectionsPerAddressMax: Infinity };
  const guard = createConnectionGuard({ ...CONNECTION_LIMITS, ...perAddress }, (reason, connections) =>
    app.log.warn({ reason, connections }, 'connections were cut'),
  );
  let fastifyHandler: RequestListener;
  const listener: RequestListener = (request, response) => {
    watchBody(request);
    if (!app.api.receive(request, response)) fastifyHandler(request, response);
  };
  const app: FastifyInstance = Fastify({
    ...logOptions(options.log),
    trustProxy: options.trustedProxies ?? false,
    serverFactory(handler) {
      fastifyHandler = handler;
      return guard.createServer(SERVER_OPTIONS, listener);
    },
    routerOptions: { maxParamLength: 256, querystringParser: parseQueryString },
    // Refusing requests during shutdown would fail calls that the load balancer still sends; see bin/serve.ts.
    return503OnClosing: false,
    // No timeout: plugins only register routes, which is slow only on a stalled machine.
    pluginTimeout: 0,
    rewriteUrl: (request) => pathAndQuery(request.url ?? '/'),
    genReqId: () => randomUUID(),
    frameworkErrors: sendError,
    clientErrorHandler(error, socket) {
      // Earlier requests on the connection get their responses first.
      const lastBytes = clientErrorResponse(app, error, socket);
      if (lastBytes !== null) guard.endAfterResponses(socket, lastBytes);
    },
  });
  // No logger per request, which would cost more than the gate. Log lines of failures contain the request id.
  app.log.child = () => app.log;
  app.decorate('connections', guard);
  addSpecialRequests(app, guard);

  // Bodies are discarded, unless a route has a parser of its own. Without this parser, Fastify would answer 415 instead of 405.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });

  const isHttps = options.baseUrl.startsWith('https:');
  const headers = [...SECURITY_HEADERS, ...(isHttps ? [STRICT_TRANSPORT] : [])];
  app.decorate('constantHeaders', headers.flat());
  addErrorHandlers(app, createFailures(`${options.baseUrl}/docs/errors`), options.sendNotFoundPage);
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
    options.observe(request.is404 ? 'unknown' : 'page', reply.statusCode, reply.elapsedTime);
    done(null, payload);
  });
  app.decorate('listener', listener);
  app.addHook('preClose', async () => guard.closeAfterResponses());
  return app;
}

/** Handles requests with an Expect header and the method CONNECT, for which Node emits separate events. */
function addSpecialRequests(app: FastifyInstance, guard: ConnectionGuard): void {
  app.server.on('checkExpectation', (request, response) => {
    // Ending the socket here would cut off the responses to earlier requests.
    response.shouldKeepAlive = false;
    writeResponse(response, app.failures({ code: 'COMMON_400' }, request.headers));
  });
  app.server.on('checkContinue', (request, response) => {
    // A response gets its socket after earlier responses. Before that, "100 Continue" would be written into an earlier response.
    if (response.socket !== null) response.writeContinue();
    app.server.emit('request', request, response);
  });
  app.server.on('connect', ({ socket }) =>
    guard.endAfterResponses(socket, () => rawFailure(app, { code: 'COMMON_405' })),
  );
}

/** Pages have a content security policy of their own. */
const SECURITY_HEADERS = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
] as const;
const STRICT_TRANSPORT = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const;

export interface LogOptions {
  readonly level: string;
  readonly keyPrefix: string;
  /** Where log lines go; standard output by default. */
  readonly destination?: NodeJS.WritableStream;
}

/** Log lines show the method and URL of a request, keys masked, and never headers or bodies. */
export function logOptions(options: LogOptions): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  return {
    // Requests are logged only at the levels debug and trace, because the metrics already count and time all requests.
    logController: new LogController({ disableRequestLogging: !['debug', 'trace'].includes(options.level) }),
    logger: {
      level: options.level,
      ...(options.destination === undefined ? {} : { stream: options.destination }),
      redact: { paths: ['req.headers', 'headers', 'key', 'apiKey', '*.apiKey'], remove: true },
      serializers: {
        req: (request) => ({ method: request.method, url: maskKeys(request.url, options.keyPrefix) }),
      },
    },
  };
}
