import type { Item } from '../catalog/item.ts';

/** The searchable texts of an item, field by field (docs/search.md#matching). */
export interface SearchTexts {
  readonly title: string;
  readonly subTitle: string;
  readonly originalTitle: string;
  readonly contributors: readonly string[];
  readonly publisher: string;
  readonly series: readonly string[];
}

/** Each of them, field by field. */
export function allTexts(texts: SearchTexts): string[] {
  const { title, subTitle, originalTitle, contributors, publisher, series } = texts;
  return [title, subTitle, originalTitle, publisher, ...series, ...contributors];
}

export function textsOf(item: Item): SearchTexts {
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
export function textsOfData(data: unknown): SearchTexts {
  const item: Item = JSON.parse(String(data));
  return textsOf(item);
}
