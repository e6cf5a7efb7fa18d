import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type CallLog, QUERY_LENGTH_MAX, type RecentCall } from '../accounts/call-log.ts';
import type { Gate } from '../gate/create-gate.ts';
import { type Limits, LOOKS, type QuotaState } from '../gate/gate.ts';
import type { ResponseObserver } from '../http/app.ts';
import { bodyText } from '../http/body/ready-body.ts';
import type { ApiError, ErrorCode } from '../http/errors.ts';
import { apiErrorOf } from '../http/protocol-errors.ts';
import { hostFault, maskKeys, parseQueryString, pathAndQuery, searchOf } from '../http/query-string.ts';
import { type HeaderList, type HttpResponse, type Refusal, writeResponse } from '../http/response.ts';
import type { MessageValues } from '../messages/languages.ts';
import { untilChanged } from '../until-changed.ts';
import type { Services } from './endpoint.ts';
import { type ApiCall, createReadyResponses, ignoredNames, responseNow } from './ready-responses.ts';
import { ENDPOINTS } from './routes.ts';

/** The response to a call made in process. */
export interface InProcessResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Time from request to response, as shown in the list of latest calls. */
  readonly ms: number;
}

export interface PublicApiOptions {
  readonly gate: Gate;
  readonly callLog: Pick<CallLog, 'count' | 'record'>;
  /** Called for every response. */
  readonly observe: ResponseObserver;
  /** Gets the account's counts at every call, refused ones included. */
  readonly onQuota: (accountId: number, quota: QuotaState) => void;
  /** Room for ready responses. */
  readonly cacheBytes: number;
}

export type PublicApi = ReturnType<typeof createPublicApi>;

/** Answers every call of the public API, whether it succeeds or fails. The app hands them over before Fastify. */
export function createPublicApi(app: FastifyInstance, services: Services, options: PublicApiOptions) {
  const endpoints = new Map(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint]));
  const answerCall = createAnswering(app, services, options);

  function callOf(url: string, headers: IncomingHttpHeaders, as: number | null): ApiCall | null {
    const queryAt = url.indexOf('?');
    const path = queryAt === -1 ? url : url.slice(0, queryAt);
    const endpoint = endpoints.get(path) ?? (path.includes('%') ? endpoints.get(decoded(path)) : undefined);
    if (endpoint === undefined) return null;
    const startedMs = services.clock.monotonicMs();
    return {
      endpoint,
      url,
      headers,
      startedMs,
      as,
      caller: null,
      quota: null,
      isCounted: false,
      errorCode: '',
    };
  }

  async function respond(call: ApiCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      writeResponse(response, await answerCall(call, request.method, hostFault(request)));
    } catch (error) {
      app.log.error({ err: error }, 'a response could not be written');
      response.destroy();
    }
  }

  const api = {
    has: (path: string) => endpoints.has(path),
    /** Handles a request of the HTTP server. Returns false and does nothing if the path isn't the API's. */
    receive(request: IncomingMessage, response: ServerResponse): boolean {
      const call = callOf(pathAndQuery(request.url ?? ''), request.headers, null);
      if (call !== null) void respond(call, request, response);
      return call !== null;
    },
    /** Makes a call for an account without its key. Throws for a path outside the API. */
    async callAs(accountId: number, url: string, headers: IncomingHttpHeaders): Promise<InProcessResponse> {
      const call = callOf(url, headers, accountId);
      if (call === null) throw new Error(`the API has no path ${url}`);
      const { body, ...answer } = await answerCall(call);
      const pairs = answer.headers.flatMap((name, at, all) =>
        at % 2 === 0 ? [[name, all[at + 1] ?? '']] : [],
      );
      return { ...answer, headers: Object.fromEntries(pairs), body: Buffer.from(bodyText(body), 'latin1') };
    },
  };
  app.decorate('api', api);
  return api;
}

/** A path with invalid escapes belongs to nobody. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** From a call to its response. Never rejects. */
function createAnswering(app: FastifyInstance, services: Services, options: PublicApiOptions) {
  const { log, failures, constantHeaders } = app;
  const { clock } = services;
  const { gate, callLog, observe, cacheBytes } = options;
  const readyResponse = createReadyResponses(services, cacheBytes);

  function fail(error: unknown, call: ApiCall): HttpResponse {
    const apiError = apiErrorOf(error, log, randomUUID());
    call.errorCode = apiError.code;
    if (apiError.code === 'COMMON_500') call.requestId = String(apiError.values.requestId);
    const failure = failures(apiError, call.headers);
    if (call.caller === null) return failure;
    const ignored = ignoredNames(parseQueryString(searchOf(call.url)), call.endpoint, services);
    return ignored === null
      ? failure
      : { ...failure, headers: ['seoga-ignored', ignored, ...failure.headers] };
  }

  return async (call: ApiCall, method = 'GET', fault?: ApiError) => {
    let response: HttpResponse;
    try {
      // The checks, in order (docs/api.md#order-of-checks).
      if (fault !== undefined) throw fault;
      const refusal = method === 'GET' || method === 'HEAD' ? await passGate(call, gate) : OTHER_METHOD;
      call.errorCode = refusal?.code ?? '';
      response =
        refusal === null
          ? responseNow(await readyResponse(call), call.headers['if-none-match'], clock.nowMs())
          : failures(refusal, call.headers);
    } catch (error) {
      response = fail(error, call);
    }
    const { status, headers, body } = response;
    const ms = clock.monotonicMs() - call.startedMs;
    recordCall(call, status, ms, services, options);
    const { endpoint, url, errorCode, quota } = call;
    observe(endpoint.name, status, ms);
    callLog.count(status);
    log.debug({ req: { method, url }, status, errorCode, ms }, 'call answered');
    const rates = quota === null ? [] : rateHeaders(quota);
    return { status, headers: headers.concat(rates, constantHeaders), body, ms };
  };
}

const OTHER_METHOD: Refusal = { code: 'COMMON_405' };

/**
 * The gate in front of every endpoint (docs/api.md#what-counts). Sets who calls: the holder of the key, unless the service itself
 * calls. Returns the reason why the call must stop, or null. Throws StoreUnavailableError.
 */
async function passGate(call: ApiCall, gate: Gate): Promise<Refusal | null> {
  const { as, endpoint } = call;
  const { uncounted = false } = endpoint;
  // Node joins repeated headers with a comma, which no key contains: two keys make one invalid key.
  const key = String(call.headers['x-api-key'] ?? '');
  if (key === '' && as === null) return { code: 'AUTH_001' };
  const decision = await (uncounted ? gate.identify(as ?? key) : gate.admit(as ?? key));
  if (decision.outcome === 'unknown-key') return { code: 'AUTH_002' };
  const { caller, quota } = decision;
  call.caller = caller;
  call.quota = quota;
  if (decision.outcome === 'burst') {
    const { burstPerSecond, burst } = quota.limits;
    const seconds = Math.max(1, Math.ceil(decision.retryAfterMs / 1000));
    const limits = uncounted
      ? { limit: 1 / LOOKS.everySeconds, burst: LOOKS.burst }
      : { limit: burstPerSecond, burst };
    return later('RATE_001', seconds, limits);
  }
  if (decision.outcome === 'daily')
    return later('RATE_002', quota.dailyResetSeconds, { limit: quota.limits.dailyQuota });
  call.isCounted = !uncounted;
  return null;
}

function later(code: ErrorCode, seconds: number, values: MessageValues): Refusal {
  return { code, values: { ...values, seconds }, headers: { 'retry-after': String(seconds) } };
}

/** Records the outcome of a call, for the account's developer and for the observer of quotas. */
function recordCall(
  call: ApiCall,
  status: number,
  ms: number,
  { clock, keyPrefix }: Services,
  { callLog, onQuota }: PublicApiOptions,
): void {
  const { caller, quota, url, as, errorCode, requestId } = call;
  if (caller === null || quota === null) return;
  const { accountId } = caller;
  const endpoint = call.endpoint.name;
  onQuota(accountId, quota);
  const ended: RecentCall = {
    ...{ atMs: clock.nowMs(), endpoint, query: queryToKeep(url, keyPrefix), status, errorCode, ms },
    ...(as !== null && { isTestRun: true }),
    ...(requestId !== undefined && { requestId }),
  };
  callLog.record(accountId, ended, call.isCounted ? quota.day : null);
}

/** A call's query string without "?", keys masked, cut to the length that is stored. */
function queryToKeep(url: string, keyPrefix: string): string {
  const query = searchOf(maskKeys(url, keyPrefix));
  return query.length > QUERY_LENGTH_MAX ? `${query.slice(0, QUERY_LENGTH_MAX - 1)}…` : query;
}

/** Limits are the same object for all calls of an account between two commits. */
const policyOf = untilChanged(({ burst, burstPerSecond, dailyQuota }: Limits) => {
  const refillSeconds = Math.ceil(burst / burstPerSecond);
  return `"burst";q=${burst};w=${refillSeconds}, "daily";q=${dailyQuota};w=86400`;
});

/** The two headers of the IETF draft (docs/api.md#rate-headers). */
function rateHeaders({ limits, burst, dailyRemaining, dailyResetSeconds }: QuotaState): HeaderList {
  const left = `"burst";r=${burst.calls};t=${burst.fullInSeconds}, "daily";r=${dailyRemaining};t=${dailyResetSeconds}`;
  return ['ratelimit-policy', policyOf(limits), 'ratelimit', left];
}
