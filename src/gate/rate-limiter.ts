/** How often something may be done: so many times at once, and then one every so many seconds. */
export interface Allowance {
  readonly burst: number;
  readonly everySeconds: number;
}

/** Counts attempts by who makes them. */
export interface RateLimiter {
  /** Null if the attempt may go on, otherwise how many whole seconds to wait. Refused attempts cost nothing. */
  take(what: string, who: string, allowance: Allowance): Promise<number | null>;
  /** Forgets somebody's attempts once they have proved who they are. */
  forget(what: string, who: string): Promise<void>;
}
