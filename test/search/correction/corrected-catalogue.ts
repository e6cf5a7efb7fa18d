import { type Corrector, createCorrector } from '../../../src/search/correction/corrector.ts';
import { buildDictionary } from '../../../src/search/correction/dictionary.ts';
import type { SimilarGroups } from '../../../src/search/correction/similar-words.ts';
import { emptySegment, NextSegment } from '../../../src/search/engine/item-changes.ts';
import { ItemIndex } from '../../../src/search/engine/item-index.ts';
import { correctionWords } from '../../../src/search/lexicon.ts';
import { parseQuery } from '../../../src/search/query.ts';
import { searchDocument, textsOf } from '../../../src/search/search-document.ts';
import type { Correction } from '../../../src/search/search-index.ts';
import { request, searchItem } from '../search-item.ts';

/** A catalogue of texts, each the whole of an item, with its corrector and the real engine, without thread and files. */
export function correctedCatalogue(
  texts: readonly string[],
  similarWords: SimilarGroups = [],
  names: readonly string[] = [],
) {
  const frequencies = new Map<string, number>();
  const next = new NextSegment(emptySegment());
  for (const [at, title] of texts.entries()) {
    for (const word of correctionWords(title)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    const item = searchItem(at + 1, { title });
    const figures = { ...item, salePoint: 0, publishDay: null };
    next.add({ itemId: item.itemId, document: searchDocument(textsOf(item)), figures });
  }
  const nameWords = new Set(names.flatMap(correctionWords));
  const words = [...frequencies].map(([word, count]) => [word, count, nameWords.has(word)] as const);
  const index = new ItemIndex({ arrays: next.finish(), position: 0 });
  return {
    corrector: createCorrector({ arrays: buildDictionary(words), similarWords }),
    hasHits(query: string): boolean {
      const { text } = parseQuery(query);
      return text !== null && index.searchText(text, request(query, { limit: 1 }), 0).totalCount > 0;
    },
  };
}

/** The correction of a query by an index that only knows whether something has hits. */
export function correctWith(
  corrector: Corrector,
  query: string,
  hasHits: (query: string) => boolean,
): Correction | null {
  const countHits = (asked: string) => Number(hasHits(asked));
  return corrector.advise(query, { hasHits, countHits, countBeginning: () => 0, isTitle: hasHits })
    .correction;
}
