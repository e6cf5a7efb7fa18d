import type { Edition, ListCell } from '../rankings/ranking-store.ts';
import type { ItemEntry } from './item.ts';
import type { Services } from './services.ts';

/** A published list as it may be shown now. */
export interface VisibleList {
  readonly totalCount: number;
  /** The entries from a 0-based offset on. */
  entries(offset: number, count: number): Promise<readonly ItemEntry[]>;
}

/**
 * A list without the items that were withheld or removed since it was published: they are gone from the next
 * answer on, and those behind them move up (decisions 3).
 */
export async function listEntries(
  edition: Edition,
  cell: ListCell,
  services: Services,
): Promise<VisibleList> {
  const list = await services.rankings.readList(edition, cell);
  const visible = await services.catalog.areVisible(list.itemIds);
  const ranks = list.itemIds.map((_, rank) => rank).filter((rank) => visible[rank]);
  return {
    totalCount: ranks.length,
    async entries(offset, count) {
      const shown = ranks.slice(offset, offset + count);
      const items = await services.catalog.findItems(shown.map((rank) => list.itemIds[rank] ?? 0));
      return items.flatMap((item, index) => {
        if (item === null) return [];
        return [{ item, sortOrder: offset + index + 1, upDown: list.upDowns[shown[index] ?? 0] ?? null }];
      });
    },
  };
}
