import { foldText } from '../fold/fold-text.ts';
import type { Correction } from '../search-index.ts';
import { textKey } from '../tokenise.ts';

/** What is known of words whether or not the catalogue has them. */
export interface WordKnowledge {
  isRightWord(word: string): boolean;
  /** Whether the catalogue has it as the name of a contributor before anything else. */
  isName(word: string): boolean;
}

/** What queries find now. Asked at most HITS_ASKED_MAX times for one correction, `countHits` once a word. */
export interface QueryHits {
  hasHits(query: string): boolean;
  countHits(query: string): number;
  /** How many items match when the last word is the beginning of a word. */
  countBeginning(query: string): number;
}

/** A beginning of fewer letters could be that of anything. */
const BEGINNING_MIN = 2;

/**
 * The query with its last word as the beginning of a word, when that finds something; null otherwise, and when a
 * spelling that was found says as much, because it adds a last letter that the beginning may only go on with. A right
 * word alone is no beginning.
 */
export function asBeginning(
  query: string,
  spelling: Correction | null,
  { isRightWord }: WordKnowledge,
  hits: QueryHits,
): Correction | null {
  if (spelling !== null && spelling.kind !== 'spelling') return null;
  const last = lastWordOf(query);
  const isWholeWord = foldText(query).trim() === last && isRightWord(last);
  if (isWholeWord) return null;
  if (last.length < BEGINNING_MIN || !/^[a-z]+$/.test(last)) return null;
  const count = hits.countBeginning(query);
  if (count === 0) return null;
  const isSaid =
    spelling !== null &&
    lastWordOf(spelling.query).slice(0, -1) === last &&
    hits.countHits(spelling.query) === count;
  return isSaid ? null : { query: query.trim(), kind: 'prefix' };
}

function lastWordOf(query: string): string {
  return foldText(query).trim().split(/\s+/u).at(-1) ?? '';
}

/** Words of a query that are counted one by one. */
const WORDS_MAX = 12;
/** A name, and a word that no item has, tell most. They are left out only where so many others remain. */
const REST_MIN = 2;

/**
 * The query without the commonest of its words, when the rest finds something; else without the next one. Words with
 * digits stay: they say the volume, the year and the edition. Null when no word can go.
 */
export function withoutLeastTelling(
  query: string,
  { isName }: WordKnowledge,
  hits: QueryHits,
): Correction | null {
  const words = [...query.matchAll(/\S+/gu)]
    .map(({ 0: text, index }) => ({ text, index }))
    .filter(({ text }) => textKey(text) !== '');
  if (words.length < 2 || words.length > WORDS_MAX) return null;
  const counted = words.map((word) => ({ ...word, count: hits.countHits(word.text) }));
  const isEnoughLeft = words.length > REST_MIN;
  const removable = counted.filter(
    ({ text, count }) => !/\p{N}/u.test(text) && (isEnoughLeft || (count > 0 && !isName(text))),
  );
  for (const { text, index } of removable.sort((a, b) => b.count - a.count)) {
    const rest = (query.slice(0, index) + query.slice(index + text.length)).replace(/\s+/gu, ' ').trim();
    // A number alone would name an item.
    if (/\p{L}/u.test(rest) && hits.hasHits(rest)) return { query: rest, kind: 'partial' };
  }
  return null;
}
