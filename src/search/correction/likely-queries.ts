import { textKey } from '../tokenise.ts';
import { type Dictionary, textOfWord } from './dictionary.ts';
import { hangulStrokes } from './keyboard.ts';
import {
  type Candidate,
  type CorrectableWord,
  type CorrectionKind,
  correctableWords,
  fartherWords,
  likeliest,
  nearWords,
  STROKE_WEIGHT,
  wordsInParts,
} from './word-candidates.ts';

export interface Correction {
  readonly query: string;
  readonly kind: CorrectionKind;
}

export interface Proposal extends Correction {
  /** Whether search uses the query; otherwise the query is only suggested. */
  readonly isSure: boolean;
}

export interface QueryHits {
  /** Number of matching items; with `lastIsBeginning`, the last word is a prefix. */
  count(query: string, lastIsBeginning?: boolean): number;
  /**
   * Whether the query is an item's title. The query may lack a part in brackets, and may add the item's names, volume or year.
   * Without `isTitle`, a whole name or a title without its subtitle is enough.
   */
  isMeant(query: string, isTitle: boolean): boolean;
}

const STROKES_MAX = 2;
/** Maximum number of unknown words to correct; further unknown words stay as typed. */
export const UNKNOWN_MAX = 12;
const FARTHER_MAX = 4;
/** The bonus of an unchanged word. The bonus outweighs one wrong key, even if the corrected word is very common. */
const KEPT_SCORE = STROKE_WEIGHT;
const JOINED_COST = 1;

type TypedWords = ReturnType<typeof typedWords>;
type TypedWord = TypedWords[number];

export function typedWords(
  query: string,
  dictionary: Dictionary,
  isRightWord: (word: string) => boolean,
  hits: QueryHits,
) {
  let unknownCount = 0;
  return correctableWords(query).map((word, _, words) => {
    const { start, end, text, script, strokes } = word;
    const found = dictionary.find(strokes[script], script);
    const isKnown = found !== null && textOfWord(found) === text;
    if (!isKnown) unknownCount++;
    const isBeyond = !isKnown && unknownCount > UNKNOWN_MAX;
    const isRight = isRightWord(text);
    /** Whether the word must not be respelled, except to a name that sounds alike. */
    const isFixed = isKnown || isBeyond || isRight || /^[a-z]$/.test(text);
    const stays = isKnown || isBeyond || (words.length > 1 && hits.count(text) > 0);
    const score = KEPT_SCORE + (isKnown ? found.frequency : 0);
    const kept = { text: query.slice(start, end), kind: null, strokes: 0, cost: 0, score, isName: false };
    /** Empty if the word has no hits, and so must change. */
    const asTyped: readonly Candidate[] = stays ? [kept] : [];
    return { ...word, isRight, isName: found?.isName === true, isFixed, asTyped };
  });
}

interface Replacement extends Candidate {
  readonly wordCount: number;
  readonly isSure: boolean;
}

export function queriesOneStrokeAway(query: string, words: TypedWords, dictionary: Dictionary): Proposal[] {
  return likelyQueries(query, words, (word, at) => {
    // A misspelt name such as 섹스피어 may look like a compound of two correct words.
    const isMeant = ({ text, isAlike, isName }: Candidate) =>
      text !== word.text && (!word.isFixed || (isAlike === true && isName && word.isRight));
    const near = word.isFixed && !word.isRight ? [] : nearWords(word, dictionary).filter(isMeant);
    const inParts = word.isFixed || word.asTyped.length > 0 ? [] : wordsInParts(word, dictionary);
    return [
      ...[...word.asTyped, ...likeliest([...near, ...inParts])].map((one) => replacementOf(one, word, words)),
      ...joinedWords(words, at, query, dictionary),
    ];
  });
}

export function queriesTwoStrokesAway(query: string, words: TypedWords, dictionary: Dictionary): Proposal[] {
  let left = FARTHER_MAX;
  return likelyQueries(query, words, (word) => {
    const changes = word.asTyped.length === 0 && !word.isRight && left-- > 0;
    const candidates = changes ? fartherWords(word, dictionary) : word.asTyped;
    return candidates.map((one) => replacementOf(one, word, words));
  });
}

function replacementOf(candidate: Candidate, word: TypedWord, words: TypedWords): Replacement {
  const areNames = words.every((other) => other === word || other.isName);
  const beside = words.length === 1 ? 'nothing' : areNames ? 'names' : 'words';
  return { ...candidate, wordCount: 1, isSure: isSure(word, candidate, beside) };
}

function joinedWords(words: TypedWords, at: number, query: string, dictionary: Dictionary): Replacement[] {
  return [2, 3].flatMap((wordCount): Replacement[] => {
    const parts = words.slice(at, at + wordCount);
    const script = parts[0]?.script ?? 'latin';
    const areApart = parts.every(
      (part, i) =>
        part.script === script && (i === 0 || /^\s+$/.test(query.slice(parts[i - 1]?.end, part.start))),
    );
    const keys = parts.map(({ strokes }) => strokes[script]).join('');
    const word = areApart && parts.length === wordCount ? dictionary.find(keys, script) : null;
    if (word === null) return [];
    // Unchanged words get KEPT_SCORE each, so a joined word gets KEPT_SCORE for each of its parts.
    const score = word.frequency + wordCount * KEPT_SCORE - JOINED_COST;
    const joined = { text: textOfWord(word), kind: 'spacing', strokes: 1, cost: 0, score } as const;
    return [{ ...joined, isName: false, wordCount, isSure: true }];
  });
}

/** Kinds from weak to strong: a query corrected in two ways gets the stronger kind. */
const BY_STRENGTH: readonly (CorrectionKind | null)[] = [null, 'spacing', 'spelling', 'keyboard'];

/** The likeliest queries made of replacements, best first, with at most STROKES_MAX corrected keys and spaces. */
function likelyQueries(
  query: string,
  words: TypedWords,
  replacementsFor: (word: TypedWord, at: number) => readonly Replacement[],
): Proposal[] {
  /** At index n: the partial queries made of the first n words. */
  const covering: Omit<Replacement, 'cost' | 'isName' | 'wordCount'>[][] = [
    [{ text: '', kind: null, strokes: 0, score: 0, isSure: true }],
  ];
  for (const [at, word] of words.entries()) {
    const gap = query.slice(words[at - 1]?.end ?? 0, word.start);
    const before = likeliest(covering[at] ?? []);
    // A word is looked up only if a partial query ends right before it.
    for (const replacement of before.length === 0 ? [] : replacementsFor(word, at)) {
      const longer = before.map(({ text, kind, strokes, score, isSure: wasSure }) => ({
        text: text + gap + replacement.text,
        kind: BY_STRENGTH.indexOf(kind) > BY_STRENGTH.indexOf(replacement.kind) ? kind : replacement.kind,
        strokes: strokes + replacement.strokes,
        score: score + replacement.score,
        isSure: wasSure && replacement.isSure,
      }));
      const to = at + replacement.wordCount;
      covering[to] = [...(covering[to] ?? []), ...longer.filter(({ strokes }) => strokes <= STROKES_MAX)];
    }
  }
  const rest = query.slice(words.at(-1)?.end);
  return likeliest(covering[words.length] ?? []).flatMap(({ text, kind, isSure: isCertain }) =>
    kind === null ? [] : [{ query: text + rest, kind, isSure: isCertain }],
  );
}

/** Minimum lengths, in keys, for sure corrections (docs/search.md#correction). */
const ALONE_MIN = 4;
const ALONE_TWO_STROKES_MIN = 8;
const NAME_TWO_STROKES_MIN = 8;
const NAME_ALONE_MIN = 12;
const ALIKE_SYLLABLES_MIN = 4;
/** A one-word Hangul query of at most this many keys is respelled only if the mistake costs at most EASY_COST_MAX. */
const HANGUL_EASY_LENGTH_MAX = 5;
const EASY_COST_MAX = 0.7;

/** Whether a candidate is certain enough to answer with (docs/search.md#correction). */
function isSure(
  { script, text, strokes }: CorrectableWord,
  { kind, strokes: wrong, cost, isName, isAlike, text: meant }: Candidate,
  beside: 'nothing' | 'names' | 'words',
): boolean {
  if (kind === null || kind === 'keyboard') return true;
  const { length } = strokes[script];
  if (isAlike === true && text.length >= ALIKE_SYLLABLES_MIN) return true;
  if ((isName || beside === 'names') && wrong > 1 && length < NAME_TWO_STROKES_MIN) return false;
  if (beside !== 'nothing') return true;
  if (kind === 'spacing') return !isKoreanName(text);
  if (length < ALONE_MIN || isKoreanName(text)) return false;
  if (isName && (hangulStrokes(meant) ?? meant).length < NAME_ALONE_MIN) return false;
  if (wrong > 1) return length >= ALONE_TWO_STROKES_MIN;
  return script === 'latin' || length > HANGUL_EASY_LENGTH_MAX || cost <= EASY_COST_MAX;
}

const FAMILY_NAMES =
  '김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민류나진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용';

function isKoreanName(text: string): boolean {
  return /^[가-힣]{3}$/.test(text) && FAMILY_NAMES.includes(text.charAt(0));
}

/** Groups of equivalent words or phrases, such as 셜록 홈스 and 셜록 홈즈. */
export type SimilarGroups = readonly (readonly string[])[];

/** Longer members, counted without spaces, are skipped: finding them would take too long. */
const MEMBER_LENGTH_MAX = 24;

/**
 * Returns a function that lists the queries in which one member of a group is replaced by another. Spaces inside a member don't
 * count. Hangul members are also found inside words (홈스의).
 */
export function openSimilarWords(groups: SimilarGroups): (query: string) => string[] {
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
