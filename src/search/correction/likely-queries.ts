import { type CorrectableWord, correctableWords } from './correctable-words.ts';
import type { CorrectionKind, Proposal, QueryHits, WordKnowledge } from './correction.ts';
import { type Dictionary, textOfWord } from './dictionary.ts';
import {
  type Candidate,
  fartherWords,
  isSure,
  likeliest,
  nearWords,
  STROKE_WEIGHT,
  wordsInParts,
} from './word-candidates.ts';

const STROKES_MAX = 2;
/** Unknown words beyond this many stay as typed. */
export const UNKNOWN_MAX = 12;
/** Maximum number of words of a query that may be corrected by two keystrokes. */
const FARTHER_MAX = 4;
/** Keeping a word is likelier than one wrong key that turns it into a very common word. */
const KEPT_SCORE = STROKE_WEIGHT;
const JOINED_COST = 1;

/** A word of the query with what the dictionary says of it. */
interface TypedWord extends CorrectableWord {
  /** Whether it is spelled correctly, although the catalogue may not have it. */
  readonly isRight: boolean;
  readonly isName: boolean;
  /** Whether it must not be changed. */
  readonly isFixed: boolean;
  /** The unchanged word as a candidate; null when it must change. */
  readonly asTyped: Candidate | null;
}

export function typedWords(
  query: string,
  dictionary: Dictionary,
  { isRightWord }: WordKnowledge,
  hits: QueryHits,
): TypedWord[] {
  let unknownCount = 0;
  return correctableWords(query).map((word, _, words) => {
    const { start, end, text, script, strokes } = word;
    const found = dictionary.find(strokes[script], script);
    const isKnown = found !== null && textOfWord(found) === text;
    if (!isKnown) unknownCount++;
    const isBeyond = !isKnown && unknownCount > UNKNOWN_MAX;
    const isRight = isRightWord(text);
    const isFixed = isKnown || isBeyond || isRight || /^[a-z]$/.test(text);
    const stays = isKnown || isBeyond || (words.length > 1 && hits.count(text) > 0);
    const score = KEPT_SCORE + (isKnown ? found.frequency : 0);
    const asTyped = { text: query.slice(start, end), kind: null, strokes: 0, cost: 0, score, isName: false };
    return { ...word, isRight, isName: found?.isName === true, isFixed, asTyped: stays ? asTyped : null };
  });
}

/** A replacement for one word or several neighbouring ones. */
interface Replacement extends Candidate {
  readonly wordCount: number;
  readonly isSure: boolean;
}

/** Queries with each word unchanged, if allowed, or one keystroke away, or with other spaces. */
export function queriesOneStrokeAway(
  query: string,
  words: readonly TypedWord[],
  dictionary: Dictionary,
): Proposal[] {
  return likelyQueries(query, words, (word, at) => {
    const stays = word.asTyped === null ? [] : [word.asTyped];
    // A name such as 섹스피어 may sound like two correct words.
    const isMeant = ({ text, isAlike, isName }: Candidate) =>
      text !== word.text && (!word.isFixed || (isAlike === true && isName && word.isRight));
    const near = word.isFixed && !word.isRight ? [] : nearWords(word, dictionary).filter(isMeant);
    const inParts = word.isFixed || stays.length > 0 ? [] : wordsInParts(word, dictionary);
    return [
      ...[...stays, ...likeliest([...near, ...inParts])].map((one) => replacementOf(one, word, words)),
      ...joinedWords(words, at, query, dictionary),
    ];
  });
}

/** Queries with each word unchanged, if allowed, or two keystrokes away. */
export function queriesTwoStrokesAway(
  query: string,
  words: readonly TypedWord[],
  dictionary: Dictionary,
): Proposal[] {
  let left = FARTHER_MAX;
  return likelyQueries(query, words, (word) => {
    const stays = word.asTyped === null ? [] : [word.asTyped];
    const changes = stays.length === 0 && !word.isRight && left-- > 0;
    return (changes ? fartherWords(word, dictionary) : stays).map((one) => replacementOf(one, word, words));
  });
}

function replacementOf(candidate: Candidate, word: TypedWord, words: readonly TypedWord[]): Replacement {
  const areNames = words.every((other) => other === word || other.isName);
  const beside = words.length === 1 ? 'nothing' : areNames ? 'names' : 'words';
  return { ...candidate, wordCount: 1, isSure: isSure(word, candidate, beside) };
}

/** The word joined with the next one or two, if that is a word of the catalogue. */
function joinedWords(
  words: readonly TypedWord[],
  at: number,
  query: string,
  dictionary: Dictionary,
): Replacement[] {
  return [2, 3].flatMap((wordCount): Replacement[] => {
    const parts = words.slice(at, at + wordCount);
    const [first] = parts;
    if (first === undefined || parts.length < wordCount) return [];
    const { script } = first;
    const areApart = parts.every(
      (part, i) =>
        part.script === script && (i === 0 || /^\s+$/.test(query.slice(parts[i - 1]?.end, part.start))),
    );
    const word = areApart
      ? dictionary.find(parts.map(({ strokes }) => strokes[script]).join(''), script)
      : null;
    if (word === null) return [];
    // Scored as likely as keeping each of the words.
    const score = word.frequency + wordCount * KEPT_SCORE - JOINED_COST;
    const joined = { text: textOfWord(word), kind: 'spacing', strokes: 1, cost: 0, score } as const;
    return [{ ...joined, isName: false, wordCount, isSure: true }];
  });
}

/** A query that was corrected in two ways gets the kind that comes later here. */
const BY_STRENGTH: readonly (CorrectionKind | null)[] = [null, 'spacing', 'spelling', 'keyboard'];

/** The likeliest queries with one replacement per word, best first, with at most STROKES_MAX wrong keys and spaces in all. */
function likelyQueries(
  query: string,
  words: readonly TypedWord[],
  replacementsFor: (word: TypedWord, at: number) => readonly Replacement[],
): Proposal[] {
  /** Indexed by n: the partial queries for the first n words. */
  const covering: Omit<Replacement, 'cost' | 'isName' | 'wordCount'>[][] = [
    [{ text: '', kind: null, strokes: 0, score: 0, isSure: true }],
  ];
  for (const [at, word] of words.entries()) {
    const gap = query.slice(words[at - 1]?.end ?? 0, word.start);
    const before = likeliest(covering[at] ?? []);
    // Words are looked up only if a partial query ends before them.
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
