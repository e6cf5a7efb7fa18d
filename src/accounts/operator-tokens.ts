/** A token as operators see it. Its value is shown once, at issue. */
export interface OperatorToken {
  readonly name: string;
  readonly issuedAtMs: number;
  /** Null while it works. */
  readonly revokedAtMs: number | null;
}

/** The first response to a request that may be repeated. */
export interface Receipt {
  readonly status: number;
  readonly body: string;
  /** Seconds after which the same request may succeed; left out where that is not a matter of time. */
  readonly retryAfterS?: number;
}

/** An answer and what it answered. */
export interface KeptReceipt {
  /** Equal for equal requests. Empty = kept by a version that didn't note it. */
  readonly fingerprint: string;
  /** Responses that name a time to try again are failures of the moment, and aren't kept. */
  readonly receipt: Pick<Receipt, 'status' | 'body'>;
}

/**
 * Tokens with which a shop's machines bring feeds (docs/rules/feeds.md#live-intake), and the answers that were given to
 * requests with an idempotency key.
 */
export interface OperatorTokens {
  /** The new token, or null while one of this name works. Throws RangeError when the name isn't `TOKEN_NAME`. */
  issue(name: string): Promise<string | null>;
  /** Works for every request that starts from now on. False when no token of this name works. */
  revoke(name: string): Promise<boolean>;
  /** Working ones and revoked ones, the newest first. */
  list(): Promise<readonly OperatorToken[]>;
  /** The name of a token that works, or null. */
  findName(token: string): Promise<string | null>;
  /** The answer that a key was given within the last day, or null. */
  findReceipt(name: string, key: string): Promise<KeptReceipt | null>;
  /** Keeps an answer, and forgets those that are older than a day. */
  keepReceipt(name: string, key: string, kept: KeptReceipt): Promise<void>;
}

/** Names are shown in logs and lists. */
export const TOKEN_NAME = /^[A-Za-z0-9._-]{1,50}$/;

/** Tells tokens from the keys of developers at a glance. */
export const TOKEN_PREFIX = 'seoga_ops_';
