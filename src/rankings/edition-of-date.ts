import { type Clock, type KstDay, kstDayOf, kstMonthOfDay } from '../clock.ts';
import type { Edition, RankingStore } from './ranking-store.ts';

/** The month of a monthly list or the day of a daily one. */
export interface DatedPeriod {
  readonly kind: 'monthly' | 'daily';
  readonly period: number;
}

/** What a date selects; without one, yesterday's month or day. */
export function periodOfDate(kind: DatedPeriod['kind'], date: KstDay | null, clock: Clock): DatedPeriod {
  const day = date ?? kstDayOf(clock.nowMs()) - 1;
  return { kind, period: kind === 'monthly' ? kstMonthOfDay(day) : day };
}

/**
 * The list of a date's day or month; without a date, yesterday's, because today isn't tallied yet
 * (docs/api.md#parameters); from midnight until the night's tally is published, the last list stands in
 * for it (docs/lists.md#when-lists-appear). Null if there is none.
 */
export async function findEditionOfDate(
  kind: 'monthly' | 'daily',
  date: KstDay | null,
  { rankings, clock }: { readonly rankings: RankingStore; readonly clock: Clock },
): Promise<Edition | null> {
  const yesterday = kstDayOf(clock.nowMs()) - 1;
  const { period } = periodOfDate(kind, date, clock);
  const edition = await rankings.findEdition(kind, period);
  // A caller who names yesterday's month means the same as one who names no month.
  const isYesterdaysMonth = kind === 'monthly' && period === kstMonthOfDay(yesterday);
  if (edition !== null || !(date === null || isYesterdaysMonth)) return edition;
  // Every tally publishes an overall list, so that list shows how far the last tally counted.
  const tallied = await rankings.findLatestEdition('overall');
  return tallied !== null && tallied.untilDay >= yesterday ? null : rankings.findLatestEdition(kind);
}
