import type { Language } from '../messages/languages.ts';

/**
 * The protocol between the portal's pages and the server: JSON under /portal/api. The pages import these types and those of the
 * other *-contract.ts files; docs/ARCHITECTURE.md names the little else of the server that they use. paths-contract.ts lists
 * every path.
 *
 * - Every request that changes something is POST with a JSON body, carries the session's token in the header
 *   X-CSRF-Token, and comes from the configured base URL (Origin).
 * - Success is 200 with the body named at each address, `{}` where none is named.
 * - A failure has a fitting status and the body PortalFailure. 401 means: sign in first. 403: not allowed.
 * - Times are milliseconds since 1970, days are yyyy-MM-dd in KST.
 */

/** Body of every failure. `field` names the input that is wrong, for forms. */
export interface PortalFailure {
  readonly code: PortalFailureCode;
  /** In the language of the request. */
  readonly message: string;
  readonly field: string | null;
  /** Whole seconds to wait, on 429. */
  readonly retryAfterSeconds: number | null;
  /** What to send as `confirmation` to go on all the same, on CONFIRM_NUMBER. */
  readonly confirm: string | null;
}

export type PortalFailureCode =
  | 'INVALID'
  | 'SIGN_IN_FIRST'
  | 'WRONG_CREDENTIALS'
  | 'CODE_WRONG'
  | 'PASSWORD_WRONG'
  | 'SIGN_IN_AGAIN'
  | 'TOKEN_INVALID'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'KEY_EXISTS'
  | 'NO_KEY'
  | 'CONFIRM_NUMBER'
  | 'CONFIRMATION_WRONG'
  | 'START_AGAIN'
  | 'PROVIDER_FAILED'
  | 'ADDRESS_KNOWN'
  | 'CONNECTED_ELSEWHERE'
  | 'STALE'
  | 'BUSY'
  | 'LAST_OWNER'
  | 'TOO_MANY'
  | 'UNAVAILABLE'
  | 'FAILED';

/** GET /portal/api/session: what every page needs first. Works without sign-in. */
export interface SessionView {
  readonly account: AccountView | null;
  /** For X-CSRF-Token; changes with sign-in. */
  readonly csrfToken: string;
  /** Ways to sign in besides a password, in the order in which they are offered. */
  readonly providers: readonly ProviderName[];
  /** Where mail goes: sent, or kept in the data folder for `seoga mail`. */
  readonly mail: 'smtp' | 'outbox';
  readonly operatorName: string;
  /** What the operator publishes beside the service; null where there is none. */
  readonly notices: NoticesView;
  /** Base of API addresses, without a slash at the end. */
  readonly baseUrl: string;
  readonly keyPrefix: string;
  /** The category of examples. */
  readonly firstCategory: string;
  /** Default limits. */
  readonly limits: { readonly dailyQuota: number; readonly burstPerSecond: number; readonly burst: number };
}

export interface NoticesView {
  readonly termsUrl: string | null;
  /** Where it is set, sign-up takes consent to it. */
  readonly privacyUrl: string | null;
  /** An e-mail address or an http(s) address. */
  readonly contact: string | null;
}

export type ProviderName = 'kakao' | 'naver' | 'google';

export type RoleName = 'developer' | 'viewer' | 'support' | 'shop' | 'owner';
export type ConsoleRight = 'console' | 'see-shop' | 'shop' | 'see-accounts' | 'accounts' | 'roles';

export interface AccountView {
  readonly accountId: number;
  readonly email: string;
  readonly name: string;
  readonly role: RoleName;
  /** What the account may do in the console now. */
  readonly rights: readonly ConsoleRight[];
  readonly tier: 'free' | 'partner' | 'enterprise';
  readonly suspended: boolean;
  readonly createdAtMs: number;
}

/**
 * POST /portal/api/sign-up and POST /portal/api/password-reset/request. The answer is the same for any address; only
 * the mail differs.
 */
export interface ForEmail {
  readonly email: string;
  readonly language: Language;
}
/** POST /portal/api/sign-up/look {"token": …}: changes nothing. Mail links to /portal/verify-email?token=… */
export interface PendingSignUpView {
  readonly email: string;
  /** A suggestion, maybe empty. */
  readonly name: string;
  /** Opens the account instead of a password, if this browser came from it. */
  readonly provider: ProviderName | null;
}
/** POST /portal/api/sign-up/complete: makes the account and signs in. Answers SessionView. */
export interface CompleteSignUp {
  readonly token: string;
  readonly name: string;
  /** 10 to 128 characters; null where a provider opens the account. */
  readonly password: string | null;
  /** Whether the person agrees to the privacy notice; has to be true where there is one. */
  readonly consent?: boolean;
}
/** POST /portal/api/account/name: 1 to 100 characters. Answers AccountView. */
export interface NewName {
  readonly name: string;
}
/** POST /portal/api/account/address. */
export interface NewAddress extends ForEmail {
  /** PASSWORD_WRONG. Null where the account has none: then its session has to be younger than ten minutes (SIGN_IN_AGAIN). */
  readonly password: string | null;
}
/**
 * POST /portal/api/account/address takes NewAddress: a link goes to the new address, and a note to the present one. The answer
 * is the same for any address but the account's own (INVALID). The link leads to /portal/confirm-address?token=…
 * POST /portal/api/account/address/look {"token": …} changes nothing, and /confirm {"token": …} changes the address and
 * answers AccountView. Both need the account to be signed in, and know nobody else's tokens (TOKEN_INVALID).
 */
export interface PendingAddressView {
  readonly email: string;
}
/** POST /portal/api/sign-in. Answers SignInAnswer. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
}
/** Who signs in with a second factor sends its code next. */
export type SignInAnswer = SessionView | CodeNeeded;
export interface CodeNeeded {
  readonly codeState: string;
}
/** POST /portal/api/sign-in/demo: the secret of the link that the start of a demo prints. TOKEN_INVALID. Answers SignInAnswer. */
export interface DemoLink {
  readonly secret: string;
}
/** POST /portal/api/sign-in/code: a code of the app or a recovery code. CODE_WRONG; START_AGAIN after five minutes. Answers SessionView. */
export interface SignInCode {
  readonly codeState: string;
  readonly code: string;
}
/** POST /portal/api/password-reset: ends every session. Mail links to /portal/reset-password?token=… */
export interface PasswordReset {
  readonly token: string;
  readonly password: string;
}
/** POST /portal/api/sign-out {} and POST /portal/api/sign-out-everywhere {}. */
/** POST /portal/api/account/close: `confirmation` is the account's e-mail address, typed; `password` as in NewAddress. */
export interface AccountEnd extends Confirmation {
  readonly password: string | null;
}
export interface Confirmation {
  readonly confirmation: string;
}

/** GET /portal/api/key */
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
/** Longest texts about a service, in characters: the form and the server take the same. */
export const SERVICE_TEXT_MAX = { serviceName: 100, serviceUrl: 300, purpose: 1000 } as const;
/** POST /portal/api/key: KEY_EXISTS while one is live. Answers NewKey; the value is never shown again. */
export interface ServiceInformation {
  readonly serviceName: string;
  readonly serviceUrl: string;
  readonly purpose: string;
  readonly commercial: boolean;
  /** Must be true: the usage rules. */
  readonly acceptsRules: boolean;
}
export interface NewKey {
  readonly key: string;
  /** A curl command that works as it stands once SEOGA_API_KEY is set. */
  readonly curl: string;
}
/** POST /portal/api/key/revoke takes Confirmation: the last 4 characters of the key. */

/** GET /portal/api/quota-requests: newest first. */
export interface QuotaRequestsPage {
  readonly requests: readonly QuotaRequestView[];
}
export interface QuotaRequestView {
  readonly requestId: number;
  readonly dailyQuota: number;
  readonly reason: string;
  readonly status: 'waiting' | 'approved' | 'denied';
  /** What was approved, which need not be what was asked for. */
  readonly grantedQuota: number | null;
  readonly note: string;
  readonly createdAtMs: number;
  readonly decidedAtMs: number | null;
}
/** POST /portal/api/quota-requests: one may wait at a time. Answers QuotaRequestsPage. */
export interface NewQuotaRequest {
  readonly dailyQuota: number;
  readonly reason: string;
}

/** GET /portal/api/add-on. POST /portal/api/add-on/enrol {"enrolled": true|false} answers it, too. */
export interface AddOnPage {
  readonly enrolled: boolean;
  readonly userKey: string;
  /** Clicks by day, 90 days, oldest first. */
  readonly clicks: readonly { readonly day: string; readonly clicks: number }[];
}

/** POST /portal/api/test: the call runs as the account, through its gate, and counts. NO_KEY without a live key. */
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

/** GET /portal/api/status: public; answers from the service's own checks. */
export interface StatusView {
  readonly checks: readonly {
    readonly name: 'api' | 'catalogue' | 'rankings' | 'search' | 'mail';
    readonly ok: boolean;
    /** The operator hasn't set it up; that isn't a fault. */
    readonly off: boolean;
    readonly detail: string;
  }[];
  readonly editions: readonly {
    readonly kind: string;
    readonly period: string;
    readonly publishedAtMs: number;
  }[];
}
