import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { StoreUnavailableError } from '../gate/store-unavailable-error.ts';
import type { ApiCall } from './api-gate.ts';
import { type ApiGate, type ApiGateOptions, createApiGate, rateHeaders } from './api-gate.ts';
import { bodyText } from './body/ready-body.ts';
import { type CachedResponse, responseNow } from './cached-response.ts';
import { ApiError } from './errors.ts';
import type { MakeFailure, Refusal } from './failure-response.ts';
import type { HeaderList, HttpResponse } from './http-response.ts';
import { writeResponse } from './http-response.ts';
import {
  hostFault,
  parseQueryString,
  pathAndQuery,
  type Query,
  readQuery,
  searchOf,
} from './query-string.ts';
import type { ResponseObserver } from './response-observers.ts';

/** An endpoint of the public API as calls see it. */
export interface ApiRoute {
  readonly path: string;
  /** Operation id. */
  readonly endpoint: string;
  /** Whether calls count against neither burst nor day. */
  readonly uncounted: boolean;
  /**
   * The earlier response to the same request, if nothing has changed since. Throws StoreUnavailableError. Both
   * functions get calls that have passed the gate.
   */
  findReady(call: ApiCall): CachedResponse | undefined;
  /** Throws ApiError. */
  answer(call: ApiCall, query: Query): Promise<CachedResponse>;
  /** The parameters unknown to the endpoint, for the header Seoga-Ignored. */
  ignoredNames(query: Query): string | null;
}

/** A request for an API path, however it arrived. */
interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Why the request can't be answered, if so. */
  readonly fault?: ApiError | undefined;
}

/** The response to a call made in process. */
export interface InProcessResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Time from request to response, as shown in the list of latest calls. */
  readonly ms: number;
}

export type PublicApi = ReturnType<typeof createPublicApi>;

export interface PublicApiOptions extends ApiGateOptions {
  readonly log: FastifyBaseLogger;
  /** Whether each call is logged. */
  readonly logsCalls: boolean;
  readonly failures: MakeFailure;
  /** Headers of every response. */
  readonly constantHeaders: HeaderList;
  /** Called for every response. */
  readonly observe: ResponseObserver;
}

/** Handles every call of the public API, whether it succeeds or fails. */
export function createPublicApi(options: PublicApiOptions) {
  const { log } = options;
  const gate = createApiGate(options);
  const answerCall = createAnswering(options, gate);
  const routes = new Map<string, ApiRoute>();

  function routeOf(url: string): ApiRoute | undefined {
    const path = pathOf(url);
    return routes.get(path) ?? (path.includes('%') ? routes.get(decoded(path)) : undefined);
  }

  async function respond(response: ServerResponse, answer: Promise<HttpResponse>): Promise<void> {
    try {
      writeResponse(response, await answer);
    } catch (error) {
      log.error({ err: error }, 'a response could not be written');
      response.destroy();
    }
  }

  return {
    quotaObservers: gate.quotaObservers,
    add: (route: ApiRoute) => routes.set(route.path, route),
    has: (path: string) => routes.has(path),
    /** Handles a request of the HTTP server. Returns false and does nothing if the path isn't the API's. */
    receive(raw: IncomingMessage, response: ServerResponse): boolean {
      const url = pathAndQuery(raw.url ?? '');
      const route = routeOf(url);
      if (route === undefined) return false;
      const request = { method: raw.method ?? '', url, headers: raw.headers, fault: hostFault(raw) };
      void respond(response, answerCall(route, request, null));
      return true;
    },
    /** Makes a call for an account without its key. Throws for a path outside the API. */
    async callAs(accountId: number, url: string, headers: IncomingHttpHeaders): Promise<InProcessResponse> {
      const route = routeOf(url);
      if (route === undefined) throw new Error(`the API has no path ${url}`);
      const answer = await answerCall(route, { method: 'GET', url, headers }, accountId);
      return {
        ...answer,
        headers: recordOf(answer.headers),
        body: Buffer.from(bodyText(answer.body), 'latin1'),
      };
    },
  };
}

type AnswerCall = (route: ApiRoute, request: ApiRequest, as: number | null) => Promise<TimedResponse>;

/** From a call to its response. Never rejects. */
function createAnswering(options: PublicApiOptions, gate: ApiGate): AnswerCall {
  const { clock, log, failures, logsCalls, observe, constantHeaders } = options;

  function fail(error: unknown, route: ApiRoute, call: ApiCall): HttpResponse {
    const { code, values, headers } = apiErrorOf(error, log);
    call.errorCode = code;
    call.requestId = code === 'COMMON_500' ? String(values.requestId) : null;
    const own = Object.entries(headers).flatMap(([name, value]) => [name.toLowerCase(), value]);
    const ignored = call.caller === null ? null : route.ignoredNames(parseQueryString(searchOf(call.url)));
    if (ignored !== null) own.push('seoga-ignored', ignored);
    const answer = failures({ code, values }, call.headers);
    return { ...answer, headers: own.concat(answer.headers) };
  }

  return async (route, request, as) => {
    const call = callOf(route, request, clock.monotonicMs(), as !== null);
    let answer: HttpResponse;
    try {
      // The checks, in order (docs/api.md#order-of-checks).
      if (request.fault !== undefined) throw request.fault;
      const isKnown = request.method === 'GET' || request.method === 'HEAD';
      const refusal = isKnown ? await gate.pass(call, route.uncounted, as) : OTHER_METHOD;
      if (refusal === null) {
        const ready = route.findReady(call) ?? (await route.answer(call, readQuery(call.url)));
        answer = responseNow(ready, call.headers['if-none-match'], clock.nowMs());
      } else {
        call.errorCode = refusal.code;
        answer = failures(refusal, call.headers);
      }
    } catch (error) {
      answer = fail(error, route, call);
    }
    gate.record(call, answer.status);
    const { endpoint, errorCode, quota, startedMs } = call;
    const { status, headers, body } = answer;
    const ms = clock.monotonicMs() - startedMs;
    observe(endpoint, status, ms);
    if (logsCalls) log.debug({ req: request, status, errorCode, ms }, 'call answered');
    const rates = quota === null ? [] : rateHeaders(quota);
    return { status, headers: headers.concat(rates, constantHeaders), body, ms };
  };
}

interface TimedResponse extends HttpResponse {
  readonly ms: number;
}

function recordOf(headers: HeaderList): Record<string, string> {
  const record: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) record[headers[at] ?? ''] = headers[at + 1] ?? '';
  return record;
}

const OTHER_METHOD: Refusal = { code: 'COMMON_405' };

function pathOf(url: string): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}

/** A path with invalid escapes belongs to nobody. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

function callOf(
  { endpoint }: ApiRoute,
  { url, headers }: ApiRequest,
  startedMs: number,
  isTestRun: boolean,
): ApiCall {
  const unknown = { caller: null, quota: null, isCounted: false } as const;
  return { endpoint, url, headers, startedMs, isTestRun, ...unknown, errorCode: '', requestId: null };
}

/** What the caller is told about an error. An unexpected one is logged with the id that the caller gets. */
function apiErrorOf(error: unknown, log: FastifyBaseLogger): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreUnavailableError) {
    log.warn({ err: error }, 'the store is unavailable');
    return new ApiError('UPSTREAM_UNAVAILABLE');
  }
  const requestId = randomUUID();
  log.error({ err: error, reqId: requestId }, 'request failed');
  return new ApiError('COMMON_500', { requestId });
}
