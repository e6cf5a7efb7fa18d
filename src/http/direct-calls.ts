import { IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiCall } from './api-call.ts';
import { sendRefusal } from './failure-answer.ts';
import { type Send, sendThrough } from './leave.ts';
import { logsRequests } from './log-options.ts';
import { KEEP_ALIVE_MS } from './plain-connections.ts';
import type { PlainHead } from './plain-head.ts';
import { queryFault } from './protocol-errors.ts';
import { parseQueryString, type Query } from './query-string.ts';
import { TextHeadResponse } from './text-head-response.ts';

/** How an endpoint of the public API is called. */
interface ApiRoute {
  /** Operation id. */
  readonly endpoint: string;
  readonly uncounted: boolean;
  /**
   * Answers a call that has passed the gate with what was made for the same request before. Null when there is nothing
   * ready. Throws StoreUnavailableError.
   */
  answerReady(call: ApiCall, send: Send): Promise<void> | null;
  /** Answers a call that has passed the gate. Rejects, without having sent anything, when the call fails. */
  answer(call: ApiCall, query: Query, send: Send): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the call failed on the direct path; null on calls that came to Fastify at once. */
    failure: Error | null;
  }
  interface FastifyInstance {
    /** The endpoints of the public API by path. */
    apiRoutes: Map<string, ApiRoute>;
    /** Answers calls of the public API by itself, and leaves everything else and every failure to `handler`, Fastify's own. */
    receive(request: IncomingMessage, response: ServerResponse, handler: RequestListener): void;
    /**
     * Answers a call that came as a plain head, failures by way of `handler`, or gives null when it isn't one of the
     * public API. Resolves, always, when the answer has been sent.
     */
    answerPlain(head: PlainHead, socket: Socket, send: Send, handler: RequestListener): Promise<void> | null;
    /** Gives a request of Fastify what the direct path knows of its call. False when the call didn't fail there. */
    takeOver(request: FastifyRequest): boolean;
  }
}

interface FailedCall {
  readonly call: ApiCall;
  readonly error: Error;
}

/**
 * The direct path: well-formed calls of the public API don't pass through Fastify's router, hooks and request objects
 * (docs/adr/0016-calls-before-fastify.md says what they cost). Both paths call the same functions: gate, parameters,
 * endpoint, sending. A call that fails goes on in Fastify, which knows how failures look.
 */
export function addDirectCalls(app: FastifyInstance, logLevel: string, nowMs: () => number): void {
  const routes = new Map<string, ApiRoute>();
  const failed = new WeakMap<IncomingMessage, FailedCall>();
  // Fastify logs each of its requests at these levels, and its last answers close their connections.
  let isOff = logsRequests(logLevel);
  app.addHook('preClose', (done) => {
    isOff = true;
    done();
  });
  app.decorateRequest('failure', null);
  app.decorate('apiRoutes', routes);

  app.decorate('takeOver', (request: FastifyRequest) => {
    const known = failed.get(request.raw);
    if (known === undefined) return false;
    const { startedMs, caller, quota, ticket, accountId, errorCode } = known.call;
    Object.assign(request, { startedMs, caller, quota, ticket, accountId, errorCode, failure: known.error });
    return true;
  });

  app.decorate('receive', (raw: IncomingMessage, response: ServerResponse, handler: RequestListener) => {
    const url = raw.url ?? '';
    const queryAt = url.indexOf('?');
    const route = routes.get(queryAt === -1 ? url : url.slice(0, queryAt));
    if (route === undefined || isOff || !isPlain(raw, url)) return handler(raw, response);
    const call = callOf(app, raw, raw.headers, route.endpoint, nowMs());
    const send = sendThrough(response);
    answer(route, queryAt === -1 ? '' : url.slice(queryAt + 1), call, send).catch((error: Error) => {
      // What has begun to leave can't be answered otherwise.
      if (response.headersSent) return void response.destroy();
      failed.set(raw, { call, error });
      handler(raw, response);
    });
  });

  app.decorate('answerPlain', (head: PlainHead, socket: Socket, send: Send, handler: RequestListener) => {
    const { url, headers } = head;
    const queryAt = url.indexOf('?');
    const route = routes.get(queryAt === -1 ? url : url.slice(0, queryAt));
    if (route === undefined || isOff) return null;
    const call = callOf(app, { method: 'GET', url }, headers, route.endpoint, nowMs());
    return answer(route, queryAt === -1 ? '' : url.slice(queryAt + 1), call, send).catch((error: Error) =>
      throughNode(head, socket, (raw, response) => {
        failed.set(raw, { call, error });
        handler(raw, response);
      }),
    );
  });
}

const HTTP_1_1 = { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 };

/** Makes Node's objects for a request that was read without them. Resolves when it is answered or its connection has closed. */
function throughNode(
  { url, headers, closes }: PlainHead,
  socket: Socket,
  listener: RequestListener,
): Promise<void> {
  const raw = new IncomingMessage(socket);
  const rawHeaders = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
  Object.assign(raw, { method: 'GET', url, headers, rawHeaders, ...HTTP_1_1, complete: true });
  raw.push(null);
  const response = new TextHeadResponse(raw);
  response._keepAliveTimeout = KEEP_ALIVE_MS;
  response.shouldKeepAlive = !closes;
  response.assignSocket(socket);
  return new Promise((resolve) => {
    response.on('finish', () => {
      response.detachSocket(socket);
      resolve();
    });
    response.on('close', resolve);
    listener(raw, response);
  });
}

async function answer(route: ApiRoute, search: string, call: ApiCall, send: Send): Promise<void> {
  const refusal = await call.server.passGate(call, route.uncounted);
  if (refusal !== null) return sendRefusal(refusal, call, send);
  const ready = route.answerReady(call, send);
  if (ready !== null) return ready;
  const query = parseQueryString(search);
  const fault = queryFault(query);
  if (fault !== undefined) throw fault;
  return route.answer(call, query, send);
}

/** Whether Fastify would find nothing to refuse or to change before the gate. */
function isPlain({ method, httpVersion, rawHeaders }: IncomingMessage, url: string): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || httpVersion !== '1.1' || url.includes('#')) return false;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name !== undefined && name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts === 1;
}

function callOf(
  server: FastifyInstance,
  raw: ApiCall['raw'],
  headers: ApiCall['headers'],
  endpoint: string,
  startedMs: number,
): ApiCall {
  return {
    raw,
    headers,
    server,
    startedMs,
    endpoint,
    caller: null,
    quota: null,
    ticket: null,
    accountId: 0,
    errorCode: '',
  };
}
