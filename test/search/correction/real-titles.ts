import { readData, readDataText } from '../../../bench/real-data/data-folder.ts';
import { convertGoodbooks, GOODBOOKS_FILE } from '../../../bench/real-data/goodbooks.ts';
import {
  convertSeoulTitles,
  parseSeoulTitles,
  SEOUL_TITLES_FILE,
} from '../../../bench/real-data/seoul-titles.ts';
import { createRandom } from '../../../demo/random.ts';
import { correctionWords } from '../../../src/search/correction/correction-words.ts';
import { type Corrector, createCorrector } from '../../../src/search/correction/corrector.ts';
import { buildDictionary } from '../../../src/search/correction/dictionary-arrays.ts';
import type { SimilarGroups } from '../../../src/search/correction/similar-words.ts';
import { correctWith } from './correct-with.ts';
import { createHitIndex } from './hit-index.ts';
import { type Score, scoreCases, type TypoCase, typoCases } from './score.ts';

/** A catalogue of texts, each the whole of an item, with its corrector. */
export interface CorrectedCatalogue {
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

/** Title, subtitle and contributors of the books most lent by libraries of Seoul. */
export function seoulTexts(): string[] {
  return textsOf(convertSeoulTitles(parseSeoulTitles(readData(SEOUL_TITLES_FILE))));
}

/** Titles and authors of goodbooks-10k. */
export function goodbooksTexts(): string[] {
  return textsOf(convertGoodbooks(readDataText(GOODBOOKS_FILE)));
}

function textsOf(lines: ReturnType<typeof convertSeoulTitles>): string[] {
  return lines.flatMap((line) =>
    line.kind === 'item'
      ? [[line.title, line.subTitle ?? '', ...(line.authors ?? []).map(({ author }) => author)].join(' ')]
      : [],
  );
}

export interface TypoSet {
  readonly name: string;
  readonly cases: readonly TypoCase[];
}

/** One wrong key in a word of a real title. Weights were set with seed 1; other seeds are new to the code. */
export function titleTypos(titles: readonly string[], seed: number): TypoSet[] {
  const random = createRandom(seed);
  return (['hangul', 'latin'] as const).flatMap((script) =>
    [false, true].map((withContext) => ({
      name: `${script}${withContext ? ', one right word beside' : ''}`,
      cases: typoCases({ titles, script, withContext, wrongKeys: 'uniform', count: 1500, random }),
    })),
  );
}

/** A misspelling and the words that it may stand for. */
export interface Misspelling {
  readonly wrong: string;
  readonly right: readonly string[];
}

/** Misspellings of English words, as people made them. */
export function codespellPairs(): Misspelling[] {
  return readDataText('spelling/codespell-dictionary.sample-80pct.txt.gz')
    .split('\n')
    .flatMap((line) => {
      const [wrong = '', right = ''] = line.split('->');
      const words = right.split(',').map((word) => word.trim());
      const isPlain = /^[a-z]{3,}$/.test(wrong) && words.some((word) => /^[a-z]{3,}$/.test(word));
      return isPlain ? [{ wrong, right: words.filter((word) => /^[a-z]{3,}$/.test(word)) }] : [];
    });
}

const HUNSPELL_FILES = [
  '009-auxiliary-verb',
  '010-jamo-swap',
  '011-abbreviated-verb-suggestion',
  '012-wrong-inflection',
  '013-yeoncheol-buncheol',
  '014-sai-sios',
  '015-beginning-sound-rule',
];

/** Lines of the Korean dictionary's own tests: what must be suggested for what. */
export function hunspellPairs(): Misspelling[] {
  return HUNSPELL_FILES.flatMap((name) =>
    readDataText(`spelling/hunspell-dict-ko-tests/${name}.test`)
      .split('\n')
      .flatMap((line) => {
        const [, wrong, right] = /^S (\S+) (.+)$/.exec(line.trim()) ?? [];
        return wrong === undefined || right === undefined ? [] : [{ wrong, right: [right] }];
      }),
  );
}

/** Score where any of the right words counts. */
export function scoreMisspellings(
  pairs: readonly Misspelling[],
  { corrector, hasHits }: CorrectedCatalogue,
): Score {
  let [asked, right, unanswered] = [0, 0, 0];
  for (const pair of pairs) {
    const score = scoreCases([{ typed: pair.wrong, meant: pair.right[0] ?? '' }], corrector, hasHits);
    asked += score.asked;
    unanswered += score.unanswered;
    if (score.asked > 0 && pair.right.includes(correctWith(corrector, pair.wrong, hasHits)?.query ?? ''))
      right++;
  }
  return { asked, right, unanswered };
}
