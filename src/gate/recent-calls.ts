/** One call as its account may look at it later: no parameters, no body, no key. */
export interface RecentCall {
  /** Unix ms at which it was answered. */
  readonly atMs: number;
  readonly endpoint: string;
  readonly status: number;
  /** Code of the failure, empty on success. */
  readonly errorCode: string;
  /** From request to answer. */
  readonly ms: number;
}

/** Calls that an account can look at. */
export const RECENT_CALLS_MAX = 200;

/**
 * The last calls of every account. Recording costs no more than a place in memory; the store gets them in batches,
 * so a killed process may forget those of the last seconds (unlike the counts, which the gate keeps).
 */
export interface RecentCalls {
  record(accountId: number, call: RecentCall): void;
  /** Newest first, the ones just recorded included. */
  list(accountId: number): Promise<readonly RecentCall[]>;
}
