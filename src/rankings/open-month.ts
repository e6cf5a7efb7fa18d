import { type KstDay, type KstMonth, kstDayStartMs, kstMonthFirstDay } from '../clock.ts';

const CLOSING_DAY = 5;
const CLOSING_HOUR_MS = 4 * 3_600_000;

/**
 * The instant (Unix milliseconds) from which a month is closed: whatever is received about its sales from then on is
 * late (docs/lists.md#open-months).
 */
export function monthClosesAtMs(month: KstMonth): number {
  return kstDayStartMs(kstMonthFirstDay(month + 1) + CLOSING_DAY - 1) + CLOSING_HOUR_MS;
}

/** What a month's edition in force was counted from. */
export interface CountedFrom {
  readonly untilDay: KstDay;
  readonly ledgerRevision: number;
}

/**
 * Whether a run must count a month in which something was sold: it is open, or has no list yet, or its list lacks
 * something that was received in time or the last days of the month. A closed month with a complete list stays as it
 * is.
 */
export function isMonthDue(
  month: KstMonth,
  counted: CountedFrom | null,
  now: { readonly nowMs: number; readonly untilDay: KstDay; readonly ledgerRevision: number },
): boolean {
  if (kstMonthFirstDay(month) > now.untilDay) return false;
  if (counted === null || now.nowMs < monthClosesAtMs(month)) return true;
  const lastDay = kstMonthFirstDay(month + 1) - 1;
  return counted.ledgerRevision < now.ledgerRevision || counted.untilDay < Math.min(lastDay, now.untilDay);
}
