import type { PublishedCell } from '../../src/rankings/ranked-lists.ts';
import { type BareLists, type BareShop, SEGMENTS } from './reference.ts';
import { itemIdOf } from './shop.ts';

/** A number that two sets of lists share only when every list of every category and cell is the same. */
export async function checksumOfLists(
  readCell: (cell: number) => PublishedCell | Promise<PublishedCell>,
): Promise<string> {
  let [entries, sum] = [0, 0];
  for (let cell = 0; cell < SEGMENTS; cell++) {
    for (const [categoryId, itemIds] of await readCell(cell)) {
      if (itemIds.length === 0) continue;
      let hash = 0x811c9dc5 ^ cell;
      for (let at = 0; at < categoryId.length; at++)
        hash = Math.imul(hash ^ categoryId.charCodeAt(at), 0x1000193);
      for (const itemId of itemIds) hash = Math.imul(hash ^ itemId, 0x1000193) ^ (hash >>> 15);
      entries += itemIds.length;
      sum += hash >>> 0;
    }
  }
  return `${entries} entries, ${sum}`;
}

export function checksumOfBare(shop: BareShop, lists: readonly BareLists[]): Promise<string> {
  return checksumOfLists((cell) => {
    const { start, places } = lists[cell] ?? { start: [], places: new Int32Array() };
    return new Map(
      shop.categoryIds.map((categoryId, category) => {
        const listed = places.subarray(start[category], start[category + 1]);
        return [categoryId, Float64Array.from(listed, (place) => itemIdOf(shop.items[place] ?? 0))];
      }),
    );
  });
}
