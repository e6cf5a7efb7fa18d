import { bindFragment, fragmentToObject } from '../catalog/fragment.ts';
import type { Item } from '../catalog/item.ts';

/** The searchable texts of an item, field by field (docs/rules/search.md#matching). */
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

/** The texts as one string, for the store. */
export function encodeTexts(texts: SearchTexts): string {
  const { title, subTitle, originalTitle, contributors, publisher, series } = texts;
  return JSON.stringify([title, subTitle, originalTitle, contributors, publisher, series]);
}

export function decodeTexts(encoded: string): SearchTexts {
  const [title, subTitle, originalTitle, contributors, publisher, series]: [
    string,
    string,
    string,
    string[],
    string,
    string[],
  ] = JSON.parse(encoded);
  return { title, subTitle, originalTitle, contributors, publisher, series };
}

/** The texts of an item that was stored before they were kept apart: its contributors are one text there. */
export function textsOfFragment(template: Buffer): SearchTexts {
  const bound = bindFragment(template, {
    baseUrl: '',
    link: () => '',
    mobileLink: () => '',
    goodsSortNm: '',
  });
  const item = fragmentToObject(bound, {
    sortOrder: 0,
    salePrice: 0,
    addOnLink: '',
    upDown: null,
    salePoint: null,
    withSides: false,
    withDetail: true,
  });
  return {
    title: item.title,
    subTitle: item.subTitle ?? '',
    originalTitle: item.originalTitle ?? '',
    contributors: item.author.split(', '),
    publisher: item.publisher,
    series: (item.series ?? []).map(({ seriesName }) => seriesName),
  };
}
