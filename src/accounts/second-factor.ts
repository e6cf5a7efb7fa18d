/** What an account's owner needs to set up an authenticator app. */
export interface SecondFactorSetUp {
  /** Base32; shown until it is confirmed by a first code. */
  readonly secret: string;
}

/** Whether sign-in requires a second factor, and how many recovery codes are left. */
export interface SecondFactorState {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

/** Recovery codes that an account has at a time. */
export const RECOVERY_CODES = 10;

/**
 * The second factor of accounts: one-time codes of an app, and recovery codes for when the app is lost
 * (docs/accounts.md#sign-in). The store holds secrets encrypted and recovery codes as hashes. Each code is
 * accepted once.
 */
export interface SecondFactor {
  find(accountId: number): Promise<SecondFactorState>;
  /** A new secret in place of one that was never confirmed; null if the second factor is on. */
  begin(accountId: number): Promise<SecondFactorSetUp | null>;
  /** Turns it on. Returns the recovery codes, shown this once; null if the code is wrong or nothing was begun. */
  confirm(accountId: number, code: string): Promise<readonly string[] | null>;
  /** Whether a code of the app or a recovery code is right. False if the second factor is off. */
  verify(accountId: number, code: string): Promise<boolean>;
  /** New recovery codes in place of all old ones, shown this once. The caller has verified the owner. */
  renewRecoveryCodes(accountId: number): Promise<readonly string[]>;
  /** Turns it off. The caller has verified the owner, or is an operator on the command line. */
  end(accountId: number): Promise<void>;
}
