import type { KstDay } from '../clock.ts';
import type { Allowance } from './rate-limiter.ts';

/** An account's limits: its tier's, or its own override. */
export interface Limits {
  readonly burstPerSecond: number;
  /** Calls allowed at once after a pause. */
  readonly burst: number;
  /** Calls per KST day. */
  readonly dailyQuota: number;
}

/** The highest limits that a tier or an account may have; more calls per second than one process can serve. */
export const DAILY_QUOTA_MAX = 1_000_000_000;
export const BURST_MAX = 1_000_000;

/** What responses need to know about the caller. */
export interface Caller {
  readonly accountId: number;
  /** Public id of the account for add-on links; null if it isn't enrolled (docs/api.md#add-on-links). */
  readonly addOnUserKey: string | null;
}

export interface QuotaState {
  readonly limits: Limits;
  readonly day: KstDay;
  /** Calls of the day so far, including those in progress. May exceed the quota after that was lowered. */
  readonly dailyUsed: number;
  readonly dailyRemaining: number;
  /** Whole seconds to the end of the day being counted, which may be later than tonight; 1 or more. */
  readonly dailyResetSeconds: number;
  /** What is left of the burst: how many calls would pass at once now, and in how many whole seconds all would. */
  readonly burst: { readonly calls: number; readonly fullInSeconds: number };
}

/** The gate's decision on a call, or on a read of the account's state. */
export type Decision =
  /** Key malformed, unknown or revoked, or its account closed or suspended: callers can't tell which. */
  | { readonly outcome: 'unknown-key' }
  | { readonly outcome: 'passed'; readonly caller: Caller; readonly quota: QuotaState }
  /** Too many calls per second; another one would pass after `retryAfterMs`. */
  | {
      readonly outcome: 'burst';
      readonly caller: Caller;
      readonly quota: QuotaState;
      readonly retryAfterMs: number;
    }
  | { readonly outcome: 'daily'; readonly caller: Caller; readonly quota: QuotaState };

/** How often an account may read its own state. Such reads cost no quota, so they have their own limit. */
export const STATUS_READS: Allowance = { burst: 10, everySeconds: 0.5 };
