import type { ProvidedPerson, ProviderSubject } from './open-id-provider.ts';

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

export type SignInOutcome =
  | { readonly outcome: 'signed-in'; readonly session: Session }
  /** Address or password is wrong; neither the response nor its timing says which. */
  | { readonly outcome: 'wrong' };

/** A sign-up whose address was just confirmed by the token from its mail. */
export interface PendingSignUp {
  readonly email: string;
}

/** What the owner of an address decides when completing a sign-up. */
export interface SignUpDecision {
  readonly name: string;
  readonly password: string;
}

/** The outcome for a person who comes from a provider. */
export type ProvidedOutcome =
  | { readonly outcome: 'signed-in'; readonly session: Session }
  /** The address, verified by the provider, belongs to an account that this person isn't connected to. */
  | { readonly outcome: 'known-address' }
  /** The provider vouches for no address: the person signs up by mail first. */
  | { readonly outcome: 'address-needed' };

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

/**
 * Who signs in to the portal, by email address and password or by a provider (docs/accounts.md#sign-in). An
 * identity belongs to one account. Accounts made elsewhere get their first password by `resetPassword`. A provider's
 * user enters only the account that was made for them or that its owner connected: an address alone, which may have
 * changed hands, opens no account.
 *
 * Anyone may start a sign-up for any address. So nothing that the initiator says enters the account: the token of the
 * mail proves the mailbox, and whoever holds it chooses name and password.
 *
 * Tokens are secrets for mails and cookies. Each works once and for a limited time; the store holds only hashes. What
 * this port returns reveals whether an address is known: callers must not show it.
 */
export interface Identity {
  /** A token for the mail; earlier ones stay valid. Null if the address belongs to an account. */
  signUp(email: string): Promise<string | null>;
  /** Null if the token is wrong, used or too old, or the address has an account by now. Changes nothing. */
  findSignUp(token: string): Promise<PendingSignUp | null>;
  /** Creates the account, ends every other sign-up of the address, and signs in. Null if `findSignUp` finds nothing. */
  completeSignUp(token: string, decision: SignUpDecision, from: Origin): Promise<Session | null>;
  signIn(email: string, password: string, from: Origin): Promise<SignInOutcome>;
  /** Whether the account can be entered with a password; one that a provider opened has none at first. */
  hasPassword(accountId: number): Promise<boolean>;
  /** Whether this is the account's password; false if it has none. Takes the same time either way. */
  isPassword(accountId: number, password: string): Promise<boolean>;
  /** Whether the account of an address has a session that was started from this caller. */
  isKnownCaller(email: string, caller: string): Promise<boolean>;
  /** Signs in a connected person; creates an account for a new person whose address the provider verified. */
  signInByProvider(person: ProvidedPerson, from: Origin): Promise<ProvidedOutcome>;
  /** From now on this user of the provider, and no other, signs in to this account. */
  connect(accountId: number, person: ProviderSubject): Promise<ConnectOutcome>;
  disconnect(accountId: number, provider: string): Promise<void>;
  /** In alphabetical order. */
  findConnections(accountId: number): Promise<readonly Connection[]>;
  /** Signs in an account's owner, whom the caller has fully identified. */
  startSession(accountId: number, from: Origin): Promise<Session>;
  /** The account of a session's token, or null. Its use is recorded, to within five minutes. */
  findSession(token: string): Promise<number | null>;
  /** The sessions of an account, last used first. */
  listSessions(accountId: number): Promise<readonly SessionInfo[]>;
  /** The public id of a token's session. */
  sessionId(token: string): string;
  /** Ends one session of an account; false if it is already over. */
  endSession(accountId: number, sessionId: string): Promise<boolean>;
  signOut(token: string): Promise<void>;
  signOutEverywhere(accountId: number): Promise<void>;
  /** A token for the mail; earlier ones stay valid. Null if no account has the address. */
  startReset(email: string): Promise<string | null>;
  /**
   * Sets the password, ends every session and disconnects every provider, which revokes anyone who gained access
   * through a linked provider. Returns the account's address; null when the token is wrong, used or too old.
   */
  resetPassword(token: string, password: string): Promise<string | null>;
  /** The owner's new name for the account, of 1 to 100 characters. */
  rename(accountId: number, name: string): Promise<void>;
  /**
   * A token for the mail to the new address; earlier ones stay valid, and nothing else changes. Null if an account,
   * including this one, has the address.
   */
  startAddressChange(accountId: number, email: string): Promise<string | null>;
  /**
   * The address of a token. Null if the token is wrong, used, too old or of another account, or an account has the
   * address by now. Changes nothing.
   */
  findAddressChange(accountId: number, token: string): Promise<string | null>;
  /**
   * Makes that address the account's and returns it. Sessions and connected providers stay; other address changes and
   * resets, whose links went elsewhere, end. Null if `findAddressChange` finds nothing.
   */
  completeAddressChange(accountId: number, token: string): Promise<string | null>;
  /** Deletes expired sign-ups, resets, address changes and sessions. */
  deleteExpired(): Promise<void>;
}
