import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type CallLog, QUERY_LENGTH_MAX } from '../accounts/call-log.ts';
import type { RecentCall } from '../accounts/latest-calls.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { type Gate, STATUS_READS } from '../gate/create-gate.ts';
import type { Decision, Limits, QuotaState } from '../gate/decide.ts';
import type { ResponseObserver } from '../http/app.ts';
import type { ApiError, ErrorCode, Refusal } from '../http/errors.ts';
import { apiErrorOf } from '../http/protocol-errors.ts';
import {
  decode,
  hostFault,
  maskKeys,
  parseQueryString,
  pathAndQuery,
  type Query,
  searchOf,
} from '../http/query-string.ts';
import { bodyText, type HeaderList, type HttpResponse, writeResponse } from '../http/response.ts';
import { message } from '../messages/messages.ts';
import type { Endpoint, Services } from './endpoint.ts';
import { type ApiCall, createReadyResponses, ignoredHeader } from './ready-responses.ts';
import { ENDPOINTS } from './routes.ts';

export interface PublicApiOptions {
  readonly gate: Gate;
  readonly callLog: Pick<CallLog, 'count' | 'record'>;
  readonly observe: ResponseObserver;
  /** Called with the account's counts for every call with an active key, even a refused one. */
  readonly onQuota: (accountId: number, quota: QuotaState) => void;
  readonly cacheBytes: number;
}

export type PublicApi = ReturnType<typeof createPublicApi>;

/** Handles calls of endpoints before Fastify sees them. Fastify serves the rest, such as the OpenAPI document. */
export function createPublicApi(app: FastifyInstance, services: Services, options: PublicApiOptions) {
  const endpoints = new Map(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint]));
  const answer = createCallHandler(app, services, options);

  function callOf(url: string, headers: IncomingHttpHeaders, as: number | null): ApiCall | null {
    const queryAt = url.indexOf('?');
    const path = queryAt === -1 ? url : url.slice(0, queryAt);
    // A path with invalid escapes matches no endpoint.
    const endpoint = endpoints.get(path) ?? endpoints.get(decode(path) ?? '');
    if (endpoint === undefined) return null;
    const startedMs = services.clock.monotonicMs();
    return { endpoint, url, headers, startedMs, as };
  }

  const api = {
    has: (path: string) => endpoints.has(path),
    receive(request: IncomingMessage, response: ServerResponse): boolean {
      const call = callOf(pathAndQuery(request.url ?? ''), request.headers, null);
      if (call === null) return false;
      answer(call, request.method, hostFault(request))
        .then((made) => writeResponse(response, made))
        .catch((error: unknown) => {
          app.log.error({ err: error }, 'a response could not be written');
          response.destroy();
        });
      return true;
    },
    /** Makes a call for an account without its key. `ms` is the response time. Throws for a path outside the API. */
    async callAs(accountId: number, url: string, asked: IncomingHttpHeaders) {
      const call = callOf(url, asked, accountId);
      if (call === null) throw new Error(`the API has no path ${url}`);
      const { status, headers: list, body, ms } = await answer(call);
      const headers: Record<string, string> = {};
      for (let at = 0; at < list.length; at += 2) headers[list[at] ?? ''] = list[at + 1] ?? '';
      return { status, headers, body: Buffer.from(bodyText(body), 'latin1'), ms };
    },
  };
  app.decorate('api', api);
  return api;
}

/** Whether a decoded value still contains percent-encoding, as if the caller had encoded it twice. */
function isEncoded(value: Query[string]): boolean {
  return typeof value === 'string' && /%[0-9A-F]{2}/i.test(value) && decode(value) !== null;
}

interface Answered {
  readonly response: HttpResponse;
  /** Null if the call was refused before the gate, or if the gate refused its key. */
  readonly decision: Decision | null;
  readonly errorCode: ErrorCode | '';
  /** The id that the caller is asked to quote. */
  readonly requestId?: string;
}

/** The returned promise never rejects. */
function createCallHandler(app: FastifyInstance, services: Services, options: PublicApiOptions) {
  const { log, failures, constantHeaders } = app;
  const { clock } = services;
  const { gate, callLog, observe, cacheBytes } = options;
  const readyResponse = createReadyResponses(services, cacheBytes);

  function fail(error: unknown, call: ApiCall, decision: Decision | null): Answered {
    const { code, values, headers } = apiErrorOf(error, log, randomUUID());
    const query = parseQueryString(searchOf(call.url));
    const hint = Object.values(query).some(isEncoded) ? { hint: message('api.encodedTwice') } : {};
    const made = failures({ code, values: { ...values, ...hint }, headers }, call.headers);
    const ignored = decision === null ? [] : ignoredHeader(query, call.endpoint, services);
    const response = { ...made, headers: made.headers.concat(ignored) };
    const failed = { response, decision, errorCode: code };
    return code === 'COMMON_500' ? { ...failed, requestId: String(values.requestId) } : failed;
  }

  /** Makes the checks in the documented order (docs/api.md#order-of-checks). */
  async function answer(call: ApiCall, method: string, fault: ApiError | undefined): Promise<Answered> {
    const { endpoint, headers, as } = call;
    let decision: Decision | null = null;
    const refuse = (refusal: Refusal): Answered => {
      return { response: failures(refusal, headers), decision, errorCode: refusal.code };
    };
    try {
      if (fault !== undefined) throw fault;
      if (method !== 'GET' && method !== 'HEAD') return refuse({ code: 'COMMON_405' });
      // Node joins repeated headers with a comma. Two keys make an invalid key, because no key contains a comma.
      const who = as ?? String(headers['x-api-key'] ?? '');
      if (who === '') return refuse({ code: 'AUTH_001' });
      decision = await (endpoint.uncounted ? gate.peek(who) : gate.admit(who));
      if (decision === null) return refuse({ code: 'AUTH_002' });
      if (decision.outcome !== 'passed') return refuse(refusalOf(decision, endpoint));
      return { response: await readyResponse(call, decision), decision, errorCode: '' };
    } catch (error) {
      return fail(error, call, decision);
    }
  }

  return async (call: ApiCall, method = 'GET', fault?: ApiError) => {
    const answered = await answer(call, method, fault);
    const { response, decision, errorCode } = answered;
    const { status, headers, body } = response;
    const ms = clock.monotonicMs() - call.startedMs;
    const { endpoint, url } = call;
    if (decision !== null) recordCall(call, decision, answered, ms, services, options);
    observe(endpoint.name, status, ms);
    callLog.count(status);
    log.debug({ req: { method, url }, status, errorCode, ms }, 'call answered');
    const rates = decision === null ? [] : rateHeaders(decision.quota);
    return { status, headers: headers.concat(rates, constantHeaders), body, ms };
  };
}

function refusalOf({ outcome, quota, retryAfterMs }: Decision, { uncounted }: Endpoint): Refusal {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const headers = { 'retry-after': String(seconds) };
  const { burstPerSecond, burst, dailyQuota } = quota.limits;
  if (outcome === 'daily') return { code: 'RATE_002', values: { limit: dailyQuota, seconds }, headers };
  const limits = uncounted
    ? { limit: 1 / STATUS_READS.everySeconds, burst: STATUS_READS.burst }
    : { limit: burstPerSecond, burst };
  return { code: 'RATE_001', values: { ...limits, seconds }, headers };
}

function recordCall(
  { endpoint: { name: endpoint, uncounted }, url, as }: ApiCall,
  { outcome, quota, caller }: Decision,
  { response: { status }, errorCode, requestId }: Answered,
  ms: number,
  { clock, keyPrefix }: Services,
  { callLog, onQuota }: PublicApiOptions,
): void {
  onQuota(caller.accountId, quota);
  const masked = searchOf(maskKeys(url, keyPrefix));
  const query = masked.length > QUERY_LENGTH_MAX ? `${masked.slice(0, QUERY_LENGTH_MAX - 1)}…` : masked;
  let ended: RecentCall = { atMs: clock.nowMs(), endpoint, query, status, errorCode, ms };
  if (as !== null) ended = { ...ended, isTestRun: true };
  if (requestId !== undefined) ended = { ...ended, requestId };
  callLog.record(caller.accountId, ended, outcome === 'passed' && !uncounted ? quota.day : null);
}

/** Memoized, because an account's calls share a `Limits` object until the gate's next commit. */
const policyOf = memoizeLast(({ burst, burstPerSecond, dailyQuota }: Limits) => {
  const refillSeconds = Math.ceil(burst / burstPerSecond);
  return `"burst";q=${burst};w=${refillSeconds}, "daily";q=${dailyQuota};w=86400`;
});

/** Headers of the IETF draft (docs/api.md#rate-headers). */
function rateHeaders({ limits, burst, dailyRemaining, dailyResetSeconds }: QuotaState): HeaderList {
  const left = `"burst";r=${burst.calls};t=${burst.fullInSeconds}, "daily";r=${dailyRemaining};t=${dailyResetSeconds}`;
  return ['ratelimit-policy', policyOf(limits), 'ratelimit', left];
}
