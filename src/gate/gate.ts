import type { KstDay } from '../clock.ts';
import type { Allowance } from './rate-limiter.ts';

/** The limits in force for an account: those of its tier, or its own. */
export interface Limits {
  readonly burstPerSecond: number;
  /** Calls that pass at once after a pause. */
  readonly burst: number;
  /** Calls per KST day. */
  readonly dailyQuota: number;
}

/** The highest limits that can be set: more than one process can serve. */
export const DAILY_QUOTA_MAX = 1_000_000_000;
export const BURST_MAX = 1_000_000;

/** What a response says about the caller's account. */
export interface Caller {
  readonly accountId: number;
  /** Public id of the account for add-on links; null if it isn't enrolled (docs/api.md#add-on-links). */
  readonly addOnUserKey: string | null;
}

export interface QuotaState {
  readonly limits: Limits;
  readonly day: KstDay;
  /** Calls of the day that have passed, including those in progress; above the quota if that was lowered. */
  readonly dailyUsed: number;
  readonly dailyRemaining: number;
  /** Whole seconds, at least 1, to the end of `day`, which is later than tonight if the clock was set back. */
  readonly dailyResetSeconds: number;
  /** What is left of the burst: how many calls would pass now, and the whole seconds until it is full again. */
  readonly burst: { readonly calls: number; readonly fullInSeconds: number };
}

/** The gate's decision on a call, or on a read of the account's state. */
export type Decision =
  /** The key is malformed, unknown or revoked, or its account is closed or suspended: callers can't tell which. */
  | { readonly outcome: 'unknown-key' }
  | { readonly outcome: 'passed'; readonly caller: Caller; readonly quota: QuotaState }
  /** Too many calls at once; another call would pass after `retryAfterMs`. */
  | {
      readonly outcome: 'burst';
      readonly caller: Caller;
      readonly quota: QuotaState;
      readonly retryAfterMs: number;
    }
  | { readonly outcome: 'daily'; readonly caller: Caller; readonly quota: QuotaState };

/** How often an account may read its own state. Such reads cost no quota, so they have their own limit. */
export const STATUS_READS: Allowance = { burst: 10, everySeconds: 0.5 };
