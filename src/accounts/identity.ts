import type { ProvidedPerson, Provider, ProviderSubject } from './sign-in-provider.ts';

/** What a person gives to sign up. */
export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** A person who is signed in. */
export interface Session {
  /** Secret: belongs into the person's cookie and nowhere else. */
  readonly token: string;
  readonly accountId: number;
}

export type SignInOutcome =
  | { readonly outcome: 'signed-in'; readonly session: Session }
  /** The password is right, but the address is not proven yet. */
  | { readonly outcome: 'not-verified' }
  /** Address or password is wrong: not told apart, nor by the time it takes. */
  | { readonly outcome: 'wrong' };

/** A sign-up that is to be proven by a new token. */
export interface Renewal {
  readonly token: string;
  /** By which the account will be entered; null = by a password. */
  readonly provider: Provider | null;
}

/** What becomes of a person whom a provider sends. */
export type ProvidedOutcome =
  | { readonly outcome: 'signed-in'; readonly session: Session }
  /** The address, which the provider has proven, belongs to an account that this person is not connected with. */
  | { readonly outcome: 'known-address' }
  /** An address has to be proven by mail first. */
  | { readonly outcome: 'address-needed' };

/** `elsewhere`: the person enters another account, and goes on doing so. */
export type ConnectOutcome = 'connected' | 'was-connected' | 'elsewhere';

/** A provider by which the owner of an account signs in. */
export interface Connection {
  readonly provider: Provider;
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
 * Who signs in to the portal, by e-mail address and password or by a provider (docs/rules/accounts.md#sign-in). An
 * identity belongs to one account; the account is made when the address is proven. Accounts made elsewhere get their
 * first password by `resetPassword`. A provider's person enters only the account that was made for them, or that its
 * owner has connected: an address alone, which may have changed hands, opens no account.
 *
 * Tokens are secrets for mails and cookies. Each works once and for a limited time; the store holds only hashes.
 * What this port returns tells whether an address is known: callers must not let that show.
 */
export interface Identity {
  /** Keeps a sign-up until it is verified. The token for the mail, or null when the address belongs to an account. */
  signUp(person: NewPerson): Promise<string | null>;
  /** A new token for the last sign-up of an address, in place of the old one; null when none waits. */
  renewVerification(email: string): Promise<Renewal | null>;
  /** Makes the account and signs in. Null when the token is wrong, used or too old, or the address has an account by now. */
  verify(token: string): Promise<Session | null>;
  signIn(email: string, password: string): Promise<SignInOutcome>;
  /** Signs in whoever is connected; makes the account of a new person whose address the provider has proven. */
  signInByProvider(person: ProvidedPerson): Promise<ProvidedOutcome>;
  /** As `signUp`, for a person without a password whose provider has proven no address. */
  signUpByProvider(person: ProviderSubject, email: string, name: string): Promise<string | null>;
  /** From now on the person enters this account, and no other person of the provider does. */
  connect(accountId: number, person: ProviderSubject): Promise<ConnectOutcome>;
  disconnect(accountId: number, provider: Provider): Promise<void>;
  /** In the order of PROVIDERS. */
  findConnections(accountId: number): Promise<readonly Connection[]>;
  /** The account that a session's token stands for, or null. */
  findSession(token: string): Promise<number | null>;
  signOut(token: string): Promise<void>;
  signOutEverywhere(accountId: number): Promise<void>;
  /** A token for the mail, or null when no account has the address. */
  startReset(email: string): Promise<string | null>;
  /**
   * Sets the password, ends every session and lets go of every provider: whoever has come in by another's hand is out,
   * and nobody but the holder of the mailbox is in. False when the token is wrong, used or too old.
   */
  resetPassword(token: string, password: string): Promise<boolean>;
  /** Deletes sign-ups, resets and sessions that are over. */
  deleteExpired(): Promise<void>;
}
