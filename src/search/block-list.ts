import { normaliseText, textUnits } from './tokenise.ts';

/** Search terms that the operator has blocked. */
export interface BlockList {
  /** As the operator wrote them. */
  readonly terms: readonly string[];
  /**
   * Whether a text holds all words of a blocked term in their order (decisions 1, SEARCH_002). Other words may
   * stand between. Case, width and punctuation do not matter. Hangul is found inside words and across blanks as
   * in search: 금서 blocks 금서목록 and 금 서. Latin words are found whole: bad does not block badminton.
   */
  blocks(text: string): boolean;
}

/** Prepares terms for being looked for in many texts. Terms with nothing searchable block nothing. */
export function createBlockList(terms: readonly string[]): BlockList {
  const patterns = terms.map(wordPatterns).filter((words) => words.length > 0);
  return {
    terms,
    blocks(text) {
      if (patterns.length === 0) return false;
      const searched = patternOf(text);
      return patterns.some((words) => standInOrder(words, searched));
    },
  };
}

/** What two terms or words share when search cannot tell them apart. Empty when nothing in it is searchable. */
export function termKey(term: string): string {
  return wordPatterns(term).join(' ');
}

/** The words between blanks, each as the pattern of its units. */
function wordPatterns(term: string): string[] {
  return normaliseText(term)
    .split(/\s+/u)
    .map(patternOf)
    .filter((pattern) => pattern !== '');
}

/** Units in brackets, so that no unit is found inside another one. */
function patternOf(text: string): string {
  return textUnits(text)
    .map((unit) => `<${unit}>`)
    .join('');
}

function standInOrder(words: readonly string[], searched: string): boolean {
  let from = 0;
  for (const word of words) {
    const at = searched.indexOf(word, from);
    if (at === -1) return false;
    from = at + word.length;
  }
  return true;
}
