import type { Item } from '../../src/catalog/item.ts';
import { anItem } from '../contracts/catalog/catalog-records.ts';

/** An item in which search finds nothing but what it is given. */
export function searchItem(itemId: number, about: Partial<Omit<Item, 'itemId'>>): Item {
  return anItem(itemId, {
    title: `제목 ${itemId}`,
    contributors: [],
    publisher: '',
    publishDate: '',
    shopPrice: 0,
    salePrice: 0,
    registeredAtMs: 0,
    ...about,
  });
}
