import type { KstDay } from '../clock.ts';

/** Share of a day's quota, in percent, at which its account gets a mail. */
export type QuotaMailPercent = 80 | 100;

/** Who wants mails about the daily quota, and which were sent (docs/accounts.md#mail). */
export interface QuotaMails {
  /** Accounts want them until they say otherwise. */
  areWanted(accountId: number): Promise<boolean>;
  setWanted(accountId: number, wanted: boolean): Promise<void>;
  /**
   * Claims a day's mail: true for one caller of all instances, false for later ones and for accounts that want none or
   * are closed. Claiming the mail at 100 % also claims the one at 80 %.
   */
  take(accountId: number, day: KstDay, percent: QuotaMailPercent): Promise<boolean>;
}
