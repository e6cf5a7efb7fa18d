import { type CatalogStore, isPublic, type StoredItem } from '../../catalog/catalog-store.ts';
import { type Clock, type KstDay, kstDayOf } from '../../clock.ts';
import { DATED_KINDS, type DatedKind, type DatedPeriod, type Edition, type ListCell } from '../edition.ts';
import type { RankingStore } from './ranking-store.ts';

export interface ItemEntry {
  readonly item: StoredItem;
  /** 1-based position in the whole list. */
  readonly sortOrder: number;
  /** Null where there is no ranking or no preceding rank. */
  readonly upDown: number | null;
}

interface Stores {
  readonly catalog: CatalogStore;
  readonly rankings: RankingStore;
  readonly clock: Clock;
}

/**
 * Entries of a list from a 0-based offset on, without the items that were withheld or removed since it was published, and without
 * the deals that ended since: they disappear with the next response, and those below them move up (docs/lists.md#visible-items).
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
