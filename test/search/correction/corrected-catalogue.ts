import { correctionWords } from '../../../src/search/correction/correction-words.ts';
import { type Corrector, createCorrector } from '../../../src/search/correction/corrector.ts';
import { buildDictionary } from '../../../src/search/correction/dictionary-arrays.ts';
import type { SimilarGroups } from '../../../src/search/correction/similar-words.ts';
import { createHitIndex } from './hit-index.ts';

/** A catalogue of texts, each the whole of an item, with its corrector. */
interface CorrectedCatalogue {
  readonly corrector: Corrector;
  hasHits(query: string): boolean;
}

export function correctedCatalogue(
  texts: readonly string[],
  similarWords: SimilarGroups = [],
  names: readonly string[] = [],
): CorrectedCatalogue {
  const frequencies = new Map<string, number>();
  for (const text of texts)
    for (const word of correctionWords(text)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const nameWords = new Set(names.flatMap(correctionWords));
  const words = [...frequencies].map(([word, count]) => [word, count, nameWords.has(word)] as const);
  const { hasHits } = createHitIndex(texts);
  return {
    corrector: createCorrector({ arrays: buildDictionary(words), similarWords }),
    hasHits,
  };
}
