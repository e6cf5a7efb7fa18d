import { parseFragment } from '../catalog/fragment.ts';
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
  const { title, subTitle, originalTitle, author, publisher, series } = parseFragment(template);
  return {
    title,
    subTitle,
    originalTitle: originalTitle ?? '',
    contributors: author.split(', '),
    publisher,
    series: series.map(({ seriesName }) => seriesName),
  };
}

/** The texts of a stored item: encoded, or of its fragment where they were not kept apart. */
export function storedTexts(encoded: unknown, fragment: unknown): SearchTexts {
  return fragment instanceof Uint8Array
    ? textsOfFragment(Buffer.from(fragment))
    : decodeTexts(String(encoded));
}
