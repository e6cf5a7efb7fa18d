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

/** A query searched instead of one without hits. */
export interface Correction {
  readonly query: string;
  readonly kind: CorrectionKind;
}

/** A query that the user may have meant. */
export interface Proposal extends Correction {
  /** Whether it is certain enough to answer with; otherwise it is only suggested. */
  readonly isSure: boolean;
}

/** Queries of the current index, at most HITS_ASKED_MAX for one correction. */
export interface QueryHits {
  /** Number of matching items; with `lastIsBeginning`, the last word is a prefix. */
  count(query: string, lastIsBeginning?: boolean): number;
  /**
   * Whether the query is the whole title of an item, alone or beside that item's names, volume and year. Without `isTitle` it may
   * also be a title before a subtitle, or a name.
   */
  isMeant(query: string, isTitle: boolean): boolean;
}

/** Facts about words, in the catalogue or not. */
export interface WordKnowledge {
  /** Whether a word is spelled correctly, although the catalogue may not have it. */
  isRightWord(word: string): boolean;
  /** Whether most items that have the word have it in a contributor's name. */
  isName(word: string): boolean;
  /** Words of the catalogue one keystroke away, then those two away, the likeliest of each first. */
  nearWords(word: string): readonly string[];
}

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

/** A query of one word needs this many keys to be corrected by two wrong ones. */
const ALONE_TWO_STROKES_MIN = 8;
/** Also for a name beside another word, and for a word beside names: a first name goes with any surname. */
const NAME_TWO_STROKES_MIN = 8;
/** A query of one word needs this many keys to be corrected to a name: few other names are as close. */
const NAME_ALONE_STROKES_MIN = 12;
/** A word needs this many syllables to be corrected to one of equal sound, whatever is beside it. */
const ALIKE_LENGTH_MIN = 4;
/** A query of one shorter word is never corrected. */
const ALONE_LENGTH_MIN = 4;
/** Two Korean syllables of at most this many keys are corrected only for a likely mistake. */
const HANGUL_EASY_LENGTH_MAX = 5;
const EASY_COST_MAX = 0.7;

/**
 * Whether a candidate is certain enough to answer with; otherwise it is only suggested (docs/search.md#correction). `beside` says
 * whether there are other words, and whether all of them are names. A single word says little: a short name that the shop lacks
 * is close to one that it has.
 */
function isSure(
  { script, text, strokes }: CorrectableWord,
  { kind, strokes: wrong, cost, isName, isAlike, text: meant }: Candidate,
  beside: 'nothing' | 'names' | 'words',
): boolean {
  if (kind === null || kind === 'keyboard') return true;
  const { length } = strokes[script];
  if (isAlike === true && text.length >= ALIKE_LENGTH_MIN) return true;
  if ((isName || beside === 'names') && wrong > 1 && length < NAME_TWO_STROKES_MIN) return false;
  if (beside !== 'nothing') return true;
  if (kind === 'spacing') return !isKoreanName(text);
  if (length < ALONE_LENGTH_MIN || isKoreanName(text)) return false;
  if (isName && (hangulStrokes(meant) ?? meant).length < NAME_ALONE_STROKES_MIN) return false;
  if (wrong > 1) return length >= ALONE_TWO_STROKES_MIN;
  return script === 'latin' || length > HANGUL_EASY_LENGTH_MAX || cost <= EASY_COST_MAX;
}

/** The family names of nearly all Koreans. */
const FAMILY_NAMES =
  '김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민류나진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용';

/** Whether a word has the form of a Korean name: a family name and two syllables. */
function isKoreanName(text: string): boolean {
  return /^[가-힣]{3}$/.test(text) && FAMILY_NAMES.includes(text.charAt(0));
}
