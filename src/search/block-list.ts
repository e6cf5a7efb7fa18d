import { foldText } from './fold/fold-text.ts';
import { unitSpellings } from './tokenise.ts';

export type BlockList = ReturnType<typeof createBlockList>;

/** Prepares terms for matching many texts. Terms without searchable characters block nothing. */
export function createBlockList(terms: readonly string[]) {
  // Grouped by first unit, so that a text is compared only with terms that it may contain.
  const byStart = Map.groupBy(terms.flatMap(spellingsOf), ([[first = ''] = []]) => first);
  const holdsTerm = (units: readonly string[]) => {
    const searched = patternOf(units);
    return [...new Set(units)].some((unit) =>
      byStart.get(unit)?.some((words) => standInOrder(words, searched)),
    );
  };
  return {
    /** As the operator wrote them. */
    terms,
    /**
     * Whether a text contains all words of a blocked term in order (docs/search.md#blocked-terms). Other words
     * may stand between. Case, width and punctuation don't matter. Hangul matches inside words and across spaces as
     * in search: 금서 blocks 금서목록 and 금 서. Latin words match whole: bad doesn't block badminton. Hyphens, dots and
     * apostrophes in words count as in search, so that b-a-d doesn't get around bad.
     */
    blocks: (text: string): boolean => byStart.size > 0 && unitSpellings(text).some(holdsTerm),
  };
}

/** Equal for terms or words that search treats as equal. Empty without searchable characters. */
export function termKey(term: string): string {
  return (spellingsOf(term)[0] ?? []).map(patternOf).join(' ');
}

/** A term's words as lists of units: as they are written, and with compounds joined, because search reads both. */
function spellingsOf(term: string): string[][][] {
  const words = foldText(term)
    .split(/\s+/u)
    .map(unitSpellings)
    .filter(([units = []]) => units.length > 0);
  const standing = words.map(([units = []]) => units);
  const joined = words.map(([units = [], ...others]) => others[0] ?? units);
  return words.length === 0 ? [] : [standing, joined];
}

/** Units as one string to search in; brackets delimit them, so that no unit is found inside another. */
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
