import type { KstDay } from '../clock.ts';

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

/** Calls of a day that were refused with 429. The gate doesn't count them. */
export interface RefusedCalls {
  readonly day: KstDay;
  readonly endpoint: string;
  readonly calls: number;
}

/** Calls of a day that were answered within the time of a step (answer-times.ts), but not of the step before. */
export interface AnsweredInStep {
  readonly day: KstDay;
  readonly step: number;
  readonly calls: number;
}

/** What the gate's counts leave out (docs/accounts.md#usage-history). */
export interface CallFigures {
  /** By day and endpoint, oldest first. */
  readonly refused: readonly RefusedCalls[];
  /** By day and step, oldest first, without refused calls. */
  readonly times: readonly AnsweredInStep[];
}
