import type { Static, TObject } from 'typebox';
import type { QuotaRequest } from '../../accounts/quota-requests.ts';
import type { RecentCall } from '../../gate/recent-calls.ts';
import { flag, integer, line, paragraph, texts } from './fields.ts';
import { answers } from './path.ts';

/** More than anyone needs. */
export const DAILY_QUOTA_MAX = 1_000_000_000;

/** A developer's description of the service that calls. */
export const SERVICE_FIELDS = {
  serviceName: line(1, 100),
  serviceUrl: { ...line(1, 300), pattern: '^https?://' },
  purpose: paragraph(1, 1000),
  commercial: flag(),
  /** Must be true: the usage rules. */
  acceptsRules: flag(),
};
export type ServiceInformation = Readonly<Static<TObject<typeof SERVICE_FIELDS>>>;

/** An account's key, its calls and its quota. */
export const servicePaths = {
  'GET /key': answers<KeyPage>().taking({}),
  /** KEY_EXISTS while one is live. */
  'POST /key': answers<NewKey>().taking(SERVICE_FIELDS),
  /** The last 4 characters of the key. */
  'POST /key/revoke': answers().taking({ confirmation: line(1, 100) }),
  /** Requested again every 2 s while the page is visible. */
  'GET /usage': answers<UsagePage>().taking({}),
  /** The same rows as a file. */
  'GET /usage.csv': answers<Uint8Array>().taking({}),
  'GET /calls': answers<CallsPage>().taking({}),
  'GET /quota-requests': answers<QuotaRequestsPage>().taking({}),
  /** One may wait at a time. */
  'POST /quota-requests': answers<QuotaRequestsPage>().taking({
    dailyQuota: integer(1, DAILY_QUOTA_MAX),
    reason: paragraph(1, 1000),
  }),
  'GET /quota-mails': answers<QuotaMailsView>().taking({}),
  'POST /quota-mails': answers<QuotaMailsView>().taking({ wanted: flag() }),
  /** The same for mails to operators, if the account has such a role. */
  'GET /operator-mails': answers<QuotaMailsView>().taking({}),
  'POST /operator-mails': answers<QuotaMailsView>().taking({ wanted: flag() }),
  'GET /add-on': answers<AddOnPage>().taking({}),
  'POST /add-on/enrol': answers<AddOnPage>().taking({ enrolled: flag() }),
  /** The call runs as the account, through its gate, and counts. NO_KEY without a live key. */
  'POST /test': answers<TestAnswer>().taking({ endpoint: line(1, 100), parameters: texts(20, 1000) }),
} as const;

export interface KeyPage {
  readonly live: KeyView | null;
  /** Newest first, the live one included. */
  readonly history: readonly KeyView[];
  readonly service: ServiceInformation | null;
}

export interface KeyView {
  /** Such as seoga_live_5OMU…sQ5F. */
  readonly masked: string;
  readonly issuedAtMs: number;
  readonly revokedAtMs: number | null;
  readonly lastUsedDay: string | null;
  /** The last call with the live key; null for older keys, of which only the day is known. */
  readonly lastUsedAtMs: number | null;
}

export interface NewKey {
  readonly key: string;
  /** A curl command that works as it stands once SEOGA_API_KEY is set. */
  readonly curl: string;
}

export interface UsagePage {
  readonly today: string;
  readonly callsToday: number;
  readonly dailyQuota: number;
  readonly remaining: number;
  readonly burstPerSecond: number;
  readonly burst: number;
  readonly secondsToReset: number;
  /** 90 days at most, oldest first. */
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

/** The last 200, newest first. */
export interface CallsPage {
  readonly calls: readonly CallView[];
}

export type CallView = RecentCall;

/** Newest first. */
export interface QuotaRequestsPage {
  readonly requests: readonly QuotaRequestView[];
}

export type QuotaRequestView = QuotaRequest;

/** Whether the account gets mail at 80 % and 100 % of its day. POST takes and answers it. */
export interface QuotaMailsView {
  readonly wanted: boolean;
}

export interface AddOnPage {
  readonly enrolled: boolean;
  readonly userKey: string;
  /** Clicks by day, 90 days, oldest first. */
  readonly clicks: readonly { readonly day: string; readonly clicks: number }[];
}

export interface TestCall {
  /** Operation id in openapi.json, such as bestsellerMonthly. */
  readonly endpoint: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface TestAnswer {
  readonly status: number;
  /** The server's own time for the call, as the latest calls show it. */
  readonly ms: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or null for a file. */
  readonly body: string | null;
  /** A spreadsheet's rows, and its bytes in base64. Else null. */
  readonly table: {
    readonly fileName: string;
    /** The first row names the columns. */
    readonly hasHeader: boolean;
    readonly rows: readonly (readonly (string | number)[])[];
    readonly base64: string;
  } | null;
  readonly curl: string;
}
