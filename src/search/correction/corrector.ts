import { foldText } from '../fold/fold-text.ts';
import { textKey } from '../tokenise.ts';
import { isDescribing, isLanguageWord, LINK_WORDS } from '../words/known-words.ts';
import { type CorrectionArrays, openDictionary } from './dictionary.ts';
import { hangulStrokes, swapLayout } from './keyboard.ts';
import {
  type Correction,
  type Proposal,
  type QueryHits,
  queriesOneStrokeAway,
  queriesTwoStrokesAway,
  typedWords,
  UNKNOWN_MAX,
  type WordKnowledge,
} from './likely-queries.ts';
import { SHORTENED_WORDS_MAX, TYPOS_MAX, withoutExtras, withoutLeastTelling } from './shorter-queries.ts';
import { correctableWords, fartherWords, nearWords } from './word-candidates.ts';

/** The outcome of correcting a query without hits. */
interface Advice {
  /** The corrected query to answer; null if no proposal is certain enough. */
  readonly correction: Correction | null;
  /** A query to suggest without answering it; null if there is none. */
  readonly suggestion: string | null;
}

const PROPOSALS_MAX = 24;
const UNSURE_MAX = 8;
export const HITS_ASKED_MAX =
  6 * PROPOSALS_MAX + UNKNOWN_MAX + UNSURE_MAX + 3 * SHORTENED_WORDS_MAX + TYPOS_MAX + 4;

/**
 * Corrects queries without hits, in the order of docs/search.md#correction. Takes any text and never throws. Spelling and spacing
 * are one step: the likelier of the two is right far more often than the one that is tried first. The dictionary may be older
 * than the index.
 */
export function createCorrector(arrays: CorrectionArrays, similarWords: SimilarGroups) {
  const dictionary = openDictionary(arrays);
  const inSimilarWords = openSimilarWords(similarWords);
  const operatorWords = new Set(similarWords.flat().flatMap((member) => member.split(/\s+/u).map(textKey)));
  const known: WordKnowledge = {
    isRightWord: (word) =>
      operatorWords.has(word) || isDescribing(word) || LINK_WORDS.has(word) || isLanguageWord(word),
    isName(word) {
      const text = foldText(word);
      const strokes = hangulStrokes(text);
      return dictionary.find(strokes ?? text, strokes === null ? 'latin' : 'hangul')?.isName === true;
    },
    nearWords: (word) =>
      correctableWords(word)
        .flatMap((one) => [...nearWords(one, dictionary), ...fartherWords(one, dictionary)])
        .map(({ text }) => text),
  };

  function* proposals(query: string, hits: QueryHits): Generator<Proposal[]> {
    const similar = inSimilarWords(query).map((other) => ({
      query: other,
      kind: 'similar' as const,
      isSure: true,
    }));
    if (hasOperators(query)) {
      yield similar;
      return;
    }
    const words = typedWords(query, dictionary, known, hits);
    const near = queriesOneStrokeAway(query, words, dictionary);
    yield near.filter(({ kind }) => kind === 'keyboard');
    yield near.filter(({ kind }) => kind !== 'keyboard');
    yield queriesTwoStrokesAway(query, words, dictionary);
    yield similar;
    if (words.some(({ isRight }) => !isRight)) yield inOtherLayout(query);
  }

  return {
    advise(query: string, hits: QueryHits): Advice {
      const text = query.normalize('NFC');
      const numbers = numbersOf(text);
      const unsure: string[] = [];
      let found: Correction | null = null;
      for (const step of proposals(text, hits)) {
        const likely = step
          .filter((proposal) => proposal.query !== text && numbersOf(proposal.query) === numbers)
          .slice(0, PROPOSALS_MAX);
        unsure.push(...likely.flatMap((one) => (one.isSure ? [] : [one.query])));
        const hit = likely.find((one) => one.isSure && hits.count(one.query) > 0);
        found = hit === undefined ? null : { query: hit.query, kind: hit.kind };
        if (found !== null) break;
      }
      const beginning = asBeginning(text, found, known, hits);
      if (found !== null && beginning === null) return { correction: found, suggestion: null };
      const shorter =
        beginning === null ? (withoutExtras(text, hits) ?? withoutLeastTelling(text, known, hits)) : null;
      const partial = shorter === null ? null : { query: shorter.query, kind: shorter.kind };
      const offered = unsure.slice(0, UNSURE_MAX).find((other) => hits.count(other) > 0) ?? found?.query;
      if (shorter?.isSure === true) return { correction: partial, suggestion: offered ?? null };
      return { correction: beginning, suggestion: offered ?? partial?.query ?? null };
    },
  };
}

/** Search has no operators. If a query seems to have some, they explain the missing hits, not a misspelling. */
function hasOperators(query: string): boolean {
  if (/[\p{L}\p{N}][*%]|[*%][\p{L}\p{N}]/u.test(query)) return true;
  const isAllCapitals = query === query.toUpperCase() && !/\p{Script=Hangul}/u.test(query);
  return !isAllCapitals && /(?<![\p{L}\p{N}])(?:OR|AND|NOT)(?![\p{L}\p{N}])/u.test(query);
}

function numbersOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).join(' ');
}

/** Nothing if the other layout gives loose jamo, which no word has. */
function inOtherLayout(query: string): Proposal[] {
  const swapped = swapLayout(query);
  if (swapped === null || /[\u3131-\u3163]/u.test(swapped)) return [];
  return [{ query: swapped, kind: 'keyboard', isSure: true }];
}

/**
 * The query with its last word, if Latin, read as a prefix. Null without hits, for a query of one correct word, and if `found` is
 * better: not a spelling, or a spelling that only adds the letter with which all matches go on.
 */
function asBeginning(
  query: string,
  found: Correction | null,
  { isRightWord }: WordKnowledge,
  hits: QueryHits,
): Correction | null {
  const last = lastWordOf(query);
  const isWholeWord = foldText(query).trim() === last && isRightWord(last);
  const isOtherKind = found !== null && found.kind !== 'spelling';
  if (isWholeWord || isOtherKind || !/^[a-z]{2,}$/.test(last)) return null;
  const count = hits.count(query, true);
  const isFoundWord =
    found !== null && lastWordOf(found.query).slice(0, -1) === last && hits.count(found.query) === count;
  return count === 0 || isFoundWord ? null : { query: query.trim(), kind: 'prefix' };
}

function lastWordOf(query: string): string {
  return foldText(query).trim().split(/\s+/u).at(-1) ?? '';
}

/** Groups of equivalent words or phrases, such as 셜록 홈스 and 셜록 홈즈. */
export type SimilarGroups = readonly (readonly string[])[];

/** Longer members, counted without spaces, are skipped: finding them would take too long. */
const MEMBER_LENGTH_MAX = 24;

/**
 * Returns a function that lists the queries in which one member of a group is replaced by another. Spaces inside a member don't
 * count. Hangul members are also found inside words (홈스의).
 */
function openSimilarWords(groups: SimilarGroups): (query: string) => string[] {
  const othersOf = new Map<string, Set<string>>();
  for (const group of groups) {
    for (const key of group.map(textKey)) {
      if (key === '' || key.length > MEMBER_LENGTH_MAX) continue;
      const others = group.filter((other) => textKey(other) !== key);
      othersOf.set(key, new Set([...(othersOf.get(key) ?? []), ...others]));
    }
  }
  const lengths = [...new Set(Array.from(othersOf.keys(), (key) => key.length))];
  return (query) => {
    const { key, starts, ends } = keyOf(query);
    return starts.flatMap((start, from) =>
      lengths.flatMap((length) => {
        const end = ends[from + length];
        if (start === null || end === undefined || end === null) return [];
        const others = othersOf.get(key.slice(from, from + length)) ?? [];
        return Array.from(others, (other) => query.slice(0, start) + other + query.slice(end));
      }),
    );
  };
}

/**
 * `key` is the query without spaces and punctuation. In the query, character i of `key` begins at `starts[i]`, and character
 * i - 1 ends at `ends[i]`; both are null inside a Latin word, which is replaced only as a whole.
 */
function keyOf(query: string) {
  let key = '';
  const starts: (number | null)[] = [];
  const ends: (number | null)[] = [null];
  for (const { 0: word, index } of query.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const wordKey = textKey(word);
    const isHangul = /^[가-힣]+$/.test(word);
    for (let at = 0; at < wordKey.length; at++) {
      const isLast = at === wordKey.length - 1;
      starts.push(at === 0 || isHangul ? index + at : null);
      ends.push(isHangul ? index + at + 1 : isLast ? index + word.length : null);
    }
    key += wordKey;
  }
  return { key, starts, ends };
}
