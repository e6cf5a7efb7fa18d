/** Where somebody signs in from. */
export interface Origin {
  /** The network address, as precise as limits count it (http/rate-limiter.ts). Stored only as an HMAC. */
  readonly caller: string;
  /** The part of the address that the list of sessions shows, such as 192.0.2.*. */
  readonly place: string;
  /** The browser's name for itself; the store keeps at most 300 characters of it. */
  readonly userAgent: string;
}

/** A signed-in person. */
export interface Session {
  /** Secret: belongs in the person's cookie and nowhere else. */
  readonly token: string;
  readonly accountId: number;
}

/** A session as its account's owner sees it. */
export interface SessionInfo {
  /** Identifies the session, but lets nobody in. */
  readonly sessionId: string;
  readonly place: string;
  readonly userAgent: string;
  readonly startedAtMs: number;
  readonly usedAtMs: number;
}

/**
 * A session, or why a person who comes from a provider gets none. `known-address`: the address, verified by the provider, belongs
 * to an account that the person isn't connected to. `address-needed`: it vouches for none, so the person signs up by mail first.
 */
export type ProvidedOutcome = Session | 'known-address' | 'address-needed';

/** `elsewhere`: the person signs in to another account, and continues to. */
export type ConnectOutcome = 'connected' | 'was-connected' | 'elsewhere';

/** A provider through which an account's owner signs in. */
export interface Connection {
  readonly provider: string;
  readonly connectedAtMs: number;
}

/** How long a session lasts after signing in. */
export const SESSION_MS = 14 * 86_400_000;
/** How long the link in a verification mail works. */
export const VERIFICATION_MS = 24 * 3_600_000;
/** How long the link in a reset mail works. */
export const RESET_MS = 3_600_000;

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
