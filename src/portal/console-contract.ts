import type { AccountView, KeyPage, QuotaRequestView, StatusView } from './contract.ts';
import type { UsagePage } from './usage-contract.ts';

/**
 * The part of the contract (contract.ts) for operators: requests under /portal/api/console. Each answers 401 without
 * sign-in, and 403 to an account that isn't an active operator's.
 */

/** GET /portal/api/console/overview: requested again every few seconds while the page is visible. */
export interface OverviewPage {
  /** The last hour, oldest minute first; the current one is the last. Calls of all instances. */
  readonly minutes: readonly MinuteView[];
  readonly editions: StatusView['editions'];
  readonly nowMs: number;
  readonly items: number;
  readonly accounts: number;
  readonly suspended: number;
  readonly liveKeys: number;
  readonly waitingRequests: number;
}
/** Calls of the public API that were answered in a minute, by outcome. */
export interface MinuteView {
  readonly atMs: number;
  /** 2xx and 3xx. */
  readonly fine: number;
  /** 429. */
  readonly limited: number;
  /** Any other 4xx. */
  readonly refused: number;
  /** 5xx. */
  readonly failed: number;
}

/** Own limits in place of the tier's; null follows the tier. */
export interface LimitsOverride {
  readonly dailyQuota: number | null;
  readonly burstPerSecond: number | null;
  readonly burst: number | null;
}

/**
 * GET /portal/api/console/accounts?text=&role=&tier=&state=&page=1: newest first. `text` is a part of e-mail address or
 * name, or the account's number; `state` is active or suspended. Empty is any.
 */
export interface AccountsPage {
  readonly accounts: readonly AccountView[];
  readonly totalCount: number;
  readonly pageSize: number;
}

/** GET /portal/api/console/account?accountId=. Every POST below answers it, too. */
export interface ConsoleAccountPage {
  readonly account: AccountView;
  readonly override: LimitsOverride;
  /** In force where the override is null. */
  readonly tierLimits: { readonly [name in keyof LimitsOverride]: number };
  readonly addOnEnrolled: boolean;
  readonly keys: KeyPage;
  readonly usage: UsagePage;
  /** Newest first. */
  readonly quotaRequests: readonly QuotaRequestView[];
  /** The newest lines about the account. */
  readonly audit: readonly AuditView[];
}
/** POST /portal/api/console/account/limits */
export interface LimitsChange extends LimitsOverride {
  readonly accountId: number;
  readonly tier: AccountView['tier'];
}
/**
 * POST /portal/api/console/account/suspend: `confirmation` is the account's e-mail address, typed, here as below.
 * LAST_OWNER when no active operator would be left.
 */
export interface AccountConfirmation {
  readonly accountId: number;
  readonly confirmation: string;
}
/** POST /portal/api/console/account/restore */
export interface AccountRestore {
  readonly accountId: number;
}
/** POST /portal/api/console/account/role. LAST_OWNER as above. */
export interface RoleChange extends AccountConfirmation {
  readonly role: AccountView['role'];
}
/** POST /portal/api/console/account/revoke-key takes AccountConfirmation: the last 4 characters of the key. */

/**
 * GET /portal/api/console/quota-requests?state=waiting&page=1: those that wait, oldest first; with state=decided the
 * others, latest decision first. Each decision answers AccountQuotaRequestView, or STALE when the request does not wait any more.
 */
export interface AccountQuotaRequestsPage {
  readonly requests: readonly AccountQuotaRequestView[];
  readonly totalCount: number;
  readonly pageSize: number;
}
export interface AccountQuotaRequestView {
  readonly request: QuotaRequestView;
  readonly account: AccountView;
  readonly override: LimitsOverride;
  /** In force where the override is null. */
  readonly tierLimits: { readonly [name in keyof LimitsOverride]: number };
  /** Calls a day that hold for the account now. */
  readonly dailyQuotaNow: number;
}
/** POST /portal/api/console/quota-requests/approve: the limits become the account's own. */
export interface QuotaApproval extends LimitsOverride {
  readonly requestId: number;
  readonly dailyQuota: number;
  /** For the account's owner; may be empty. */
  readonly note: string;
}
/** POST /portal/api/console/quota-requests/deny */
export interface QuotaDenial {
  readonly requestId: number;
  readonly note: string;
}

/**
 * GET /portal/api/console/audit?actor=&action=&account=&from=&until=&older=: newest first. `account` is the number or
 * the e-mail address of the account concerned, `from` and `until` are days, both included; `older` is the auditId of the
 * last line that was listed before. Empty is any. GET /portal/api/console/audit.csv gives the same lines as a file, the
 * newest 100,000 at most.
 */
export interface AuditPage {
  readonly entries: readonly AuditView[];
  /** Whether there are older lines. */
  readonly hasOlder: boolean;
  /** What the filters can be set to. */
  readonly actors: readonly AuditPartyView[];
  readonly actions: readonly string[];
}
export interface AuditView {
  readonly auditId: number;
  readonly atMs: number;
  readonly actor: AuditPartyView;
  readonly action: string;
  readonly target: AuditPartyView;
  /** A JSON object. */
  readonly detail: string;
  /** What the operator wrote with a decision about an item; else empty. */
  readonly reason: string;
}
/** A part of the service, or an account; name and address are empty when it is closed or no account. */
export interface AuditPartyView {
  /** Such as portal or account:7. */
  readonly id: string;
  readonly accountId: number | null;
  readonly name: string;
  readonly email: string;
}
