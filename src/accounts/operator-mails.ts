import type { Role } from './roles.ts';

/** Which operators want mail, and what was mailed (docs/accounts.md#mail-to-operators). */
export interface OperatorMails {
  /** Operators want them until they say otherwise. */
  areWanted(accountId: number): Promise<boolean>;
  setWanted(accountId: number, wanted: boolean): Promise<void>;
  /** Addresses of the operators with one of these roles who want mail and aren't suspended. */
  listAddresses(roles: readonly Role[]): Promise<readonly string[]>;
  /**
   * Claims the mail about what happened at a time (Unix ms): true for one caller of all instances. False if a mail
   * about the cause was sent since then, or within the last six hours; ask again later.
   */
  take(cause: string, happenedAtMs: number, nowMs: number): Promise<boolean>;
}
