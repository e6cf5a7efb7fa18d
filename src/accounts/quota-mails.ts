import type { KstDay } from '../clock.ts';

/** Part of a day's quota, in percent, at which its account gets a mail. */
export type QuotaMailPercent = 80 | 100;

/** Who wants mails about the daily quota, and which of them went out (docs/rules/accounts.md#mail). */
export interface QuotaMails {
  /** Accounts want them until they say otherwise. */
  areWanted(accountId: number): Promise<boolean>;
  setWanted(accountId: number, wanted: boolean): Promise<void>;
  /**
   * Takes the mail of a day: true for one caller of all instances, false for later ones and for accounts that want none
   * or are closed. Once the mail at 100 % is taken, that at 80 % is, too.
   */
  take(accountId: number, day: KstDay, percent: QuotaMailPercent): Promise<boolean>;
}
