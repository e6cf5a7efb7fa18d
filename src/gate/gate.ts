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

/** An admitted call that isn't settled yet. */
export interface Ticket {
  readonly accountId: number;
  /** The day against which it counts. */
  readonly day: KstDay;
  /** Operation id of the endpoint, such as `bestsellerMonthly`. */
  readonly endpoint: string;
}

export type Admission =
  | {
      readonly outcome: 'admitted';
      readonly caller: Caller;
      readonly quota: QuotaState;
      readonly ticket: Ticket;
    }
  /** Key malformed, unknown or revoked, or its account closed or suspended: callers can't tell which. */
  | { readonly outcome: 'unknown-key' }
  | TooFast
  /** The day's calls are used up. */
  | { readonly outcome: 'daily'; readonly accountId: number; readonly quota: QuotaState };

export type Identification =
  | { readonly outcome: 'identified'; readonly caller: Caller; readonly quota: QuotaState }
  | Extract<Admission, { outcome: 'unknown-key' }>
  /** For IDENTIFY_LIMITS. */
  | TooFast;

/** More calls per second than allowed; another one would pass after `retryAfterMs`. */
interface TooFast {
  readonly outcome: 'burst';
  readonly accountId: number;
  readonly quota: QuotaState;
  readonly retryAfterMs: number;
}

/**
 * The first digit of an HTTP status, by which calls are counted. Throws RangeError for one that no response has: the
 * table refuses it too, but there it would fail the calls that share its transaction.
 */
export function statusClassOf(statusCode: number): number {
  const statusClass = Math.floor(statusCode / 100);
  if (statusClass >= 2 && statusClass <= 5) return statusClass;
  throw new RangeError(`no answer has status ${statusCode}`);
}

/** How often an account may read its own state. Such reads cost no quota, so they have their own limit. */
export const IDENTIFY_LIMITS: Pick<Limits, 'burstPerSecond' | 'burst'> = { burstPerSecond: 2, burst: 10 };

/**
 * Key, burst and daily quota in one decision (docs/api.md#order-of-checks).
 *
 * - A key revoked before `admit` is called is refused; nothing is cached past a revoke.
 * - Exactly `dailyQuota` calls are admitted a day and account, however many run at once and whatever key they use.
 * - An admitted call counts one, a refused call nothing.
 * - Once `settle` has resolved, the call is committed and survives a kill; a power cut with SEOGA_SYNC=full.
 */
export interface Gate {
  admit(apiKey: string, endpoint: string): Promise<Admission>;
  /**
   * The same decision for a call that the service itself makes for an account, without knowing its key
   * (docs/accounts.md#test-tool): `unknown-key` unless the account holds a live one.
   */
  admitAccount(accountId: number, endpoint: string): Promise<Admission>;
  /**
   * Who holds a key and the account's state, counted against neither burst nor day. It works even if the account has
   * used up its day, and refuses the same keys as `admit`. IDENTIFY_LIMITS limits these reads for each account.
   */
  identify(apiKey: string): Promise<Identification>;
  /** The same read for a call that the service itself makes for an account, as in `admitAccount`. */
  identifyAccount(accountId: number): Promise<Identification>;
  /**
   * Records an admitted call with its HTTP status before the response is sent. Every ticket is settled once. Rejects
   * with StoreUnavailableError if the store can't be written: the call doesn't count, and its response must not be
   * sent.
   */
  settle(ticket: Ticket, statusCode: number): Promise<void>;
}
