import type { Right } from '../../accounts/roles.ts';
import type { Allowance } from '../../gate/decide.ts';
import { PAGE_ALLOWANCE } from '../../http/rate-limiter.ts';
import type { MessageId } from '../../messages/messages.ts';
import type { FlashMessage } from './cookies.ts';
import type { Fields, InputOf } from './fields.ts';
import type { Page, SignedInVisit, Visit } from './visit.ts';

export type Needs = 'nobody' | 'account' | Right;

type VisitOf<Need extends Needs> = Need extends 'nobody' ? Visit : SignedInVisit;

export interface Form<Query> {
  readonly needs: Needs;
  readonly limit: LimitName;
  readonly fields: Fields;
  // `work` is a method, because TypeScript then accepts forms with different fields as one type.
  work(visit: Visit, input: InputOf<Fields>, query: Query): Promise<Outcome>;
}

export type Outcome = Done | Page | Download;

export interface Download {
  readonly name?: string;
  readonly type: string;
  readonly body: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Done {
  /** Where to go. Null means the page of the form. */
  readonly to: string | null;
  readonly flash: Pick<FlashMessage, 'id' | 'values'> | null;
}

export function done(id: MessageId, values: FlashMessage['values'] = {}, to: string | null = null): Done {
  return { to, flash: { id, values } };
}

export function goTo(to: string): Done {
  return { to, flash: null };
}

export type CachePeriod = 'five seconds' | 'minute' | 'day';

interface ScreenOptions<Need extends Needs, Query extends Fields> {
  readonly needs: Need;
  readonly limit?: LimitName;
  readonly query?: Query;
  /** Only for content that is the same for everybody. */
  readonly cachedFor?: CachePeriod | null;
  /** The right that is needed to send files. Null means that no form takes files. */
  readonly takesFiles?: Right | null;
  /** Whether a GET form leads to the screen. A redirect then removes the form's empty fields from the URL. */
  readonly isFilter?: boolean;
  readonly show: (visit: VisitOf<Need>, query: InputOf<Query>) => Promise<Outcome>;
  readonly forms?: Readonly<Record<string, Form<InputOf<Query>>>>;
}

export interface Screen extends Required<Omit<ScreenOptions<Needs, Fields>, 'show'>> {
  readonly path: string;
  show(visit: Visit, query: InputOf<Fields>): Promise<Outcome>;
}

/** A page with its forms. GET shows it. POST sends the form that the field `form` names. */
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
  // register.ts passes the visit and the fields that the options ask for. TypeScript can't express this.
  return { path, ...usual, ...options } as unknown as Screen;
}

/** A form. The default limit is `working` for forms that need `shop`, otherwise `changing`. */
export function form<Need extends Needs, Takes extends Fields, Query>(
  who: Need | readonly [Need, LimitName],
  fields: Takes,
  work: (visit: VisitOf<Need>, input: InputOf<Takes>, query: Query) => Promise<Outcome>,
): Form<Query> {
  const [needs, limit = needs === 'shop' ? 'working' : 'changing'] = typeof who === 'string' ? [who] : who;
  return { needs, limit, fields, work } as unknown as Form<Query>;
}

export interface Limit extends Allowance {
  readonly strangers?: Allowance;
  /** Makes `pageLimiter` count visitors who aren't signed in, except from loopback addresses, which may be a proxy's. */
  readonly isOfPages?: true;
}

/** Requests are counted for each limit by account, or by address if nobody is signed in. */
export const LIMITS = {
  pages: { ...PAGE_ALLOWANCE, isOfPages: true },
  suggestions: { burst: 60, everySeconds: 0.2, isOfPages: true },
  /** Some pages refetch every two seconds, even in several tabs. */
  reading: { burst: 120, everySeconds: 0.1 },
  browsing: { burst: 60, everySeconds: 0.2 },
  /** `strangers` limits all visitors without an account together, so that API searches needn't wait for them. */
  searching: { burst: 60, everySeconds: 0.2, strangers: { burst: 200, everySeconds: 0.02 } },
  changing: { burst: 30, everySeconds: 2 },
  /** Operators work through whole lists of items and terms. */
  working: { burst: 100, everySeconds: 0.5 },
  bulk: { burst: 20, everySeconds: 3 },
  /** A file has up to 100,000 lines, as many as 2,000 pages. */
  exporting: { burst: 5, everySeconds: 10 },
  /** Higher than the API's limits, so that the test tool can reach the API's limits. */
  testing: { burst: 100, everySeconds: 0.05 },
  /** Limits the work of hashing. Passwords and codes have their own counters (account/enter.ts). */
  'sign-in': { burst: 30, everySeconds: 6 },
  tokens: { burst: 30, everySeconds: 6 },
  mailing: { burst: 30, everySeconds: 20 },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;
