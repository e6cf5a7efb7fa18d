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

/** How long a session lasts after signing in. */
export const SESSION_MS = 14 * 86_400_000;
/** How long the link in a verification mail works. */
export const VERIFICATION_MS = 24 * 3_600_000;
/** How long the link in a reset mail works. */
export const RESET_MS = 3_600_000;

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

/**
 * Who signs in to the portal, by e-mail address and password (decisions 5). An identity belongs to one account; the
 * account is made when the address is proven. Accounts made elsewhere get their first password by `resetPassword`.
 *
 * Tokens are secrets for mails and cookies. Each works once and for a limited time; the store holds only hashes.
 * What this port returns tells whether an address is known: callers must not let that show.
 */
export interface Identity {
  /** Keeps a sign-up until it is verified. The token for the mail, or null when the address belongs to an account. */
  signUp(person: NewPerson): Promise<string | null>;
  /** A new token for the last sign-up of an address, in place of the old one; null when none waits. */
  renewVerification(email: string): Promise<string | null>;
  /** Makes the account and signs in. Null when the token is wrong, used or too old, or the address has an account by now. */
  verify(token: string): Promise<Session | null>;
  signIn(email: string, password: string): Promise<SignInOutcome>;
  /** The account that a session's token stands for, or null. */
  findSession(token: string): Promise<number | null>;
  signOut(token: string): Promise<void>;
  signOutEverywhere(accountId: number): Promise<void>;
  /** A token for the mail, or null when no account has the address. */
  startReset(email: string): Promise<string | null>;
  /** Sets the password and ends every session. False when the token is wrong, used or too old. */
  resetPassword(token: string, password: string): Promise<boolean>;
  /** Deletes sign-ups, resets and sessions that are over. */
  deleteExpired(): Promise<void>;
}
