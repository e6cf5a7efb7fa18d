/** GET /portal/api/usage: requested again every 2 s while the page is visible. */
export interface UsagePage {
  readonly today: string;
  readonly callsToday: number;
  readonly dailyQuota: number;
  readonly remaining: number;
  readonly burstPerSecond: number;
  readonly burst: number;
  readonly secondsToReset: number;
  /** 90 days at most, oldest first. GET /portal/api/usage.csv gives the same rows as a file. */
  readonly rows: readonly UsageCell[];
  /** Calls refused with 429, which don't count: of the same days, oldest first. */
  readonly refused: readonly RefusedCell[];
  /** How long answered calls took, for each of these days with any, oldest first. */
  readonly times: readonly DayTimes[];
}
export interface UsageCell {
  readonly day: string;
  readonly endpoint: string;
  /** 2, 3, 4 or 5. */
  readonly statusClass: number;
  readonly calls: number;
}
export interface RefusedCell {
  readonly day: string;
  readonly endpoint: string;
  readonly calls: number;
}
/** Time from request to answer in ms, within which 50 % and 95 % of a day's calls were answered. */
export interface DayTimes {
  readonly day: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
}
/** GET /portal/api/quota-mails: whether the account gets mail at 80 % and 100 % of its day. POST takes and answers it. */
export interface QuotaMailsView {
  readonly wanted: boolean;
}
/** GET /portal/api/calls: the last 200, newest first. */
export interface CallsPage {
  readonly calls: readonly CallView[];
}
export interface CallView {
  readonly atMs: number;
  readonly endpoint: string;
  /** The query string without "?", keys masked; one that ends in "…" was cut. */
  readonly query: string;
  readonly status: number;
  /** Error code of the envelope, empty on success. */
  readonly errorCode: string;
  readonly ms: number;
}
