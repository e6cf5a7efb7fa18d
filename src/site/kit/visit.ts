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
import { type Area, message } from '../../messages/messages.ts';
import { StoreUnavailableError } from '../../sql-database.ts';
import type { Said } from '../account/cookies.ts';
import type { Services } from './services.ts';
import { numberIn, type Words, wordsOf } from './words.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** A form that was sent and couldn't be done: its page shows it again, filled, with the fault at its field. */
export interface Problem {
  readonly form: string;
  /** Which of several forms of this name. */
  readonly at: string;
  readonly failure: Failure;
  readonly sent: Query;
}

/** A file that comes with a form. It is still on its way: whoever reads it decides how much of it. */
export interface SentFile {
  /** As its sender calls it, without folders. */
  readonly name: string;
  readonly body: Readable;
}

/** One request for a screen. */
export type Visit = Readonly<MutableVisit>;

/** A visit of someone who is signed in. */
export interface SignedInVisit extends Visit {
  readonly sessionToken: string;
  readonly account: Account;
}

/** What a screen shows. */
export interface Page {
  /** Plain text: the heading and the name of the browser's tab. */
  readonly title: string;
  /** One or two sentences below the heading. */
  readonly lead?: Html | string;
  readonly body: Html;
  /** A readable line length, the width of the frame (the default in the console), or all of it. */
  readonly width?: 'text' | 'wide' | 'full';
  /** The body has a heading of its own. */
  readonly hasOwnHeading?: boolean;
  /** For the head: description, canonical address, structured data. */
  readonly head?: Html;
  /** The header Link. */
  readonly link?: string | undefined;
  /** Needs the letters of book titles, not only those of our own texts. */
  readonly hasTitles?: boolean;
  readonly status?: number;
}

/** A visit on its way through the checks common to all screens. */
export type MutableVisit = Awaited<ReturnType<typeof readVisit>>;

/** Reads who asks, and how they want it shown. */
export async function readVisit(raw: FastifyRequest, reply: FastifyReply, services: Services) {
  const { cookies } = services;
  const { session, account } = await findSession(raw, services);
  const language = languageOf(raw, services);
  let said = cookies.said(raw);
  return {
    raw,
    reply,
    services,
    language,
    theme: THEMES.find((theme) => theme === cookies.choice(raw, 'theme')) ?? 'system',
    /** The caller by network address (http/rate-limiter.ts). */
    caller: callerOf(raw.ip),
    /** The secret of a valid session, or null. */
    sessionToken: account === null ? null : session,
    account,
    /** The account as the audit log names it; empty if there is none. */
    actor: account === null ? '' : auditName(account.accountId),
    /** Path and query of the screen, also while a form is answered. */
    address: raw.url,
    /** What the form has sent. */
    sent: {} as Query,
    /** The file that comes with the form. */
    file: null as SentFile | null,
    problem: null as Problem | null,
    /** The texts of an area in the page's language. */
    words: <One extends Area>(area: One): Words<One> => wordsOf(area, language),
    /** A number as the page's language writes it. */
    number: (value: number, options?: Intl.NumberFormatOptions) => numberIn(language, value, options),
    may: (right: Right) => account !== null && rightsOf(account).includes(right),
    /** What proves that a form came from this page. Gives strangers a cookie, so pages that are shared must not ask for it. */
    csrf: () =>
      cookies.csrfToken(
        (account === null ? null : session) ?? cookies.visitor(raw) ?? cookies.setVisitor(raw, reply),
      ),
    /** What the last form did, once: for the form itself, or for the top of the page where it is gone. */
    takeSaid(form: string | null, at = ''): Said | null {
      const isMine = said !== null && (form === null || (said.form === form && said.at === at));
      if (!isMine) return null;
      const taken = said;
      said = null;
      cookies.clearSaid(reply);
      return taken;
    },
  };
}

/** Throws SIGN_IN_FIRST or FORBIDDEN. */
export function whoMay(needs: 'account' | Right, visit: Visit): SignedInVisit {
  const { account, sessionToken } = visit;
  if (account === null || sessionToken === null) throw new Failure('SIGN_IN_FIRST');
  const rights = rightsOf(account);
  if (needs !== 'account' && !rights.includes(needs)) {
    const detail = message(rights.length === 0 ? 'input.operatorsOnly' : 'input.notInRole');
    throw new Failure('FORBIDDEN', { detail });
  }
  return { ...visit, account, sessionToken };
}

/** Asks for a number to be typed before a doubtful change. Throws CONFIRM_NUMBER. */
export function confirmNumber(visit: Visit, number: number, why: Texts): void {
  confirm(visit, 'CONFIRM_NUMBER', String(number), why);
}

/** Asks for a text to be typed before something that hits one account, key or file. Throws CONFIRM_TEXT. */
export function confirmText(visit: Visit, text: string, why: Texts): void {
  confirm(visit, 'CONFIRM_TEXT', text, why);
}

function confirm({ sent }: Visit, code: FailureCode, expected: string, detail: Texts): void {
  const typed = sent.confirmation;
  if (typeof typed === 'string' && typed.trim().toLowerCase() === expected.toLowerCase()) return;
  const isWrong = typed === undefined || typed === '' ? {} : { isWrong: 1 };
  throw new Failure(code, { field: 'confirmation', confirm: expected, detail, ...isWrong });
}

/** The language of the address (`lang=ko`), the one that was chosen, or the one that the browser prefers. */
function languageOf(raw: FastifyRequest, { cookies }: Services): Language {
  const { query, headers } = raw;
  const lang = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : undefined;
  const find = (tag: unknown) => LANGUAGES.find((language) => language === tag);
  return find(lang) ?? find(cookies.choice(raw, 'lang')) ?? preferredLanguage(headers['accept-language']);
}

/** Nobody while accounts can't be read: pages that need no account stay up. */
async function findSession(raw: FastifyRequest, services: Services) {
  const session = services.cookies.session(raw);
  if (session === null) return { session, account: null };
  try {
    const accountId = await services.identity.findSession(session);
    const account = accountId === null ? null : await services.accounts.findAccount(accountId);
    return { session, account };
  } catch (error) {
    if (error instanceof StoreUnavailableError) return { session: null, account: null };
    throw error;
  }
}

/** Every failure of the screens, and its HTTP status. The message is that of the same code in src/messages. */
export const FAILURE_STATUS = {
  INVALID: 400,
  SIGN_IN_FIRST: 401,
  WRONG_CREDENTIALS: 403,
  CODE_WRONG: 403,
  PASSWORD_WRONG: 403,
  SIGN_IN_AGAIN: 403,
  TOKEN_INVALID: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  KEY_EXISTS: 409,
  NO_KEY: 409,
  CONFIRM_NUMBER: 409,
  CONFIRM_TEXT: 409,
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

/**
 * What a person is told when a screen can't do what they asked. The value `field` names the field it belongs to, `confirm`
 * what has to be typed to go on. Anything else that is thrown becomes FAILED.
 */
export class Failure extends CodedError<FailureCode> {
  override name = 'Failure';

  constructor(code: FailureCode, values: MessageValues = {}) {
    super(code, values);
  }
}

/** A value that has to be there. Throws NOT_FOUND, or another code, if it isn't. */
export function required<Value>(value: Value | null, code: FailureCode = 'NOT_FOUND'): Value {
  if (value === null) throw new Failure(code);
  return value;
}

/** An input that is wrong, and what the field takes. */
export function invalid(field: string, takes: Texts): Failure {
  return new Failure('INVALID', { field, takes });
}

/** Of a form that isn't one of this page as it is now. */
export function malformed(): Failure {
  return new Failure('FORBIDDEN', { detail: message('input.loadAgain') });
}

/** Throws TOO_MANY where a limiter tells how many seconds to wait. */
export function refuseAfter(seconds: number | null): void {
  if (seconds !== null) throw new Failure('TOO_MANY', { seconds });
}
