import type { SearchTexts } from './search-texts.ts';
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

/** The tokens of an item's texts (docs/rules/search.md#matching). */
export function searchDocument(texts: SearchTexts): SearchDocument {
  return {
    title: [texts.title, texts.subTitle, texts.originalTitle].flatMap(indexTokens),
    contributor: texts.contributors.flatMap(indexTokens),
    publisher: indexTokens(texts.publisher),
    series: texts.series.flatMap(indexTokens),
    titleKey: textKey(texts.title),
  };
}
