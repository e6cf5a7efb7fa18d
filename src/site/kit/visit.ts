import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../accounts/account.ts';
import { auditName } from '../../accounts/audit-log.ts';
import { type Right, rightsOf } from '../../accounts/roles.ts';
import { CodedError } from '../../http/errors.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { Query } from '../../http/query-string.ts';
import { callerOf } from '../../http/rate-limiter.ts';
import {
  LANGUAGES,
  type Language,
  type MessageValues,
  preferredLanguage,
  type Texts,
} from '../../messages/languages.ts';
import {
  type Area,
  formatOf,
  type IdIn,
  type MessageId,
  message,
  messageIn,
} from '../../messages/messages.ts';
import { StoreUnavailableError } from '../../sql-database.ts';
import type { FlashMessage } from './cookies.ts';
import type { Services } from './services.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

export interface Problem {
  readonly form: string;
  readonly at: string;
  readonly failure: Failure;
  readonly sent: Query;
}

export interface SentForm {
  readonly sent: Query;
  /** The uploaded file, still arriving, and its name on the sender's device. */
  readonly file: { readonly name: string; readonly body: Readable } | null;
}

export type Visit = Readonly<Awaited<ReturnType<typeof readVisit>>>;

export interface SignedInVisit extends Visit {
  readonly sessionToken: string;
  readonly account: Account;
}

export interface Page {
  readonly title: string;
  readonly lead?: Html | string;
  readonly body: Html;
  /** `text` limits the length of lines, `wide` uses the whole width. Console pages ignore this. */
  readonly width?: 'text' | 'wide';
  readonly hasOwnHeading?: boolean;
  /** Elements for the document's `<head>`. Search engines may index only pages with a `head`. */
  readonly head?: Html;
  readonly link?: string | undefined;
  readonly hasTitles?: boolean;
  readonly status?: number;
}

/** What a screen knows of a request: who sent it, in which language and theme, and with which form. */
export async function readVisit(raw: FastifyRequest, reply: FastifyReply, services: Services) {
  const { cookies } = services;
  const { sessionToken, account } = await findSession(raw, services);
  const language = languageOf(raw, services);
  let flash = cookies.flash(raw);
  return {
    raw,
    reply,
    services,
    language,
    theme: THEMES.find((theme) => theme === cookies.choice(raw, 'theme')) ?? 'system',
    caller: callerOf(raw.ip),
    sessionToken,
    account,
    actor: account === null ? '' : auditName(account.accountId),
    address: raw.url,
    ...({ sent: {}, file: null } as SentForm),
    problem: null as Problem | null,
    words: <One extends Area>(area: One): Words<One> => wordsOf(area, language),
    number: (value: number, options?: Intl.NumberFormatOptions) =>
      numberFormat(language, options).format(value),
    may: (right: Right) => account !== null && rightsOf(account).includes(right),
    /** The CSRF token. May set a cookie, so cached pages must not use it. */
    csrf: () => cookies.csrfToken(sessionToken ?? cookies.visitor(raw) ?? cookies.setVisitor(raw, reply)),
    /** Returns the flash message for a form, only once. If `form` is null, returns a message for any form. */
    takeFlash(form: string | null, at = ''): FlashMessage | null {
      const isMine = flash !== null && (form === null || (flash.form === form && flash.at === at));
      if (!isMine) return null;
      const taken = flash;
      flash = null;
      cookies.clearFlash(reply);
      return taken;
    },
  };
}

export interface Words<One extends Area> {
  (id: IdIn<One>, values?: MessageValues): string;
  /** A text with marks: `<b>`, `<em>`, `<code>` and `<bdi>` become elements, and values may be markup. */
  html(id: IdIn<One>, values?: Readonly<Record<string, HtmlValue>>): Html;
}

const MARKS = {
  b: (inside: HtmlValue[]) => html`<strong>${inside}</strong>`,
  em: (inside: HtmlValue[]) => html`<em>${inside}</em>`,
  code: (inside: HtmlValue[]) => html`<code>${inside}</code>`,
  bdi: (inside: HtmlValue[]) => html`<bdi>${inside}</bdi>`,
};

export function wordsOf<One extends Area>(area: One, language: Language): Words<One> {
  // TypeScript doesn't see that an area and an id in it make an id.
  const idOf = (id: string) => `${area}.${id}` as MessageId;
  const text = (id: IdIn<One>, values?: MessageValues) => messageIn(language, idOf(id), values);
  const marked = (id: IdIn<One>, values: Readonly<Record<string, HtmlValue>> = {}) => {
    const parts = formatOf(language, idOf(id), true).format.format<HtmlValue>({ ...MARKS, ...values });
    return html`${parts}`;
  };
  return Object.assign(text, { html: marked });
}

/** Cached, because making a format costs twenty times as much as using it. */
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: Language, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = options === undefined ? language : `${language} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options);
  numberFormats.set(key, format);
  return format;
}

type Reason = Texts | MessageId;
const textsOf = (reason: Reason, values: MessageValues) =>
  typeof reason === 'string' ? message(reason, values) : reason;

/** Asks for a number or a text to be typed before a doubtful change. Throws CONFIRM. */
export function confirm({ sent }: Visit, expected: number | string, why: Reason, values: MessageValues = {}) {
  const typed = sent.confirmation;
  const given = typeof typed === 'string' ? typed.trim() : '';
  if (given.toLowerCase() === String(expected).toLowerCase()) return;
  throw unconfirmed(expected, textsOf(why, values), given !== '');
}

export function unconfirmed(expected: number | string, detail: Texts, isWrong: boolean): Failure {
  return new Failure('CONFIRM', {
    field: 'confirmation',
    confirm: expected,
    detail,
    isWrong: Number(isWrong),
  });
}

/** The language in the URL (`lang=ko`), otherwise the visitor's choice, otherwise the browser's language. */
function languageOf(raw: FastifyRequest, { cookies }: Services): Language {
  const { lang } = raw.query as Query;
  const find = (tag: unknown) => LANGUAGES.find((language) => language === tag);
  return find(lang) ?? find(cookies.choice(raw, 'lang')) ?? preferredLanguage(raw.headers['accept-language']);
}

const NOBODY = { sessionToken: null, account: null };

/** The visitor counts as not signed in while accounts can't be read, so that public pages stay up. */
async function findSession(raw: FastifyRequest, { cookies, identity, accounts }: Services) {
  const sessionToken = cookies.session(raw);
  if (sessionToken === null) return NOBODY;
  try {
    const accountId = await identity.findSession(sessionToken);
    const account = accountId === null ? null : await accounts.findAccount(accountId);
    return account === null ? NOBODY : { sessionToken, account };
  } catch (error) {
    if (error instanceof StoreUnavailableError) return NOBODY;
    throw error;
  }
}

/** The HTTP status of each failure. Its message has the same code in src/messages. */
export const FAILURE_STATUS = {
  INVALID: 400,
  SIGN_IN_FIRST: 401,
  WRONG_CREDENTIALS: 403,
  CODE_WRONG: 403,
  PASSWORD_WRONG: 403,
  SIGN_IN_AGAIN: 403,
  TOKEN_INVALID: 400,
  FORBIDDEN: 403,
  SEND_AGAIN: 403,
  NOT_FOUND: 404,
  KEY_EXISTS: 409,
  NO_KEY: 409,
  CONFIRM: 409,
  CONFIRMATION_WRONG: 400,
  START_AGAIN: 400,
  PROVIDER_FAILED: 502,
  ADDRESS_KNOWN: 409,
  CONNECTED_ELSEWHERE: 409,
  STALE: 409,
  BUSY: 409,
  LAST_OWNER: 409,
  TOO_MANY: 429,
  UNAVAILABLE: 503,
  FAILED: 500,
} as const;

type FailureCode = keyof typeof FAILURE_STATUS;

/** Why a screen refuses a request. The value `field` names the wrong field, `confirm` the text to type to go on. */
export class Failure extends CodedError<FailureCode> {
  override name = 'Failure';

  constructor(code: FailureCode, values: MessageValues = {}) {
    super(code, values);
  }
}

export function required<Value>(value: Value | null | undefined | false, code: FailureCode = 'NOT_FOUND') {
  if (value === null || value === undefined || value === false) throw new Failure(code);
  return value;
}

export function invalid(field: string, takes: Reason, values: MessageValues = {}): Failure {
  return new Failure('INVALID', { field, takes: textsOf(takes, values) });
}

export function refusal(code: 'FORBIDDEN' | 'BUSY', why: Reason, values: MessageValues = {}): Failure {
  return new Failure(code, { detail: textsOf(why, values) });
}

/** The failure for a form that the server can't read. */
export function malformed(): Failure {
  return refusal('FORBIDDEN', 'input.loadAgain');
}

export function refuseAfter(seconds: number | null): void {
  if (seconds !== null) throw new Failure('TOO_MANY', { seconds });
}
