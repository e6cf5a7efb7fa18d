import { foldText } from '../fold/fold-text.ts';
import type { Correction } from '../search-index.ts';
import { textKey } from '../tokenise.ts';
import type { LikelyQuery } from './likely-queries.ts';

/** What is known about words, in the catalogue or not. */
interface WordKnowledge {
  isRightWord(word: string): boolean;
  /** Whether the catalogue has it as the name of a contributor before anything else. */
  isName(word: string): boolean;
  /** Words of the catalogue one key away, then those two keys away, the likeliest of each first. */
  nearWords(word: string): readonly string[];
}

/** What queries find now. Asked at most HITS_ASKED_MAX times for one correction, `countHits` once a word. */
export interface QueryHits {
  hasHits(query: string): boolean;
  countHits(query: string): number;
  /** How many items match when the last word is the beginning of a word. */
  countBeginning(query: string): number;
  /** Whether an item has the query for the whole of its title, or of its title before the subtitle. */
  isTitle(query: string): boolean;
}

/** Fewer letters could begin anything. */
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
export const SHORTENED_WORDS_MAX = 8;

/**
 * The query without one of its words, when the rest finds something. Sure without a word that only says what shops sell,
 * without the first or last word when the rest is the whole of a title, and without a right word that stands where
 * another one, a key away, would find something; otherwise only worth offering. Words with digits stay: they say the
 * volume, the year and the edition. Null when no word can go.
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
  const shorter = words
    .map(({ typed, index, text }, at) => ({
      typed,
      index,
      text,
      others: words.flatMap((other, place) => (place === at ? [] : [other.text])),
      rest: (query.slice(0, index) + query.slice(index + typed.length)).replace(/\s+/gu, ' ').trim(),
      isOuter: at === 0 || at === words.length - 1,
      isShopWord: SHOP_WORDS.has(text),
      count: hits.countHits(typed),
    }))
    // A number alone would name an item.
    .filter(({ text, rest }) => !/\p{N}/u.test(text) && /\p{L}/u.test(rest))
    .sort((a, b) => Number(b.isShopWord) - Number(a.isShopWord) || b.count - a.count);
  const partial = (rest: string, isSure: boolean) => ({ query: rest, kind: 'partial' as const, isSure });
  let slipsLeft = SLIPS_MAX;
  const isSlip = (typed: string, text: string, index: number) =>
    known.nearWords(text).some((near) => {
      const meant = query.slice(0, index) + near + query.slice(index + typed.length);
      return slipsLeft-- > 0 && hits.hasHits(meant);
    });
  const sure = shorter.find(({ typed, index, text, others, rest, isShopWord, isOuter }) => {
    if (isShopWord) return hits.hasHits(rest);
    if (isOuter && saysEnough(others, known) && hits.isTitle(rest)) return true;
    return isSmallPart(text, others) && hits.hasHits(rest) && isSlip(typed, text, index);
  });
  if (sure !== undefined) return partial(sure.rest, true);
  const offered = shorter.find(
    ({ text, rest, count }) => count > 0 && !known.isName(text) && hits.hasHits(rest),
  );
  return offered === undefined ? null : partial(offered.rest, false);
}

/** Whether a title of these words can be meant although another word stood beside them: a short one is part of many. */
function saysEnough(words: readonly string[], { isName }: WordKnowledge): boolean {
  const [only = ''] = words;
  if (words.length > 1) return !words.every(isName);
  return !isName(only) && only.length >= (/^[a-z]/.test(only) ? TITLE_LETTERS_MIN : TITLE_SYLLABLES_MIN);
}

/** A title of one word is shorter than that where it is a part of other titles as well. */
const TITLE_LETTERS_MIN = 6;
const TITLE_SYLLABLES_MIN = 3;

/** Similar words tried in place of others, per query. */
export const SLIPS_MAX = 24;

/** Whether a word is at most half of a query in which two telling words stay. */
function isSmallPart(word: string, others: readonly string[]): boolean {
  const telling = others.filter(
    (other) => other.length >= (/^[a-z]/.test(other) ? LETTERS_MIN : SYLLABLES_MIN),
  );
  return word.length <= others.join('').length && telling.length >= 2;
}

/** Shorter words are mostly particles and articles. */
const LETTERS_MIN = 4;
const SYLLABLES_MIN = 2;

/** Words that people add to any query in a bookshop. */
const SHOP_WORDS = new Set(
  (
    'book books novel novels ebook ebooks paperback hardcover edition series author livre livres roman cd dvd ' +
    'review reviews summary bestseller bestsellers ' +
    '책 도서 소설 전자책 이북 종이책 만화책 신간 시리즈 전집 세트 개정판 양장본 저자 작가 음반 ' +
    '추천 후기 리뷰 서평 줄거리 요약 베스트셀러'
  ).split(' '),
);
