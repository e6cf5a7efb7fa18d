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
  // By how they start, so that a text is compared only with terms that may be in it, however many there are.
  const byStart = Map.groupBy(
    terms.map(wordsOf).filter((words) => words.length > 0),
    ([first = []]) => patternOf(first.slice(0, START_UNITS)),
  );
  return {
    terms,
    blocks(text) {
      if (byStart.size === 0) return false;
      const units = textUnits(text);
      const searched = patternOf(units);
      return units.some((unit, i) =>
        [[unit], units.slice(i, i + START_UNITS)].some((start) =>
          byStart.get(patternOf(start))?.some((words) => standInOrder(words, searched)),
        ),
      );
    },
  };
}

/** Units by which terms are told apart; the first word of a term may have fewer. */
const START_UNITS = 2;

/** What two terms or words share when search cannot tell them apart. Empty when nothing in it is searchable. */
export function termKey(term: string): string {
  return wordsOf(term).map(patternOf).join(' ');
}

/** The words between blanks, each as its units. */
function wordsOf(term: string): string[][] {
  return normaliseText(term)
    .split(/\s+/u)
    .map(textUnits)
    .filter((units) => units.length > 0);
}

/** Units in brackets, so that no unit is found inside another one. */
function patternOf(units: readonly string[]): string {
  return units.map((unit) => `<${unit}>`).join('');
}

function standInOrder(words: readonly (readonly string[])[], searched: string): boolean {
  let from = 0;
  for (const word of words) {
    const pattern = patternOf(word);
    const at = searched.indexOf(pattern, from);
    if (at === -1) return false;
    from = at + pattern.length;
  }
  return true;
}
