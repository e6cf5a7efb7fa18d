import { type CatalogStore, isPublic, type StoredItem } from '../catalog/catalog-store.ts';
import { isWithin } from '../catalog/item.ts';
import { type Clock, kstDayOf } from '../clock.ts';
import type { Edition, ListCell, RankingStore } from './ranking-store.ts';

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
