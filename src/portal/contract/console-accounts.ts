import { type Account, TIERS } from '../../accounts/account-store.ts';
import type { AuditEntry } from '../../accounts/audit-log.ts';
import { ROLES } from '../../accounts/roles.ts';
import type { Limits } from '../../gate/gate.ts';
import { PAGE } from './catalogue.ts';
import { id, integer, line, nullable, number, optional, or, paragraph, typed, word } from './fields.ts';
import type { AccountView } from './own-account.ts';
import { DAILY_QUOTA_MAX, type KeyPage, type QuotaRequestView, type UsagePage } from './own-service.ts';
import { answers } from './path.ts';

/** Far more than one process can serve. */
const BURST_MAX = 1_000_000;

/** Override the tier's limits; null follows the tier. */
export const LIMITS_FIELDS = {
  dailyQuota: nullable(integer(0, DAILY_QUOTA_MAX)),
  burstPerSecond: nullable(number(0.01, BURST_MAX)),
  burst: nullable(integer(1, BURST_MAX)),
};

/** The account's email address, typed. */
const confirmed = { accountId: id(), confirmation: line(1, 254) };

/** Filters of the audit log; empty is any. */
const auditFilter = {
  actor: optional(typed(0, 100)),
  action: optional(typed(0, 100)),
  /** The number or the email address of the account concerned. */
  account: optional(typed(0, 254)),
  /** Days, both included. */
  from: optional(typed(0, 10)),
  until: optional(typed(0, 10)),
};

/** Accounts, quotas and the audit log, for operators: 403 to an account that isn't an active operator's. */
export const consoleAccountPaths = {
  /** Newest first. `text` is a part of email address or name, or the account's number. */
  'GET /console/accounts': answers<AccountsPage>().taking({
    text: or(typed(0, 254), ''),
    role: optional(word(ROLES)),
    tier: optional(word(TIERS)),
    state: optional(word(['active', 'suspended'])),
    page: PAGE,
  }),
  'GET /console/account': answers<ConsoleAccountPage>().taking({ accountId: id() }),
  'POST /console/account/limits': answers<ConsoleAccountPage>().taking({
    accountId: id(),
    tier: word(TIERS),
    ...LIMITS_FIELDS,
  }),
  /** LAST_OWNER when no active owner would be left. */
  'POST /console/account/suspend': answers<ConsoleAccountPage>().taking(confirmed),
  'POST /console/account/restore': answers<ConsoleAccountPage>().taking({ accountId: id() }),
  /** LAST_OWNER as above. */
  'POST /console/account/role': answers<ConsoleAccountPage>().taking({ ...confirmed, role: word(ROLES) }),
  /** The last 4 characters of the key. */
  'POST /console/account/revoke-key': answers<ConsoleAccountPage>().taking({
    accountId: id(),
    confirmation: line(1, 100),
  }),
  /** Those that wait, oldest first, or the decided ones, latest decision first. */
  'GET /console/quota-requests': answers<AccountQuotaRequestsPage>().taking({
    state: or(word(['waiting', 'decided']), 'waiting'),
    page: PAGE,
  }),
  /** The limits become the account's own. STALE when the request doesn't wait any more, as below. */
  'POST /console/quota-requests/approve': answers<AccountQuotaRequestView>().taking({
    ...LIMITS_FIELDS,
    requestId: id(),
    dailyQuota: integer(1, DAILY_QUOTA_MAX),
    note: paragraph(0, 1000),
  }),
  'POST /console/quota-requests/deny': answers<AccountQuotaRequestView>().taking({
    requestId: id(),
    note: paragraph(1, 1000),
  }),
  /** Newest first; `older` is the auditId of the last line that was listed before. */
  'GET /console/audit': answers<AuditPage>().taking({ ...auditFilter, older: optional(id()) }),
  /** The same lines as a file, the newest 100,000 at most. */
  'GET /console/audit.csv': answers<Uint8Array>().taking({ ...auditFilter, older: optional(id()) }),
} as const;

export type LimitsOverride = Account['override'];

export interface AccountsPage {
  readonly accounts: readonly AccountView[];
  readonly totalCount: number;
  readonly pageSize: number;
}

/** An account and its limits. */
interface LimitedAccount {
  readonly account: AccountView;
  readonly override: LimitsOverride;
  /** In force where the override is null. */
  readonly tierLimits: Limits;
}

export interface ConsoleAccountPage extends LimitedAccount {
  readonly addOnEnrolled: boolean;
  readonly keys: KeyPage;
  readonly usage: UsagePage;
  /** Newest first. */
  readonly quotaRequests: readonly QuotaRequestView[];
  /** The newest lines about the account. */
  readonly audit: readonly AuditView[];
}

export interface AccountQuotaRequestsPage {
  readonly requests: readonly AccountQuotaRequestView[];
  readonly totalCount: number;
  readonly pageSize: number;
}

export interface AccountQuotaRequestView extends LimitedAccount {
  readonly request: QuotaRequestView;
  /** Calls a day that hold for the account now. */
  readonly dailyQuotaNow: number;
}

export interface AuditPage {
  readonly entries: readonly AuditView[];
  /** Whether there are older lines. */
  readonly hasOlder: boolean;
  /** What the filters can be set to. */
  readonly actors: readonly AuditPartyView[];
  readonly actions: readonly string[];
}

export interface AuditView extends Omit<AuditEntry, 'actor' | 'target'> {
  readonly actor: AuditPartyView;
  readonly target: AuditPartyView;
  /** The operator's reason for a decision about an item; empty for other lines. */
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
