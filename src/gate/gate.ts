import type { KstDay } from '../clock.ts';
import type { Allowance } from './rate-limiter.ts';

export interface Limits {
  readonly burstPerSecond: number;
  /** Calls that pass at once after a pause. */
  readonly burst: number;
  readonly dailyQuota: number;
}

/** The highest limits that can be set: more than one process can serve. */
export const DAILY_QUOTA_MAX = 1_000_000_000;
export const BURST_MAX = 1_000_000;

export interface Caller {
  readonly accountId: number;
  /** Public id of the account for add-on links; null if it isn't enrolled (docs/api.md#add-on-links). */
  readonly addOnUserKey: string | null;
}

export interface QuotaState {
  readonly limits: Limits;
  readonly day: KstDay;
  /** Includes calls in progress. Above the quota if that was lowered. */
  readonly dailyUsed: number;
  readonly dailyRemaining: number;
  /** At least 1. Longer than until tonight if the clock was set back. */
  readonly dailyResetSeconds: number;
  /** How many calls would pass now, and the whole seconds until the burst is full again. */
  readonly burst: { readonly calls: number; readonly fullInSeconds: number };
}

export type Decision =
  /** A malformed, unknown or revoked key, or a closed or suspended account: callers can't tell which. */
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

/** Reads of an account's own state cost no quota, so they have their own limit. */
export const STATUS_READS: Allowance = { burst: 10, everySeconds: 0.5 };
