import type { Clock } from '../clock.ts';
import { type Gate, IDENTIFY_LIMITS, type QuotaState } from '../gate/gate.ts';
import { QUERY_LENGTH_MAX, type RecentCalls } from '../gate/recent-calls.ts';
import type { ApiCall } from './api-call.ts';
import type { Refusal } from './failure-answer.ts';
import { maskKeys } from './query-string.ts';

/** Gets an account's counts at every call from QUOTA_WATCH_SHARE of its daily quota on, refused calls included. */
export type QuotaObserver = (accountId: number, quota: QuotaState) => void;

/** The share of the daily quota above which observers are called. */
const QUOTA_WATCH_SHARE = 0.8;

export interface ApiGateOptions {
  readonly gate: Gate;
  readonly recentCalls: RecentCalls;
  readonly clock: Clock;
  /** The prefix of keys, so that no key is stored with a call's parameters. */
  readonly keyPrefix: string;
}

export type ApiGate = ReturnType<typeof createApiGate>;

/** The gate in front of every public endpoint (docs/rules/interface.md#what-counts). */
export function createApiGate({ gate, recentCalls, clock, keyPrefix }: ApiGateOptions) {
  const quotaObservers: QuotaObserver[] = [];

  function ask({ endpoint }: ApiCall, key: string, isUncounted: boolean, as: number | null) {
    if (as !== null) return isUncounted ? gate.identifyAccount(as) : gate.admitAccount(as, endpoint);
    return isUncounted ? gate.identify(key) : gate.admit(key, endpoint);
  }

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
      const passed = await ask(call, key, isUncounted, as);
      if (passed.outcome === 'unknown-key') return { code: 'AUTH_002' };
      call.quota = passed.quota;
      call.accountId = 'caller' in passed ? passed.caller.accountId : passed.accountId;
      if (passed.outcome === 'burst') {
        const seconds = Math.max(1, Math.ceil(passed.retryAfterMs / 1000));
        const { burstPerSecond, burst } = isUncounted ? IDENTIFY_LIMITS : passed.quota.limits;
        const values = { limit: burstPerSecond, burst, seconds };
        return { code: 'RATE_001', values, retryAfterSeconds: seconds };
      }
      if (passed.outcome === 'daily') {
        const seconds = passed.quota.dailyResetSeconds;
        const values = { limit: passed.quota.limits.dailyQuota, seconds };
        return { code: 'RATE_002', values, retryAfterSeconds: seconds };
      }
      call.caller = passed.caller;
      call.ticket = passed.outcome === 'admitted' ? passed.ticket : null;
      return null;
    },
    /** Records the outcome of a committed call, for the account's developer and for observers of quotas. */
    record(call: ApiCall, status: number): void {
      const { accountId, endpoint, errorCode, quota, url, startedMs, isTestRun, requestId } = call;
      if (quota === null) return;
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
