import type { KstDay } from '../clock.ts';

/** Limits in force for an account: its tier's, or its own override. */
export interface Limits {
  /** Sustained calls a second. */
  readonly burstPerSecond: number;
  /** Calls that may come at once after a pause. */
  readonly burst: number;
  /** Calls a KST day. */
  readonly dailyQuota: number;
}

/** The caller as far as answers depend on it. */
export interface Caller {
  readonly accountId: number;
  /**
   * Public id of the account for add-on links; null when it is not enrolled (docs/rules/interface.md#add-on-links).
   */
  readonly addOnUserKey: string | null;
}

/** What is left of the burst: how many calls would pass at once now, and in how many whole seconds all would. */
export interface BurstLeft {
  readonly calls: number;
  readonly fullInSeconds: number;
}

/** Where an account stands after a decision, for the RateLimit headers. */
export interface QuotaState {
  readonly limits: Limits;
  /** The day being counted. */
  readonly day: KstDay;
  /** Calls of the day so far, those under way included. May exceed the quota after the quota was lowered. */
  readonly dailyUsed: number;
  /** Calls left today. */
  readonly dailyRemaining: number;
  /** Whole seconds to the next 00:00 KST, 1 or more. */
  readonly dailyResetSeconds: number;
  /** What is left of the burst, this call counted. */
  readonly burst: BurstLeft;
}

/** An admitted call that is not settled yet. */
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

/** More calls a second than allowed; another one would pass after `retryAfterMs`. */
interface TooFast {
  readonly outcome: 'burst';
  readonly accountId: number;
  readonly quota: QuotaState;
  readonly retryAfterMs: number;
}

/** How often an account may read its own state. Such reads cost no quota, so they have a limit of their own. */
export const IDENTIFY_LIMITS: Pick<Limits, 'burstPerSecond' | 'burst'> = { burstPerSecond: 2, burst: 10 };

/**
 * Key, burst and daily quota in one decision (docs/rules/interface.md#order-of-checks).
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
   * (docs/rules/accounts.md#test-tool): `unknown-key` unless the account holds a live one.
   */
  admitAccount(accountId: number, endpoint: string): Promise<Admission>;
  /**
   * Who holds a key and where the account stands, counted against neither burst nor day. It also answers an account
   * that has used up its day, and refuses the same keys as `admit`. IDENTIFY_LIMITS limits these reads for each
   * account.
   */
  identify(apiKey: string): Promise<Identification>;
  /** The same read for a call that the service itself makes for an account, as in `admitAccount`. */
  identifyAccount(accountId: number): Promise<Identification>;
  /**
   * Records an admitted call with its HTTP status before the answer is sent. Every ticket is settled once. Rejects with
   * StoreUnavailableError if the store can't be written: the call doesn't count, and its answer must not leave.
   */
  settle(ticket: Ticket, statusCode: number): Promise<void>;
}
