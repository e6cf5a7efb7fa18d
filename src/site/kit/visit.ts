import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../accounts/account.ts';
import { auditName } from '../../accounts/audit-log.ts';
import { type Right, rightsOf } from '../../accounts/roles.ts';
import { CodedError } from '../../http/errors.ts';
import type { Html } from '../../http/html.ts';
import type { Query } from '../../http/query-string.ts';
import { callerOf } from '../../http/rate-limiter.ts';
import {
  LANGUAGES,
  type Language,
  type MessageValues,
  preferredLanguage,
  type Texts,
} from '../../messages/languages.ts';
import { type Area, type MessageId, message } from '../../messages/messages.ts';
import { StoreUnavailableError } from '../../sql-database.ts';
import type { FlashMessage } from './cookies.ts';
import type { Services } from './services.ts';
import { numberIn, type Words, wordsOf } from './words.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

/** A form that failed: its page shows it again, filled, with the fault at its field. */
export interface Problem {
  readonly form: string;
  readonly at: string;
  readonly failure: Failure;
  readonly sent: Query;
}

export interface SentForm {
  readonly sent: Query;
  /** The uploaded file, still arriving; null if there is none. */
  readonly file: SentFile | null;
}

interface SentFile {
  /** The file's name on the sender's device, without folders. */
  readonly name: string;
  readonly body: Readable;
}

export type Visit = Readonly<Awaited<ReturnType<typeof readVisit>>>;

export interface SignedInVisit extends Visit {
  readonly sessionToken: string;
  readonly account: Account;
}

export interface Page {
  /** Plain text: the heading and the name of the browser's tab. */
  readonly title: string;
  readonly lead?: Html | string;
  readonly body: Html;
  /** `text` limits the length of lines, `wide` uses the whole width. Console pages ignore this. */
  readonly width?: 'text' | 'wide';
  readonly hasOwnHeading?: boolean;
  /** Elements for the head: description, canonical address, structured data. Pages without any aren't indexed. */
  readonly head?: Html;
  readonly link?: string | undefined;
  /** Loads the font for book titles, which our own texts don't need. */
  readonly hasTitles?: boolean;
  readonly status?: number;
}

const NOTHING_SENT: SentForm = { sent: {}, file: null };

/** Reads the account, language, theme and flash message of a request. */
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
    /** The account as the audit log names it; empty if there is none. */
    actor: account === null ? '' : auditName(account.accountId),
    /** Path and query of the screen, also when a form is answered. */
    address: raw.url,
    ...NOTHING_SENT,
    problem: null as Problem | null,
    words: <One extends Area>(area: One): Words<One> => wordsOf(area, language),
    number: (value: number, options?: Intl.NumberFormatOptions) => numberIn(language, value, options),
    may: (right: Right) => account !== null && rightsOf(account).includes(right),
    /** The CSRF token. The call may set a cookie, so cached pages must not use it. */
    csrf: () => cookies.csrfToken(sessionToken ?? cookies.visitor(raw) ?? cookies.setVisitor(raw, reply)),
    /** Takes the flash message of a form; with null, the message that no form on the page has taken. */
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

/** A text, or a message id, whose values are passed separately. */
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

/** The failure that asks for confirmation. `isWrong`: something else was typed before. */
export function unconfirmed(expected: number | string, detail: Texts, isWrong: boolean): Failure {
  return new Failure('CONFIRM', {
    field: 'confirmation',
    confirm: expected,
    detail,
    isWrong: Number(isWrong),
  });
}

/** The language in the URL (`lang=ko`), otherwise the one that the visitor chose, otherwise the browser's. */
function languageOf(raw: FastifyRequest, { cookies }: Services): Language {
  const { query, headers } = raw;
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined;
  const find = (tag: unknown) => LANGUAGES.find((language) => language === tag);
  return find(lang) ?? find(cookies.choice(raw, 'lang')) ?? preferredLanguage(headers['accept-language']);
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

/** Every failure of screens with its HTTP status. The message of the same code is in src/messages. */
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

/** Why a screen refuses a request. Its value `field` names the field at fault, `confirm` the text to be typed to go on. */
export class Failure extends CodedError<FailureCode> {
  override name = 'Failure';

  constructor(code: FailureCode, values: MessageValues = {}) {
    super(code, values);
  }
}

/** Throws NOT_FOUND, or another code, if the value is missing. */
export function required<Value>(value: Value | null | undefined | false, code: FailureCode = 'NOT_FOUND') {
  if (value === null || value === undefined || value === false) throw new Failure(code);
  return value;
}

/** The failure for a wrong field, and what the field accepts. */
export function invalid(field: string, takes: Reason, values: MessageValues = {}): Failure {
  return new Failure('INVALID', { field, takes: textsOf(takes, values) });
}

/** The failure for an action that the visitor may not do, or not now, and the reason. */
export function refusal(code: 'FORBIDDEN' | 'BUSY', why: Reason, values: MessageValues = {}): Failure {
  return new Failure(code, { detail: textsOf(why, values) });
}

/** The failure for a malformed form, or for one that the page no longer has. */
export function malformed(): Failure {
  return refusal('FORBIDDEN', 'input.loadAgain');
}

/** Throws TOO_MANY if a rate limiter returned the seconds to wait. */
export function refuseAfter(seconds: number | null): void {
  if (seconds !== null) throw new Failure('TOO_MANY', { seconds });
}
