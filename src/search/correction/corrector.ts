import { foldText } from '../fold/fold-text.ts';
import type { Correction, CorrectionKind } from '../search-index.ts';
import { textKey } from '../tokenise.ts';
import { isDescribing, LINK_WORDS } from '../words/describing-words.ts';
import { isLanguageWord } from '../words/language-words.ts';
import { type CorrectionArrays, type Dictionary, openDictionary, textOfWord } from './dictionary.ts';
import { hangulStrokes, swapLayout } from './keyboard.ts';
import { withoutDescribing, withoutParts } from './left-out.ts';
import {
  asBeginning,
  hasLooseSigns,
  openSimilarWords,
  type Proposal,
  type QueryHits,
  type QueryPiece,
  queryPieces,
  SHORTENED_WORDS_MAX,
  type SimilarGroups,
  SLIPS_MAX,
  withoutLeastTelling,
} from './query-words.ts';
import {
  type Candidate,
  fartherWords,
  isSure,
  likeliest,
  nearWords,
  STROKE_WEIGHT,
  wordsInParts,
} from './word-candidates.ts';

/** What to do about a query without a hit. */
interface Advice {
  /** The query to answer instead; null if none is certain enough. */
  readonly correction: Correction | null;
  /** A query that may have been meant, to offer but not to answer; null if there is none. */
  readonly suggestion: string | null;
}

/** Proposals tried per step. */
const PROPOSALS_MAX = 24;
/** Uncertain proposals tried in all. */
const UNSURE_MAX = 8;
const STROKES_MAX = 2;
/** Unknown words beyond this many stay as typed. */
const UNKNOWN_MAX = 12;
/** At most this many are corrected by two strokes. */
const FARTHER_MAX = 4;
export const HITS_ASKED_MAX =
  6 * PROPOSALS_MAX + UNKNOWN_MAX + UNSURE_MAX + 3 * SHORTENED_WORDS_MAX + SLIPS_MAX + 4;

/**
 * Advises on what queries without hits likely meant, in the order of docs/search.md#correction. Both queries of an advice
 * have hits, and numbers stay as they are. Takes any text and never throws. Spelling and spacing are one
 * step, because the likelier of the two is right far more often than either of them when it always comes first.
 *
 * Takes the words of the catalogue, which may be older than the index that is asked, and the operator's.
 */
export function createCorrector(arrays: CorrectionArrays, similarWords: SimilarGroups) {
  const dictionary = openDictionary(arrays);
  const inOtherWords = openSimilarWords(similarWords);
  const operatorWords = new Set(similarWords.flat().flatMap((member) => member.split(/\s+/u).map(textKey)));
  const known = {
    isRightWord: (word: string) =>
      operatorWords.has(word) || isDescribing(word) || LINK_WORDS.has(word) || isLanguageWord(word),
    isName(word: string) {
      const text = foldText(word);
      const strokes = hangulStrokes(text);
      return dictionary.find(strokes ?? text, strokes === null ? 'latin' : 'hangul')?.isName === true;
    },
    nearWords: (word: string) =>
      queryPieces(word)
        .flatMap((piece) => [...nearWords(piece, dictionary), ...fartherWords(piece, dictionary)])
        .map(({ text }) => text),
  };

  /** Step by step, those of a step with the likeliest first. */
  function* proposals(query: string, hits: QueryHits): Generator<Proposal[]> {
    const similar = inOtherWords(query).map((other) => ({
      query: other,
      kind: 'similar' as const,
      isSure: true,
    }));
    if (hasLooseSigns(query)) {
      yield similar;
      return;
    }
    const words = typedWords(query, dictionary, known.isRightWord, hits);
    const near = likelyQueries(query, words, nearReadings(words, query, dictionary));
    yield near.filter(({ kind }) => kind === 'keyboard');
    yield near.filter(({ kind }) => kind !== 'keyboard');
    yield likelyQueries(query, words, fartherReadings(words, dictionary));
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
        beginning === null ? (withoutMore(text, hits) ?? withoutLeastTelling(text, known, hits)) : null;
      const partial = shorter === null ? null : { query: shorter.query, kind: shorter.kind };
      const offered = unsure.slice(0, UNSURE_MAX).find((other) => hits.count(other) > 0) ?? found?.query;
      if (shorter?.isSure === true) return { correction: partial, suggestion: offered ?? null };
      return { correction: beginning, suggestion: offered ?? partial?.query ?? null };
    },
  };
}

/** The query without what says nothing of the item, or more than the catalogue does, where the rest is a title or a name. */
function withoutMore(query: string, hits: QueryHits): Proposal | null {
  const shorter = [...withoutDescribing(query), ...withoutParts(query)].find((one) => hits.isMeant(one));
  return shorter === undefined ? null : { query: shorter.query, kind: 'partial', isSure: true };
}

/** The numbers of a text in their order; two texts with the same numbers mean the same volume, year and ISBN. */
function numbersOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).join(' ');
}

/** The whole query as typed in the other layout, unless loose jamo show that nobody meant that. */
function inOtherLayout(query: string): Proposal[] {
  const swapped = swapLayout(query);
  if (swapped === null || /[\u3131-\u3163]/u.test(swapped)) return [];
  return [{ query: swapped, kind: 'keyboard', isSure: true }];
}

/** A word of the query with what is known about it. */
interface TypedWord extends QueryPiece {
  /** Whether it is right, although the catalogue may not have it. */
  readonly isRight: boolean;
  readonly isName: boolean;
  /** Whether other letters than the typed ones may have been meant. */
  readonly isFixed: boolean;
  /** Null when it can't stay as typed. */
  readonly asTyped: Candidate | null;
}

/** Keeping a word is likelier than a stroke that turns it into a very common one. */
const KEPT_SCORE = STROKE_WEIGHT;

function typedWords(
  query: string,
  dictionary: Dictionary,
  isRightWord: (word: string) => boolean,
  hits: QueryHits,
): TypedWord[] {
  let unknownCount = 0;
  return queryPieces(query).map((piece, _, pieces) => {
    const { start, end, text, script, strokes } = piece;
    const found = dictionary.find(strokes[script], script);
    const isKnown = found !== null && textOfWord(found) === text;
    if (!isKnown) unknownCount++;
    const isBeyond = !isKnown && unknownCount > UNKNOWN_MAX;
    const isRight = isRightWord(text);
    const isFixed = isKnown || isBeyond || isRight || /^[a-z]$/.test(text);
    const stays = isKnown || isBeyond || (pieces.length > 1 && hits.count(text) > 0);
    const score = KEPT_SCORE + (isKnown ? found.frequency : 0);
    const asTyped = { text: query.slice(start, end), kind: null, strokes: 0, cost: 0, score, isName: false };
    return { ...piece, isRight, isName: found?.isName === true, isFixed, asTyped: stays ? asTyped : null };
  });
}

/** A reading of one or more neighbouring words of the query. */
interface Reading extends Candidate {
  readonly wordCount: number;
  readonly isSure: boolean;
}

type ReadingsOf = (word: TypedWord, at: number) => readonly Reading[];

function readingOf(candidate: Candidate, word: TypedWord, words: readonly TypedWord[]): Reading {
  const isBesideNames = words.every((other) => other === word || other.isName);
  const beside = words.length === 1 ? 'nothing' : isBesideNames ? 'names' : 'words';
  return { ...candidate, wordCount: 1, isSure: isSure(word, candidate, beside) };
}

/** Each word as typed, if it may stay, and all its readings that need one stroke. */
function nearReadings(words: readonly TypedWord[], query: string, dictionary: Dictionary): ReadingsOf {
  return (word, at) => {
    const stays = word.asTyped === null ? [] : [word.asTyped];
    // A name may sound like two right words: 섹스피어.
    const isMeant = ({ text, isAlike, isName }: Candidate) =>
      text !== word.text && (!word.isFixed || (isAlike === true && isName && word.isRight));
    const near = word.isFixed && !word.isRight ? [] : nearWords(word, dictionary).filter(isMeant);
    const inParts = word.isFixed || stays.length > 0 ? [] : wordsInParts(word, dictionary);
    return [
      ...[...stays, ...likeliest([...near, ...inParts])].map((one) => readingOf(one, word, words)),
      ...joinedReadings(words, at, query, dictionary),
    ];
  };
}

/** Each word as typed, if it may stay, or its readings that need two strokes. */
function fartherReadings(words: readonly TypedWord[], dictionary: Dictionary): ReadingsOf {
  let left = FARTHER_MAX;
  return (word) => {
    const changes = word.asTyped === null && !word.isRight && left-- > 0;
    const candidates = changes ? fartherWords(word, dictionary) : word.asTyped === null ? [] : [word.asTyped];
    return candidates.map((one) => readingOf(one, word, words));
  };
}

const JOINED_COST = 1;

/** The word and the next one or two as a single one, with wrong spaces in it. */
function joinedReadings(
  words: readonly TypedWord[],
  at: number,
  query: string,
  dictionary: Dictionary,
): Reading[] {
  return [2, 3].flatMap((wordCount) => {
    const parts = words.slice(at, at + wordCount);
    const [first] = parts;
    if (first === undefined || parts.length < wordCount) return [];
    const { script } = first;
    const isOneWord = parts.every(
      (part, i) =>
        part.script === script && (i === 0 || /^\s+$/.test(query.slice(parts[i - 1]?.end, part.start))),
    );
    const word = isOneWord
      ? dictionary.find(parts.map(({ strokes }) => strokes[script]).join(''), script)
      : null;
    if (word === null) return [];
    // Each of the words might have been kept: one of all of them is as good as that.
    const score = word.frequency + wordCount * KEPT_SCORE - JOINED_COST;
    const kind: CorrectionKind = 'spacing';
    return [
      { text: textOfWord(word), kind, strokes: 1, cost: 0, score, isName: false, wordCount, isSure: true },
    ];
  });
}

/** A query corrected in two ways is named after the one that changed more of it. */
const BY_STRENGTH: readonly (CorrectionKind | null)[] = [null, 'spacing', 'spelling', 'keyboard'];

/**
 * The likeliest queries made of the words' readings, best first: one reading per word, at most STROKES_MAX strokes in
 * all.
 */
function likelyQueries(query: string, words: readonly TypedWord[], readingsOf: ReadingsOf): Proposal[] {
  /** The likeliest readings of exactly the first n words. */
  const covering: Omit<Reading, 'cost' | 'isName' | 'wordCount'>[][] = [
    [{ text: '', kind: null, strokes: 0, score: 0, isSure: true }],
  ];
  for (const [at, word] of words.entries()) {
    const gap = query.slice(words[at - 1]?.end ?? 0, word.start);
    const before = likeliest(covering[at] ?? []);
    // Readings are looked up only of words that something leads to.
    for (const reading of before.length === 0 ? [] : readingsOf(word, at)) {
      const longer = before.map(({ text, kind, strokes, score, isSure: wasSure }) => ({
        text: text + gap + reading.text,
        kind: BY_STRENGTH.indexOf(kind) > BY_STRENGTH.indexOf(reading.kind) ? kind : reading.kind,
        strokes: strokes + reading.strokes,
        score: score + reading.score,
        isSure: wasSure && reading.isSure,
      }));
      const to = at + reading.wordCount;
      covering[to] = [...(covering[to] ?? []), ...longer.filter(({ strokes }) => strokes <= STROKES_MAX)];
    }
  }
  const rest = query.slice(words.at(-1)?.end);
  return likeliest(covering[words.length] ?? []).flatMap(({ text, kind, isSure: isCertain }) =>
    kind === null ? [] : [{ query: text + rest, kind, isSure: isCertain }],
  );
}
