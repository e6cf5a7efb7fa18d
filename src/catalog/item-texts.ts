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

/** Whether two versions of an item have equal searchable texts. */
export function haveSameTexts(one: Item, other: Item): boolean {
  return JSON.stringify(textsOf(one)) === JSON.stringify(textsOf(other));
}

/** The searchable texts of a stored document. */
export function textsOfData(data: unknown) {
  const item: Item = JSON.parse(String(data));
  return textsOf(item);
}
