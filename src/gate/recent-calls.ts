/** A call as its account can see it later: no body, and no key (keys in parameters were masked before). */
export interface RecentCall {
  /** Unix ms at which it was answered. */
  readonly atMs: number;
  readonly endpoint: string;
  /** The query string without "?", at most QUERY_LENGTH_MAX characters; a longer one is cut and ends in "…". */
  readonly query: string;
  readonly status: number;
  /** Code of the failure, empty on success. */
  readonly errorCode: string;
  /** Time from request to response. */
  readonly ms: number;
  /** Whether the test tool made it, without a key. */
  readonly isTestRun?: true;
  /** Identifies a failure of the service, like its message; others have none. */
  readonly requestId?: string;
}

/** Calls kept for an account. */
export const RECENT_CALLS_MAX = 200;
/** Longer than a hundred products looked up by number; the batch of a busy account stays below 200 KB. */
export const QUERY_LENGTH_MAX = 1_000;
