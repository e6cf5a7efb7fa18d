import type { Right } from '../../accounts/roles.ts';
import type { Allowance } from '../../gate/decide.ts';
import { PAGE_ALLOWANCE } from '../../http/rate-limiter.ts';
import type { MessageId } from '../../messages/messages.ts';
import type { FlashMessage } from './cookies.ts';
import type { Fields, InputOf } from './fields.ts';
import type { Page, SignedInVisit, Visit } from './visit.ts';

/** Who may open a screen or send a form: anybody, whoever is signed in, or accounts with a right (accounts/roles.ts). */
export type Needs = 'nobody' | 'account' | Right;

type VisitOf<Need extends Needs> = Need extends 'nobody' ? Visit : SignedInVisit;

/** A form of a screen: who may send it, its rate limit, its fields, and what it does. */
export interface Form<Query> {
  readonly needs: Needs;
  readonly limit: LimitName;
  readonly fields: Fields;
  // A method rather than a property, so that forms with different fields have one type.
  work(visit: Visit, input: InputOf<Fields>, query: Query): Promise<Outcome>;
}

export type Outcome = Done | Page | Download;

export interface Download {
  /** File name for downloading; without it, the file is displayed. */
  readonly name?: string;
  readonly type: string;
  readonly body: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Done {
  /** Where to go; the form's own page if null. */
  readonly to: string | null;
  readonly flash: Pick<FlashMessage, 'id' | 'values'> | null;
}

/** A redirect with a flash message, by default back to the page of the form. */
export function done(id: MessageId, values: FlashMessage['values'] = {}, to: string | null = null): Done {
  return { to, flash: { id, values } };
}

export function goTo(to: string): Done {
  return { to, flash: null };
}

export type CachePeriod = 'five seconds' | 'minute' | 'day';

interface ScreenOptions<Need extends Needs, Query extends Fields> {
  readonly needs: Need;
  /** By default `reading`. */
  readonly limit?: LimitName;
  /** Fields of the path and of the query string; by default none. */
  readonly query?: Query;
  /** Maximum cache time of content that is equal for everybody; null = not cached. */
  readonly cachedFor?: CachePeriod | null;
  /** The right needed to send files; null if no form of the screen takes any. */
  readonly takesFiles?: Right | null;
  /** Whether a GET form leads here. Browsers also send its empty fields, so the screen redirects to the address without them. */
  readonly isFilter?: boolean;
  readonly show: (visit: VisitOf<Need>, query: InputOf<Query>) => Promise<Outcome>;
  readonly forms?: Readonly<Record<string, Form<InputOf<Query>>>>;
}

export interface Screen extends Required<Omit<ScreenOptions<Needs, Fields>, 'show'>> {
  readonly path: string;
  show(visit: Visit, query: InputOf<Fields>): Promise<Outcome>;
}

/** A screen. GET shows it; POST sends the form named in the field `form`. After a Failure, the page shows the form filled. */
export function screen<Need extends Needs, Query extends Fields = Record<never, never>>(
  path: string,
  options: ScreenOptions<Need, Query>,
): Screen {
  const usual = {
    limit: 'reading',
    query: {},
    cachedFor: null,
    takesFiles: null,
    isFilter: false,
    forms: {},
  };
  // register.ts passes the visits and fields that the options ask for, which TypeScript can't express here.
  return { path, ...usual, ...options } as unknown as Screen;
}

/** A form of a screen. `who` may name a limit; the default is `working` for forms that need `shop`, otherwise `changing`. */
export function form<Need extends Needs, Takes extends Fields, Query>(
  who: Need | readonly [Need, LimitName],
  fields: Takes,
  work: (visit: VisitOf<Need>, input: InputOf<Takes>, query: Query) => Promise<Outcome>,
): Form<Query> {
  const [needs, limit = needs === 'shop' ? 'working' : 'changing'] = typeof who === 'string' ? [who] : who;
  return { needs, limit, fields, work } as unknown as Form<Query>;
}

/** A rate limit of screens and forms. */
export interface Limit extends Allowance {
  /** A further limit that everyone who isn't signed in shares. */
  readonly strangers?: Allowance;
  /** Visitors who aren't signed in are counted by `pageLimiter`, except from loopback addresses, which may be a proxy's. */
  readonly isOfPages?: true;
}

/** Limits by name. Screens and forms with the same limit share its count: by account, or by address if nobody is signed in. */
export const LIMITS = {
  pages: { ...PAGE_ALLOWANCE, isOfPages: true },
  /** Suggestions in the search box, requested while somebody types. */
  suggestions: { burst: 60, everySeconds: 0.2, isOfPages: true },
  /** Pages that refetch every two seconds stay well below this limit, even in several tabs. */
  reading: { burst: 120, everySeconds: 0.1 },
  /** Lists and searches cost more than other reads. */
  browsing: { burst: 60, everySeconds: 0.2 },
  /** The limit for strangers keeps the search thread free for the API. */
  searching: { burst: 60, everySeconds: 0.2, strangers: { burst: 200, everySeconds: 0.02 } },
  changing: { burst: 30, everySeconds: 2 },
  /** Changes by operators, who work through whole lists of items and terms. */
  working: { burst: 100, everySeconds: 0.5 },
  /** A request may read a thousand items. */
  bulk: { burst: 20, everySeconds: 3 },
  /** One file may hold as many lines as two thousand pages. */
  exporting: { burst: 5, everySeconds: 10 },
  /** Above the API's own limits, so that the test tool can show those in action. */
  testing: { burst: 100, everySeconds: 0.05 },
  /** Limits the work of an attempt, such as hashing. Passwords and codes have their own counters (account/enter.ts). */
  'sign-in': { burst: 30, everySeconds: 6 },
  tokens: { burst: 30, everySeconds: 6 },
  /** Requests that send mail to an address the caller typed. */
  mailing: { burst: 30, everySeconds: 20 },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;
