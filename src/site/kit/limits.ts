import type { Allowance } from '../../gate/rate-limiter.ts';

/** A rate limit. Limits of the same name share one count: by account if someone is signed in, otherwise by address. */
export interface Limit extends Allowance {
  readonly name: string;
  /** A shared limit for everyone who isn't signed in. */
  readonly strangers?: Allowance;
  /** Strangers are counted apart from other limits, and those of this machine not at all: it may be a proxy's. */
  readonly isOfPages?: true;
}

/** Public pages: far more than people read, even a school or an office behind one address. */
export const PAGES: Limit = { name: 'pages', burst: 300, everySeconds: 1 / 50, isOfPages: true };
/** Reading: pages that refetch every two seconds in several tabs stay well below. */
export const READING: Limit = { name: 'reading', burst: 120, everySeconds: 0.1 };
/** Lists and searches cost more than other reads. */
export const BROWSING: Limit = { name: 'browsing', burst: 60, everySeconds: 0.2 };
/** Searches, with a shared limit for strangers that keeps the search thread free for the API. */
export const SEARCHING: Limit = {
  name: 'searching',
  burst: 60,
  everySeconds: 0.2,
  strangers: { burst: 200, everySeconds: 0.02 },
};
/** Changing what belongs to an account. */
export const CHANGING: Limit = { name: 'changing', burst: 30, everySeconds: 2 };
/** Changes by operators, who work through whole lists of items and terms. */
export const WORKING: Limit = { name: 'working', burst: 100, everySeconds: 0.5 };
/** Files that hold as much as two thousand pages. */
export const EXPORTING: Limit = { name: 'exporting', burst: 5, everySeconds: 10 };
