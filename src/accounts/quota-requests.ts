import type { Limits } from '../gate/gate.ts';
import type { Account } from './account-store.ts';

/** An account's request for more calls a day (docs/api.md#tiers). */
export interface QuotaRequest {
  readonly requestId: number;
  readonly dailyQuota: number;
  readonly reason: string;
  readonly status: 'waiting' | 'approved' | 'denied';
  /** Approved calls per day, otherwise null. */
  readonly grantedQuota: number | null;
  /** The operator's note on the decision. */
  readonly note: string;
  readonly createdAtMs: number;
  readonly decidedAtMs: number | null;
}

/** A request and its account. */
export interface AccountQuotaRequest {
  readonly request: QuotaRequest;
  readonly account: Account;
}

export interface QuotaDecision {
  /** The account's new limits, or null to deny. */
  readonly granted: (Account['override'] & Pick<Limits, 'dailyQuota'>) | null;
  /** For the account's owner; deleted with the account. */
  readonly note: string;
}

/** Requests for more calls, decided by operators. */
export interface QuotaRequests {
  /** Newest first. */
  list(accountId: number): Promise<readonly QuotaRequest[]>;
  /** False while an earlier one is pending (the database decides). */
  add(accountId: number, dailyQuota: number, reason: string): Promise<boolean>;
  /**
   * Requests of all accounts, at most `limit` after the first `offset`, and their total number: pending ones oldest
   * first, decided ones by decision, latest first.
   */
  listAll(
    state: 'waiting' | 'decided',
    offset: number,
    limit: number,
  ): Promise<{ readonly asked: readonly AccountQuotaRequest[]; readonly totalCount: number }>;
  /** Decides a request and sets the account's limits in the same step. Null if it isn't pending. */
  decide(requestId: number, decision: QuotaDecision, by: number): Promise<AccountQuotaRequest | null>;
}
