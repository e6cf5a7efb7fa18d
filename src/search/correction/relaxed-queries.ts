import { foldText } from '../fold/fold-text.ts';
import type { Correction } from '../search-index.ts';
import { textKey } from '../tokenise.ts';
import type { LikelyQuery } from './likely-queries.ts';

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

/** Longer queries stay as they are: every word is counted. */
export const SHORTENED_WORDS_MAX = 24;

/**
 * The query without the commonest of its words, when the rest finds something; else without the next one. Words with
 * digits stay: they say the volume, the year and the edition. It is sure where the word tells little beside the rest,
 * and otherwise only worth offering. Null when no word can go.
 */
export function withoutLeastTelling(
  query: string,
  known: WordKnowledge,
  hits: QueryHits,
): LikelyQuery | null {
  const words = [...query.matchAll(/\S+/gu)].flatMap(({ 0: typed, index }) => {
    const text = textKey(typed);
    return text === '' ? [] : [{ typed, index, text }];
  });
  if (words.length < 2 || words.length > SHORTENED_WORDS_MAX) return null;
  const removable = words
    .filter(({ text }) => !/\p{N}/u.test(text))
    .map((word) => {
      const others = words.flatMap((other) => (other === word ? [] : [other.text]));
      return { ...word, count: hits.countHits(word.typed), isSure: tellsLittle(word.text, others, known) };
    })
    .filter(({ text, count, isSure }) => isSure || (count > 0 && !known.isName(text)));
  removable.sort((a, b) => Number(b.isSure) - Number(a.isSure) || b.count - a.count);
  for (const { typed, index, isSure } of removable) {
    const rest = (query.slice(0, index) + query.slice(index + typed.length)).replace(/\s+/gu, ' ').trim();
    // A number alone would name an item.
    if (/\p{L}/u.test(rest) && hits.hasHits(rest)) return { query: rest, kind: 'partial', isSure };
  }
  return null;
}

/**
 * Whether the query means the same without a word: it only says what shops sell, or it is at most half of the query and
 * two telling words stay. Part of a name is another name.
 */
function tellsLittle(word: string, others: readonly string[], { isName }: WordKnowledge): boolean {
  if (SHOP_WORDS.has(word)) return true;
  const telling = others.filter(
    (other) => other.length >= (/^[a-z]/.test(other) ? LETTERS_MIN : SYLLABLES_MIN),
  );
  const isSmallPart = word.length <= others.join('').length;
  return isSmallPart && telling.length >= 2 && !telling.every(isName);
}

/** Shorter words are mostly particles and articles. */
const LETTERS_MIN = 4;
const SYLLABLES_MIN = 2;

/** What people add to any query in a bookshop. */
const SHOP_WORDS = new Set(
  (
    'book books novel novels ebook ebooks paperback hardcover edition series author livre livres roman cd dvd ' +
    '책 도서 소설 전자책 이북 종이책 만화책 신간 시리즈 전집 세트 개정판 양장본 저자 작가 음반'
  ).split(' '),
);
