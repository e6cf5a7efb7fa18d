/** How often something may be done: at once, and then one every so many seconds. */
export interface Allowance {
  readonly burst: number;
  readonly everySeconds: number;
}

/** Counts attempts by who makes them. */
export interface RateLimiter {
  /** Null when the attempt may go on, otherwise how many whole seconds to wait. Refused attempts cost nothing. */
  take(what: string, who: string, allowance: Allowance): Promise<number | null>;
  /** Forgets someone's attempts, once they have proven who they are. */
  forget(what: string, who: string): Promise<void>;
}
