/** A rate limit: `burst` attempts at once, then one every `everySeconds`. */
export interface Allowance {
  readonly burst: number;
  readonly everySeconds: number;
}

export interface RateLimiter {
  /** Null if the attempt is allowed, otherwise the whole seconds to wait. Refused attempts don't count. */
  take(what: string, who: string, allowance: Allowance): Promise<number | null>;
  /** Resets the attempts of a caller who has proved their identity. */
  forget(what: string, who: string): Promise<void>;
}
