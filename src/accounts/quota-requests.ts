export const QUOTA_REQUEST_STATUSES = ['waiting', 'approved', 'denied'] as const;

/** An account's wish for more calls a day (spec 8, quota increase). */
export interface QuotaRequest {
  readonly requestId: number;
  readonly dailyQuota: number;
  readonly reason: string;
  readonly status: (typeof QUOTA_REQUEST_STATUSES)[number];
  /** The operator's words on the decision. */
  readonly note: string;
  readonly createdAtMs: number;
  readonly decidedAtMs: number | null;
}

/** Wishes for more calls, decided by operators. */
export interface QuotaRequests {
  /** Newest first. */
  list(accountId: number): Promise<readonly QuotaRequest[]>;
  /** False while an earlier one waits (the database decides). */
  add(accountId: number, dailyQuota: number, reason: string): Promise<boolean>;
}
