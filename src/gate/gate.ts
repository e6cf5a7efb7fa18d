import { type KstDay, kstDayStartMs } from '../clock.ts';

/** An account's limits: its tier's, or its own override. */
export interface Limits {
  /** Sustained calls per second. */
  readonly burstPerSecond: number;
  /** Calls allowed at once after a pause. */
  readonly burst: number;
  /** Calls per KST day. */
  readonly dailyQuota: number;
}

/** What responses need to know about the caller. */
export interface Caller {
  readonly accountId: number;
  /** Public id of the account for add-on links; null if it isn't enrolled (docs/api.md#add-on-links). */
  readonly addOnUserKey: string | null;
}

/** What is left of the burst: how many calls would pass at once now, and in how many whole seconds all would. */
export interface BurstLeft {
  readonly calls: number;
  readonly fullInSeconds: number;
}

/** An account's state after a decision, for the RateLimit headers. */
export interface QuotaState {
  readonly limits: Limits;
  /** The day being counted. */
  readonly day: KstDay;
  /** Calls of the day so far, including those in progress. May exceed the quota after that was lowered. */
  readonly dailyUsed: number;
  /** Calls left today. */
  readonly dailyRemaining: number;
  /** Whole seconds to the next 00:00 KST, 1 or more. */
  readonly dailyResetSeconds: number;
  /** What is left of the burst after this call. */
  readonly burst: BurstLeft;
}

/** The state at a time (Unix ms). The reset is the end of the day being counted, which may be later than tonight. */
export function quotaState(
  { limits, day, dailyUsed, burst }: Pick<QuotaState, 'limits' | 'day' | 'dailyUsed' | 'burst'>,
  nowMs: number,
): QuotaState {
  const dailyRemaining = Math.max(0, limits.dailyQuota - dailyUsed);
  const dailyResetSeconds = Math.max(1, Math.ceil((kstDayStartMs(day + 1) - nowMs) / 1000));
  return { limits, day, dailyUsed, dailyRemaining, dailyResetSeconds, burst };
}

/** What was decided of a call, or of a read of the account's state. */
export type Decision =
  /** Key malformed, unknown or revoked, or its account closed or suspended: callers can't tell which. */
  | { readonly outcome: 'unknown-key' }
  | { readonly outcome: 'passed'; readonly caller: Caller; readonly quota: QuotaState }
  /** More per second than allowed; another one would pass after `retryAfterMs`. */
  | {
      readonly outcome: 'burst';
      readonly caller: Caller;
      readonly quota: QuotaState;
      readonly retryAfterMs: number;
    }
  /** The day's calls are used up. */
  | { readonly outcome: 'daily'; readonly caller: Caller; readonly quota: QuotaState };

/** A counted call whose outcome is known. */
export interface SettledCall {
  readonly accountId: number;
  /** The day against which it counts. */
  readonly day: KstDay;
  /** Operation id of the endpoint, such as `bestsellerMonthly`. */
  readonly endpoint: string;
  readonly statusCode: number;
}

/** How often an account may read its own state. Such reads cost no quota, so they have their own limit. */
export const IDENTIFY_LIMITS: Pick<Limits, 'burstPerSecond' | 'burst'> = { burstPerSecond: 2, burst: 10 };
