import type { Item } from './item.ts';

/** The texts by which search finds an item, field by field (docs/search.md#matching). */
export function textsOf(item: Item) {
  return {
    title: item.title,
    subTitle: item.subTitle,
    originalTitle: item.originalTitle ?? '',
    contributors: item.contributors.map(({ author }) => author),
    publisher: item.publisher,
    series: item.series.map(({ seriesName }) => seriesName),
  };
}

/** Whether search finds both items by the same words. */
export function haveSameTexts(one: Item, other: Item): boolean {
  return JSON.stringify(textsOf(one)) === JSON.stringify(textsOf(other));
}

/** The texts of an item's document in the store. */
export function textsOfData(data: unknown) {
  const item: Item = JSON.parse(String(data));
  return textsOf(item);
}
