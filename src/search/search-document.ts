import type { Item } from '../catalog/item.ts';
import { indexTokens, textKey } from './tokenise.ts';

/** What an index keeps of an item: opaque tokens by field, and the key that exact titles are recognised by. */
export interface SearchDocument {
  /** Of title, subtitle and original title. */
  readonly title: readonly string[];
  readonly contributor: readonly string[];
  readonly publisher: readonly string[];
  readonly series: readonly string[];
  /** The main title alone, without blanks, punctuation, case and width. */
  readonly titleKey: string;
}

/** The searchable side of an item (decisions 4, fields). */
export function searchDocument(item: Item): SearchDocument {
  return {
    title: [item.title, item.subTitle, item.originalTitle ?? ''].flatMap(indexTokens),
    contributor: item.contributors.flatMap((contributor) => indexTokens(contributor.author)),
    publisher: indexTokens(item.publisher),
    series: item.series.flatMap((one) => indexTokens(one.seriesName)),
    titleKey: textKey(item.title),
  };
}
