import { parseFragment } from '../../../catalog/fragment.ts';
import { CATALOGS, type Item } from '../../../catalog/item.ts';
import { decodeTexts } from '../../../search/search-texts.ts';
import { columnsOf, fragmentOf, type KnownItem, overridesOf } from './item-writer.ts';

/**
 * An item as its feed gave it, from what the store keeps of it. `texts` are the encoded words of the search; null for items
 * of early versions, whose contributors are then taken from the line of their names.
 */
export function itemOfStored({ row, fed }: KnownItem, texts: string | null): Item {
  const columns = columnsOf(row);
  const { author, ...fields } = parseFragment(fragmentOf(row));
  const roles: readonly (readonly [number | null, string])[] = JSON.parse(columns.contributors);
  const names = texts === null ? author.split(', ') : decodeTexts(texts).contributors;
  const isWhole = names.length === roles.length;
  return {
    ...fields,
    ...(fed ?? overridesOf(row)),
    catalog: CATALOGS[columns.catalog] ?? 'BOOK',
    salePrice: columns.salePrice,
    registeredAtMs: columns.registeredAtMs,
    categoryIds: JSON.parse(columns.categoryIds),
    contributors: roles.map(([authorId, authorType], at) => ({
      authorId,
      author: (isWhole ? names[at] : at === 0 ? author : '') ?? '',
      authorType,
    })),
  };
}
