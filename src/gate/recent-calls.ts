/** One call as its account can see it later: no parameters, no body, no key. */
export interface RecentCall {
  /** Unix ms at which it was answered. */
  readonly atMs: number;
  readonly endpoint: string;
  readonly status: number;
  /** Code of the failure, empty on success. */
  readonly errorCode: string;
  /** Time from request to answer. */
  readonly ms: number;
}

/** Calls kept for an account. */
export const RECENT_CALLS_MAX = 200;

/**
 * The latest calls of every account. Recording one takes only memory; the store gets them in batches, so a kill may
 * lose those of the last seconds (unlike the counts, which the gate keeps).
 */
export interface RecentCalls {
  record(accountId: number, call: RecentCall): void;
  /** Newest first, including those just recorded. */
  list(accountId: number): Promise<readonly RecentCall[]>;
}
