import { foldText } from '../fold/fold-text.ts';
import { textKey, volumeMarks } from '../tokenise.ts';
import { ARTICLES, isDescribing, isLanguageWord, LINK_WORDS } from '../words/known-words.ts';
import { type CorrectionArrays, type Dictionary, openDictionary } from './dictionary.ts';
import { hangulStrokes, swapLayout } from './keyboard.ts';
import {
  type Correction,
  openSimilarWords,
  type Proposal,
  type QueryHits,
  queriesOneStrokeAway,
  queriesTwoStrokesAway,
  type SimilarGroups,
  typedWords,
  UNKNOWN_MAX,
} from './likely-queries.ts';
import { type CorrectionKind, correctableWords, fartherWords, nearWords } from './word-candidates.ts';

const PROPOSALS_A_STEP_MAX = 24;
const UNSURE_TRIED_MAX = 8;
/** Longer queries aren't shortened, because the shortening counts the hits of every word. */
const SHORTENED_WORDS_MAX = 8;
const TYPOS_MAX = 24;
export const HITS_ASKED_MAX =
  6 * PROPOSALS_A_STEP_MAX + UNKNOWN_MAX + UNSURE_TRIED_MAX + 3 * SHORTENED_WORDS_MAX + TYPOS_MAX + 4;

/**
 * Corrects queries without hits, in the order of docs/search.md#correction. Spelling and spacing are one step, because choosing
 * the likelier of the two is right far more often than trying one of them first.
 */
export function createCorrector(arrays: CorrectionArrays, similarWords: SimilarGroups) {
  const dictionary = openDictionary(arrays);
  const inSimilarWords = openSimilarWords(similarWords);
  const known = knowWords(dictionary, similarWords);

  function* proposals(query: string, hits: QueryHits): Generator<Proposal[]> {
    const similar = inSimilarWords(query).map((other) => sureProposal(other, 'similar'));
    if (hasOperators(query)) return yield similar;
    const words = typedWords(query, dictionary, known.isRightWord, hits);
    const near = queriesOneStrokeAway(query, words, dictionary);
    yield near.filter(({ kind }) => kind === 'keyboard');
    yield near.filter(({ kind }) => kind !== 'keyboard');
    yield queriesTwoStrokesAway(query, words, dictionary);
    yield similar;
    if (words.some(({ isRight }) => !isRight)) yield inOtherLayout(query);
  }

  return (typed: string, hits: QueryHits) => {
    const query = typed.normalize('NFC');
    const numbers = numbersOf(query);
    const unsure: string[] = [];
    let found: Correction | null = null;
    for (const step of proposals(query, hits)) {
      const likely = step
        .filter((proposal) => proposal.query !== query && numbersOf(proposal.query) === numbers)
        .slice(0, PROPOSALS_A_STEP_MAX);
      unsure.push(...likely.flatMap((one) => (one.isSure ? [] : [one.query])));
      found = correctionOf(likely.find((one) => one.isSure && hits.count(one.query) > 0));
      if (found !== null) break;
    }
    const beginning = asBeginning(query, found, known, hits);
    if (found !== null && beginning === null) return { correction: found, suggestion: null };
    const shorter =
      beginning === null ? (withoutExtras(query, hits) ?? withoutLeastTelling(query, known, hits)) : null;
    const offered = unsure.slice(0, UNSURE_TRIED_MAX).find((other) => hits.count(other) > 0) ?? found?.query;
    if (shorter?.isSure === true) return { correction: correctionOf(shorter), suggestion: offered ?? null };
    return { correction: beginning, suggestion: offered ?? shorter?.query ?? null };
  };
}

type WordKnowledge = ReturnType<typeof knowWords>;

function knowWords(dictionary: Dictionary, similarWords: SimilarGroups) {
  const operatorWords = new Set(similarWords.flat().flatMap((member) => member.split(/\s+/u).map(textKey)));
  return {
    /** Whether a word is in the language or the operator's similar words; the catalogue may lack it. */
    isRightWord: (word: string) =>
      operatorWords.has(word) || isDescribing(word) || LINK_WORDS.has(word) || isLanguageWord(word),
    isName(word: string) {
      const text = foldText(word);
      const strokes = hangulStrokes(text);
      return dictionary.find(strokes ?? text, strokes === null ? 'latin' : 'hangul')?.isName === true;
    },
    /** Words of the catalogue one keystroke away, then two away; each in order of likelihood. */
    nearWords: (word: string) =>
      correctableWords(word)
        .flatMap((one) => [...nearWords(one, dictionary), ...fartherWords(one, dictionary)])
        .map(({ text }) => text),
  };
}

function correctionOf(proposal: Proposal | undefined): Correction | null {
  return proposal === undefined ? null : { query: proposal.query, kind: proposal.kind };
}

function sureProposal(query: string, kind: CorrectionKind): Proposal {
  return { query, kind, isSure: true };
}

/** Search has no operators. `cats OR dogs` has no hits because of OR, not because of a misspelling. */
function hasOperators(query: string): boolean {
  if (/[\p{L}\p{N}][*%]|[*%][\p{L}\p{N}]/u.test(query)) return true;
  const isAllCapitals = query === query.toUpperCase() && !/\p{Script=Hangul}/u.test(query);
  return !isAllCapitals && /(?<![\p{L}\p{N}])(?:OR|AND|NOT)(?![\p{L}\p{N}])/u.test(query);
}

function numbersOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).join(' ');
}

/** Empty if the other layout gives loose jamo, such as ㅋ, because no word contains loose jamo. */
function inOtherLayout(query: string): Proposal[] {
  const swapped = swapLayout(query);
  return swapped === null || /[\u3131-\u3163]/u.test(swapped) ? [] : [sureProposal(swapped, 'keyboard')];
}

/** Reads the last Latin word as a prefix. Null if the prefix has no hits, or if `found` or the complete word is likelier. */
function asBeginning(query: string, found: Correction | null, known: WordKnowledge, hits: QueryHits) {
  const last = lastWordOf(query);
  const isWholeWord = foldText(query).trim() === last && known.isRightWord(last);
  const isOtherKind = found !== null && found.kind !== 'spelling';
  if (isWholeWord || isOtherKind || !/^[a-z]{2,}$/.test(last)) return null;
  const count = hits.count(query, true);
  const isFoundWord =
    found !== null && lastWordOf(found.query).slice(0, -1) === last && hits.count(found.query) === count;
  return count === 0 || isFoundWord ? null : { query: query.trim(), kind: 'prefix' as const };
}

function lastWordOf(query: string): string {
  return foldText(query).trim().split(/\s+/u).at(-1) ?? '';
}

type Chunk = ReturnType<typeof chunksIn>[number];

function chunksIn(query: string) {
  const marks = volumeMarks(query);
  return [...query.matchAll(/\S+/gu)].map(({ 0: typed, index: start }) => {
    const end = start + typed.length;
    /** Whether the chunk is a volume (3권), or part of one (vol. 3). */
    const isVolume = marks.some((mark) => mark.start < end && start < mark.end);
    return { typed, start, end, text: textKey(` ${typed} `), isVolume };
  });
}

/** The query without the words beside a title or a name; null if no shorter version is a title or a name. */
function withoutExtras(query: string, hits: QueryHits): Proposal | null {
  const shorter =
    withoutDescribing(query).find((one) => hits.isMeant(one, false)) ??
    withoutSubtitle(query).find((one) => hits.isMeant(one, true));
  return shorter === undefined ? null : sureProposal(shorter, 'partial');
}

/** Three versions, each shorter: no years, editions and initials; no linking and describing words; no particles. */
function withoutDescribing(query: string): string[] {
  const words = chunksIn(query);
  const isEdition = words.some(({ text }) => /^(?:editions?|ed|.*판본?)$/u.test(text));
  const undated = words.filter(
    ({ text, isVolume }, at) =>
      isVolume || !((at > 0 && YEAR.test(text)) || LEFT_OUT.test(text) || (isEdition && EDITION.test(text))),
  );
  const telling = undated.filter(
    ({ text, isVolume }) => isVolume || !(isDescribing(text) || LINK_WORDS.has(text)),
  );
  const typed = (some: readonly Chunk[]) => some.map((word) => word.typed).join(' ');
  const bare = telling.map((one) => (one.isVolume ? one.typed : one.typed.replace(PARTICLE, ''))).join(' ');
  return distinct(query, [typed(undated), typed(telling), bare]);
}

const YEAR = /^(?:1[89]|20)\d\d년?$/;
const LEFT_OUT = /^(?:[b-hj-z]|제?\d{1,2}판)$/;
const EDITION = /^(?:\d{1,3}(?:st|nd|rd|th)|first|second|third|fourth|fifth|editions?|ed|개정|전면개정)$/;
const PARTICLE = /(?<=[가-힣]{2})(?:[은는의을를])$/u;

/** Shorter versions: without brackets, without the text after a colon or a dash, without both. No version loses a volume. */
function withoutSubtitle(query: string): string[] {
  const outside = query.replace(BRACKETS, ' ');
  const heads = [outside, query].map((text) => text.slice(0, text.search(TITLE_END)));
  const volumesIn = (text: string) =>
    chunksIn(text).filter(({ typed, isVolume }) => isVolume || /#\d/.test(typed)).length;
  return distinct(query, [outside, ...heads]).filter((one) => volumesIn(one) === volumesIn(query));
}

const BRACKETS = /(?<=\S\s?)[([{<（［〈《【][^()[\]{}<>（）［］〈〉《》【】]*[)\]}>）］〉》】]/gu;
const TITLE_END = /[:：]|\s[-–—=|]\s|$/u;

function distinct(query: string, shorter: readonly string[]): string[] {
  return [...new Set(shorter.map(trimmed))].filter((one) => one !== trimmed(query) && /\p{L}/u.test(one));
}

function trimmed(query: string): string {
  return query.replace(/\s+/gu, ' ').replace(/^[\s,:;&/–—-]+|[\s,:;&/–—-]+$/gu, '');
}

/**
 * Leaves out one word, if the other words have hits. The result is sure if the word describes any book, if a whole title precedes
 * or follows the word, or if the query has hits with a similar word instead. Null if no word can be left out.
 */
function withoutLeastTelling(query: string, known: WordKnowledge, hits: QueryHits): Proposal | null {
  const words = chunksIn(query).filter(({ text }) => text !== '');
  if (words.length < 2 || words.length > SHORTENED_WORDS_MAX) return null;
  const shorter = words
    .map((word, at) => ({
      ...word,
      others: words.flatMap(({ text, isVolume }, other) => (other === at || isVolume ? [] : [text])),
      rest: trimmed(query.slice(0, word.start) + query.slice(word.end)),
      isOuter: at === 0 || at === words.length - 1,
      isExtra: isDescribing(word.text),
      count: hits.count(word.typed),
    }))
    // The rest needs a letter: a number alone would name an item.
    .filter(({ text, rest, isVolume }) => !isVolume && !/\p{N}/u.test(text) && /\p{L}/u.test(rest))
    .sort((a, b) => Number(b.isExtra) - Number(a.isExtra) || b.count - a.count);
  let typosLeft = TYPOS_MAX;
  const finds = (other: string) => hits.count(other) > 0;
  const sure = shorter.find(({ start, end, text, others, rest, isExtra, isOuter }) => {
    if (isExtra) return finds(rest);
    if (isOuter && sayEnough(others, known) && hits.isMeant(rest, true)) return true;
    if (!isSmallPart(text, others) || !finds(rest)) return false;
    const withOther = (other: string) => query.slice(0, start) + other + query.slice(end);
    return known.nearWords(text).some((near) => typosLeft-- > 0 && finds(withOther(near)));
  });
  const offered = shorter.find(
    ({ text, rest, count }) => count > 0 && !known.isName(text) && saysSomething(rest) && finds(rest),
  );
  const chosen = sure ?? offered;
  return chosen === undefined ? null : { query: chosen.rest, kind: 'partial', isSure: chosen === sure };
}

function saysSomething(query: string): boolean {
  return chunksIn(query).some(
    ({ text, isVolume }) => !isVolume && /\p{L}/u.test(text) && !isDescribing(text) && !ARTICLES.has(text),
  );
}

function sayEnough(words: readonly string[], { isName }: WordKnowledge): boolean {
  const telling = words.filter((word) => !ARTICLES.has(word));
  return telling.length > 1 && !telling.every(isName);
}

/** Whether a word is at most half of the query, and two other words are long enough to identify an item. */
function isSmallPart(word: string, others: readonly string[]): boolean {
  const telling = others.filter((other) => other.length >= (/^[a-z]/.test(other) ? 4 : 2));
  return word.length <= others.join('').length && telling.length >= 2;
}
