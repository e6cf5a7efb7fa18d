import { type CatalogStore, isPublic, type StoredItem } from '../../catalog/catalog-store.ts';
import { isWithin } from '../../catalog/item.ts';
import { type Clock, type KstDay, kstDayOf } from '../../clock.ts';
import { DATED_KINDS, type DatedKind, type DatedPeriod, type Edition, type ListCell } from '../edition.ts';
import type { RankingStore } from './ranking-store.ts';

/** One entry of an item list. */
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
 * A list without the items that were withheld or removed since it was published, and without the deals that ended
 * since: they disappear with the next response, and those below them move up (docs/lists.md#visible-items).
 */
export async function readVisibleList(edition: Edition, cell: ListCell, stores: Stores) {
  const { catalog, rankings } = stores;
  const list = await rankings.readList(edition, cell);
  const visible =
    edition.kind === 'deal' ? await areInDeal(list.itemIds, stores) : await catalog.areVisible(list.itemIds);
  const ranks = list.itemIds.map((_, rank) => rank).filter((rank) => visible[rank]);
  return {
    totalCount: ranks.length,
    /** The entries from a 0-based offset on. */
    async entries(offset: number, count: number): Promise<readonly ItemEntry[]> {
      const shown = ranks.slice(offset, offset + count);
      const items = await catalog.findItems(shown.map((rank) => list.itemIds[rank] ?? 0));
      return items.flatMap((item, index) => {
        if (item === null) return [];
        return [{ item, sortOrder: offset + index + 1, upDown: list.upDowns[shown[index] ?? 0] ?? null }];
      });
    },
  };
}

/** For each item number, whether it may be shown and whether its deal lasts today. */
async function areInDeal(
  itemIds: readonly number[],
  { catalog, clock }: Stores,
): Promise<readonly boolean[]> {
  const today = kstDayOf(clock.nowMs());
  const items = await catalog.findItems(itemIds);
  return items.map((item) => isPublic(item) && item.deal !== null && isWithin(item.deal, today));
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
