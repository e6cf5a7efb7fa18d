import type { PublishedCell } from '../../src/rankings/ranked-lists.ts';
import type { BareLists, BareShop } from './reference.ts';
import { itemIdOf } from './shop.ts';

/** Lists by sex and age of one category. */
export const CELLS = 21;

/** A number that two sets of lists share only when every list of every category and cell is the same. */
export class ListChecksum {
  entries = 0;
  sum = 0;

  add(cell: number, categoryId: string, itemIds: ArrayLike<number> & Iterable<number>): void {
    if (itemIds.length === 0) return;
    let hash = 0x811c9dc5 ^ cell;
    for (let at = 0; at < categoryId.length; at++)
      hash = Math.imul(hash ^ categoryId.charCodeAt(at), 0x1000193);
    for (const itemId of itemIds) hash = Math.imul(hash ^ itemId, 0x1000193) ^ (hash >>> 15);
    this.entries += itemIds.length;
    this.sum += hash >>> 0;
  }

  toString(): string {
    return `${this.entries} entries, ${this.sum}`;
  }
}

export function checksumOfLists(readCell: (cell: number) => PublishedCell): string {
  const checksum = new ListChecksum();
  for (let cell = 0; cell < CELLS; cell++) {
    for (const [categoryId, itemIds] of readCell(cell)) checksum.add(cell, categoryId, itemIds);
  }
  return checksum.toString();
}

export function checksumOfBare(shop: BareShop, lists: readonly BareLists[]): string {
  const checksum = new ListChecksum();
  for (const [cell, { start, places }] of lists.entries()) {
    for (const [category, categoryId] of shop.categoryIds.entries()) {
      const listed = places.subarray(start[category], start[category + 1]);
      checksum.add(
        cell,
        categoryId,
        Array.from(listed, (place) => itemIdOf(shop.items[place] ?? 0)),
      );
    }
  }
  return checksum.toString();
}
