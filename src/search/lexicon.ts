import { buildDictionary, type CorrectionArrays } from './correction/dictionary.ts';
import { foldText } from './fold/fold-text.ts';
import { allTexts, type SearchTexts } from './search-document.ts';
import { buildSuggestions, type SuggestArrays } from './suggestions.ts';
import { indexTokens } from './tokenise.ts';

/**
 * The words, titles and contributors of a catalogue, for correcting and completing queries: flat arrays in shared memory. A
 * lexicon doesn't change with the catalogue; it is built anew.
 */
export type Lexicon = CorrectionArrays & SuggestArrays;

export interface LexiconEntry {
  readonly texts: SearchTexts;
  readonly salePoint: number;
  readonly isSuggested: boolean;
}

export async function buildLexicon(chunks: AsyncIterable<Iterable<LexiconEntry>>): Promise<Lexicon> {
  const builder = new LexiconBuilder();
  for await (const entries of chunks) builder.addAll(entries);
  return builder.finish();
}

export class LexiconBuilder {
  /** Number of items by word: items with the word anywhere, and items with it only in a contributor's name. */
  readonly #frequencies = new Map<string, number>();
  readonly #asNames = new Map<string, number>();
  readonly #salePoints = new Map<string, number>();

  addAll(entries: Iterable<LexiconEntry>): this {
    for (const entry of entries) this.#add(entry);
    return this;
  }

  #add({ texts, salePoint, isSuggested }: LexiconEntry): void {
    const words = new Set(allTexts({ ...texts, contributors: [] }).flatMap(correctionWords));
    const names = new Set(texts.contributors.flatMap(correctionWords));
    for (const word of names) if (!words.has(word)) addOne(this.#asNames, word);
    for (const word of words.union(names)) addOne(this.#frequencies, word);
    if (!isSuggested) return;
    for (const text of [texts.title, ...texts.contributors]) {
      const best = this.#salePoints.get(text);
      if (best === undefined || best < salePoint) this.#salePoints.set(text, salePoint);
    }
  }

  finish(): Lexicon {
    const words = this.#frequencies
      .entries()
      .map(([word, count]) => [word, count, 2 * (this.#asNames.get(word) ?? 0) > count] as const);
    return { ...buildDictionary(words), ...buildSuggestions(this.#salePoints) };
  }
}

function addOne(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}

/**
 * The distinct words of a text that a correction may lead to: Hangul as it is separated by spaces and punctuation, Latin as in
 * the index. Words with digits are left out, since numbers are never corrected.
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
