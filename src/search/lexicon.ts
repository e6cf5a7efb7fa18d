import { buildDictionary, type CorrectionArrays } from './correction/dictionary.ts';
import { foldText } from './fold/fold-text.ts';
import { allTexts, type SearchTexts } from './search-document.ts';
import { buildSuggestions, type SuggestArrays } from './suggest/suggester.ts';
import { indexTokens } from './tokenise.ts';

/**
 * The words of a catalogue, for correcting queries and completing them: flat arrays over shared
 * memory. They are built in one go and keep serving while the catalogue changes.
 */
export type Lexicon = CorrectionArrays & SuggestArrays;

/** An item as input to a lexicon. */
export interface LexiconEntry {
  readonly texts: SearchTexts;
  readonly salePoint: number;
  /** Whether title and contributors may be suggested. */
  readonly isSuggested: boolean;
}

/** Words of all fields that search looks at; titles and contributors as they stand, with the sales of their best item. */
export function buildLexicon(entries: Iterable<LexiconEntry>): Lexicon {
  const frequencies = new Map<string, number>();
  const asNames = new Map<string, number>();
  const salePoints = new Map<string, number>();
  for (const { texts, salePoint, isSuggested } of entries) {
    const words = new Set(allTexts({ ...texts, contributors: [] }).flatMap(correctionWords));
    const names = new Set(texts.contributors.flatMap(correctionWords));
    for (const word of names) if (!words.has(word)) asNames.set(word, (asNames.get(word) ?? 0) + 1);
    for (const word of words.union(names)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    if (!isSuggested) continue;
    for (const text of [texts.title, ...texts.contributors]) {
      const best = salePoints.get(text);
      if (best === undefined || best < salePoint) salePoints.set(text, salePoint);
    }
  }
  const words = frequencies
    .entries()
    .map(([word, count]) => [word, count, 2 * (asNames.get(word) ?? 0) > count] as const);
  return { ...buildDictionary(words), ...buildSuggestions(salePoints) };
}

/**
 * The words of one text of an item that a correction may lead to, each once: Hangul words as separated by spaces and
 * signs, with their particles; Latin words as in the index. Words with digits are left out, since numbers are never
 * corrected.
 */
export function correctionWords(text: string): string[] {
  const words = new Set(foldText(text).match(HANGUL_WORD));
  if (HAS_LATIN.test(text)) {
    for (const token of indexTokens(text)) if (LATIN_WORD.test(token)) words.add(token);
  }
  return [...words];
}

const HANGUL_WORD = /[가-힣]+/gu;
const HAS_LATIN = /\p{Script=Latin}/u;
const LATIN_WORD = /^[a-z]{2,}$/;
