import { type Clock, type KstDay, kstDayOf } from '../clock.ts';
import { DATED_KINDS, type DatedKind, type DatedPeriod } from './dated-period.ts';
import type { Edition, RankingStore } from './ranking-store.ts';

/**
 * The list of a date's month, week or day; without a date, yesterday's, because today isn't tallied yet
 * (docs/api.md#parameters); from midnight until the night's tally is published, the last list stands in
 * for it (docs/lists.md#when-lists-appear). `edition` is null if there is none; `dated` is what the date selects.
 */
export async function findEditionOfDate(
  kind: DatedKind,
  date: KstDay | null,
  { rankings, clock }: { readonly rankings: RankingStore; readonly clock: Clock },
): Promise<{ readonly edition: Edition | null; readonly dated: DatedPeriod }> {
  const { ofDay } = DATED_KINDS[kind];
  const yesterday = kstDayOf(clock.nowMs()) - 1;
  const dated = { kind, period: ofDay(date ?? yesterday) };
  const edition = await rankings.findEdition(kind, dated.period);
  // A caller who names yesterday's month or week means the same as one who names none.
  const isYesterdays = kind !== 'daily' && dated.period === ofDay(yesterday);
  if (edition !== null || !(date === null || isYesterdays)) return { edition, dated };
  // Every tally publishes an overall list, so that list shows how far the last tally counted.
  const tallied = await rankings.findLatestEdition('overall');
  if (tallied !== null && tallied.untilDay >= yesterday) return { edition, dated };
  return { edition: await rankings.findLatestEdition(kind), dated };
}
