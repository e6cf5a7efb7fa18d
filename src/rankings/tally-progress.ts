import type { KstDay } from '../clock.ts';
import { kstDayOf, kstDayStartMs } from '../clock.ts';

/** How far the ledger has been counted. */
export interface TallyProgress {
  /** Grows with every transaction that added to the ledger; 0 = nothing was ever sold. */
  readonly ledgerRevision: number;
  /** The last run that ended well; null before the first. */
  readonly tallied: {
    readonly untilDay: KstDay;
    readonly talliedAtMs: number;
    readonly ledgerRevision: number;
  } | null;
}

/** The nightly tally of the day before begins half an hour after midnight (decisions 3, when). */
const NIGHTLY_AFTER_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

/**
 * The day up to which lists should be counted now, or null when they are up to date. They are not when the
 * nightly tally has come round since the last run, or was missed while nothing ran, or when the ledger grew.
 */
export function findDueTally(progress: TallyProgress, nowMs: number): KstDay | null {
  const { ledgerRevision, tallied } = progress;
  if (ledgerRevision === 0) return null;
  const nightlyMs = kstDayStartMs(kstDayOf(nowMs - NIGHTLY_AFTER_MS)) + NIGHTLY_AFTER_MS;
  const dueDay = kstDayOf(nightlyMs - DAY_MS);
  if (tallied === null || tallied.untilDay < dueDay || tallied.talliedAtMs < nightlyMs) return dueDay;
  // An operator may have counted further than the schedule would have; that is not taken back before night.
  return tallied.ledgerRevision === ledgerRevision ? null : Math.max(dueDay, tallied.untilDay);
}
