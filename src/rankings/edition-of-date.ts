import { type Clock, type KstDay, kstDayOf, kstMonthOfDay } from '../clock.ts';
import type { Edition, RankingStore } from './ranking-store.ts';

/** The month of a monthly list or the day of a daily one. */
export interface DatedPeriod {
  readonly kind: 'monthly' | 'daily';
  readonly period: number;
}

/**
 * The list of a date's day or month; without a date, yesterday's, because today isn't tallied yet
 * (docs/api.md#parameters); from midnight until the night's tally is published, the last list stands in
 * for it (docs/lists.md#when-lists-appear). `edition` is null if there is none; `dated` is what the date selects.
 */
export async function findEditionOfDate(
  kind: DatedPeriod['kind'],
  date: KstDay | null,
  { rankings, clock }: { readonly rankings: RankingStore; readonly clock: Clock },
): Promise<{ readonly edition: Edition | null; readonly dated: DatedPeriod }> {
  const yesterday = kstDayOf(clock.nowMs()) - 1;
  const day = date ?? yesterday;
  const dated = { kind, period: kind === 'monthly' ? kstMonthOfDay(day) : day };
  const edition = await rankings.findEdition(kind, dated.period);
  // A caller who names yesterday's month means the same as one who names no month.
  const isYesterdaysMonth = kind === 'monthly' && dated.period === kstMonthOfDay(yesterday);
  if (edition !== null || !(date === null || isYesterdaysMonth)) return { edition, dated };
  // Every tally publishes an overall list, so that list shows how far the last tally counted.
  const tallied = await rankings.findLatestEdition('overall');
  if (tallied !== null && tallied.untilDay >= yesterday) return { edition, dated };
  return { edition: await rankings.findLatestEdition(kind), dated };
}
