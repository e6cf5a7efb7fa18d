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
  /** Seconds after which the same request may succeed; missing if waiting doesn't help. */
  readonly retryAfterS?: number;
}

/** A response and its request. */
export interface KeptReceipt {
  /** Equal for equal requests. Empty = stored by a version that didn't record it. */
  readonly fingerprint: string;
  /** Responses that name a time to retry are temporary failures and aren't kept. */
  readonly receipt: Pick<Receipt, 'status' | 'body'>;
}

/**
 * Tokens with which a shop's machines send feeds (docs/feeds.md#live-intake), and the responses to requests with
 * an idempotency key.
 */
export interface OperatorTokens {
  /** The new token, or null if one with this name is active. Throws RangeError if the name isn't `TOKEN_NAME`. */
  issue(name: string): Promise<string | null>;
  /** Applies to every request that starts from now on. False if no token with this name is active. */
  revoke(name: string): Promise<boolean>;
  /** Active and revoked ones, newest first. */
  list(): Promise<readonly OperatorToken[]>;
  /** The name of an active token, or null. */
  findName(token: string): Promise<string | null>;
  /** The response given for a key within the last day, or null. */
  findReceipt(name: string, key: string): Promise<KeptReceipt | null>;
  /** Keeps a response, and deletes those older than a day. */
  keepReceipt(name: string, key: string, kept: KeptReceipt): Promise<void>;
}

/** Names are shown in logs and lists. */
export const TOKEN_NAME = /^[A-Za-z0-9._-]{1,50}$/;

/** Distinguishes tokens from developers' keys at a glance. */
export const TOKEN_PREFIX = 'seoga_ops_';
