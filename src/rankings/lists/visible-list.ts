import { type CatalogStore, isPublic, type StoredItem } from '../../catalog/catalog-store.ts';
import { type Clock, type KstDay, kstDayOf } from '../../clock.ts';
import { DATED_KINDS, type DatedKind, type DatedPeriod, type Edition, type ListCell } from '../edition.ts';
import type { RankingStore } from './ranking-store.ts';

export interface ItemEntry {
  readonly item: StoredItem;
  /** 1-based position in the whole list. */
  readonly sortOrder: number;
  /** Null without a ranking or a previous rank. */
  readonly upDown: number | null;
}

interface Stores {
  readonly catalog: CatalogStore;
  readonly rankings: RankingStore;
  readonly clock: Clock;
}

/**
 * Entries of a list from a 0-based offset on, without items that were withheld or removed, and deals that ended, since it was
 * published: they disappear with the next response, and those below them move up (docs/lists.md#visible-items).
 */
export async function readVisibleList(
  edition: Edition,
  cell: ListCell,
  { catalog, rankings, clock }: Stores,
  [offset, count]: readonly [offset: number, count: number],
): Promise<{ readonly totalCount: number; readonly entries: readonly ItemEntry[] }> {
  const leftOut = await catalog.leftOut(edition.kind === 'deal' ? kstDayOf(clock.nowMs()) : null);
  const { totalCount, itemIds, upDowns } = await rankings.readList(edition, cell, leftOut, offset, count);
  const items = await catalog.findItems(itemIds);
  const entries = items.flatMap((item, at) =>
    isPublic(item) ? [{ item, sortOrder: offset + at + 1, upDown: upDowns[at] ?? null }] : [],
  );
  return { totalCount, entries };
}

/**
 * The list of the month, week or day that contains a date; without a date, yesterday's, because today isn't tallied yet
 * (docs/api.md#parameters). From midnight until the nightly tally is published, the previous list is used
 * (docs/lists.md#when-lists-appear). `edition` is null if there is none; `dated` is the selected period.
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
  // Naming yesterday's month or week is equal to naming no date.
  const isYesterdays = kind !== 'daily' && dated.period === ofDay(yesterday);
  if (edition !== null || !(date === null || isYesterdays)) return { edition, dated };
  // Every tally publishes an overall list, which therefore shows how far the last tally counted.
  const tallied = await rankings.findLatestEdition('overall');
  if (tallied !== null && tallied.untilDay >= yesterday) return { edition, dated };
  return { edition: await rankings.findLatestEdition(kind), dated };
}
