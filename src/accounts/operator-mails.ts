import type { Role } from './roles.ts';

/** Who of the operators wants mail, and what was mailed (docs/rules/accounts.md#mail-to-operators). */
export interface OperatorMails {
  /** Operators want them until they say otherwise. */
  areWanted(accountId: number): Promise<boolean>;
  setWanted(accountId: number, wanted: boolean): Promise<void>;
  /** Addresses of the operators with one of these roles who want mail; nobody who is suspended. */
  listAddresses(roles: readonly Role[]): Promise<readonly string[]>;
  /**
   * Takes the mail about what happened at a time (Unix ms): true for one caller of all instances. False where a mail about the
   * cause went out since then, or in the last six hours; ask again later.
   */
  take(cause: string, happenedAtMs: number, nowMs: number): Promise<boolean>;
}
