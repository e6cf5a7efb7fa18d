import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Gate } from '../gate/create-gate.ts';
import { type Caller, IDENTIFY_LIMITS, type Limits, type QuotaState } from '../gate/gate.ts';
import { QUERY_LENGTH_MAX, type RecentCall } from '../gate/recent-calls.ts';
import type { ErrorCode } from './errors.ts';
import type { Refusal } from './failure-response.ts';
import type { HeaderList } from './http-response.ts';
import { maskKeys } from './query-string.ts';

/** A call of the public API, and what is known about it so far. */
export interface ApiCall {
  /** Operation id of the endpoint. */
  readonly endpoint: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** On the monotonic clock. */
  readonly startedMs: number;
  /** Whether the service itself calls for the account. */
  readonly isTestRun: boolean;
  /** Both are set by the gate as soon as it knows the account, even if it refuses the call. */
  caller: Caller | null;
  quota: QuotaState | null;
  /** Whether the gate has counted the call. */
  isCounted: boolean;
  /** Error code of the response, empty on success. */
  errorCode: ErrorCode | '';
  /** Of a response that asks its caller to quote it; null otherwise. */
  requestId: string | null;
}

/** Gets an account's counts at every call from QUOTA_WATCH_SHARE of its daily quota on, refused calls included. */
export type QuotaObserver = (accountId: number, quota: QuotaState) => void;

/** The share of the daily quota above which observers are called. */
const QUOTA_WATCH_SHARE = 0.8;

export interface ApiGateOptions {
  readonly gate: Gate;
  readonly recentCalls: { record(accountId: number, call: RecentCall): void };
  readonly clock: Clock;
  /** The prefix of keys, so that no key is stored with a call's parameters. */
  readonly keyPrefix: string;
}

export type ApiGate = ReturnType<typeof createApiGate>;

/** The gate in front of every public endpoint (docs/api.md#what-counts). */
export function createApiGate({ gate, recentCalls, clock, keyPrefix }: ApiGateOptions) {
  const quotaObservers: QuotaObserver[] = [];

  return {
    quotaObservers,
    /**
     * Sets who calls: the account `as` if the service itself calls for it, otherwise the holder of the key. Returns the
     * reason why the call must stop, or null. Throws StoreUnavailableError.
     */
    async pass(call: ApiCall, isUncounted: boolean, as: number | null): Promise<Refusal | null> {
      // Node joins repeated headers with a comma, which no key contains: two keys make one invalid key.
      const key = String(call.headers['x-api-key'] ?? '');
      if (key === '' && as === null) return { code: 'AUTH_001' };
      const decision = await (isUncounted ? gate.identify(as ?? key) : gate.admit(as ?? key));
      if (decision.outcome === 'unknown-key') return { code: 'AUTH_002' };
      const { caller, quota } = decision;
      call.caller = caller;
      call.quota = quota;
      if (decision.outcome === 'burst') {
        const seconds = Math.max(1, Math.ceil(decision.retryAfterMs / 1000));
        const { burstPerSecond, burst } = isUncounted ? IDENTIFY_LIMITS : quota.limits;
        const values = { limit: burstPerSecond, burst, seconds };
        return { code: 'RATE_001', values, retryAfterSeconds: seconds };
      }
      if (decision.outcome === 'daily') {
        const seconds = quota.dailyResetSeconds;
        const values = { limit: quota.limits.dailyQuota, seconds };
        return { code: 'RATE_002', values, retryAfterSeconds: seconds };
      }
      call.isCounted = !isUncounted;
      return null;
    },
    /** Records the outcome of a call, for the account's developer and for observers of quotas. */
    record(call: ApiCall, status: number): void {
      const { caller, endpoint, errorCode, quota, url, startedMs, isTestRun, requestId } = call;
      if (caller === null || quota === null) return;
      const { accountId } = caller;
      if (call.isCounted) gate.settle({ accountId, day: quota.day, endpoint, statusCode: status });
      if (quota.dailyUsed >= quota.limits.dailyQuota * QUOTA_WATCH_SHARE)
        for (const observe of quotaObservers) observe(accountId, quota);
      const ms = clock.monotonicMs() - startedMs;
      const query = queryToKeep(url, keyPrefix);
      recentCalls.record(accountId, {
        ...{ atMs: clock.nowMs(), endpoint, query, status, errorCode, ms },
        ...(isTestRun && { isTestRun }),
        ...(requestId !== null && { requestId }),
      });
    },
  };
}

/** A call's query string without "?", keys masked, cut to the length that is stored. */
function queryToKeep(url: string, keyPrefix: string): string {
  if (!url.includes('?')) return '';
  const masked = maskKeys(url, keyPrefix);
  const query = masked.slice(masked.indexOf('?') + 1);
  return query.length > QUERY_LENGTH_MAX ? `${query.slice(0, QUERY_LENGTH_MAX - 1)}…` : query;
}

/** Limits are the same object for all calls of an account between two commits, so their text is kept with them. */
const policies = new WeakMap<Limits, string>();

function policyOf(limits: Limits): string {
  const known = policies.get(limits);
  if (known !== undefined) return known;
  const { burst, burstPerSecond, dailyQuota } = limits;
  const refillSeconds = Math.ceil(burst / burstPerSecond);
  const policy = `"burst";q=${burst};w=${refillSeconds}, "daily";q=${dailyQuota};w=86400`;
  policies.set(limits, policy);
  return policy;
}

/** The two headers of the IETF draft (docs/api.md#rate-headers). */
export function rateHeaders({ limits, burst, dailyRemaining, dailyResetSeconds }: QuotaState): HeaderList {
  const left = `"burst";r=${burst.calls};t=${burst.fullInSeconds}, "daily";r=${dailyRemaining};t=${dailyResetSeconds}`;
  return ['ratelimit-policy', policyOf(limits), 'ratelimit', left];
}
