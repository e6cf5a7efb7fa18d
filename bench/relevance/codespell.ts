import { readDataText } from '../real-data/data-folder.ts';

/** A misspelling and the words that it may stand for. */
interface Misspelling {
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
