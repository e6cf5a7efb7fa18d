import type { Correction, CorrectionKind } from '../search-index.ts';
import type { Dictionary } from './dictionary.ts';
import type { QueryPiece } from './query-pieces.ts';
import {
  fartherWords,
  isSureRepair,
  likeliest,
  nearWords,
  type Repair,
  STROKE_WEIGHT,
} from './word-repairs.ts';
import { gluedWords, repairedCompounds } from './word-splits.ts';

/** A reading of one or more neighbouring words of the query. */
interface PieceReading {
  readonly text: string;
  /** Null when the words stay as typed. */
  readonly kind: CorrectionKind | null;
  readonly strokes: number;
  readonly score: number;
  /** How many words of the query it covers. */
  readonly pieceCount: number;
  /** Whether to answer with it; otherwise it is only suggested. */
  readonly isSure: boolean;
}

/** A query that may have been meant. */
export interface LikelyQuery extends Correction {
  readonly isSure: boolean;
}

/** Likeliest combinations kept while going from word to word. */
const BEAM = 24;

/**
 * The likeliest queries made of the words' readings, best first: one reading per word, at most `strokesMax`
 * strokes in all.
 */
export function likelyQueries(
  query: string,
  pieces: readonly QueryPiece[],
  readingsAt: (piece: number) => readonly PieceReading[],
  strokesMax: number,
): LikelyQuery[] {
  if (pieces.length === 0) return [];
  /** Combinations that cover exactly the first n words. */
  const covering: Combination[][] = Array.from({ length: pieces.length + 1 }, () => []);
  covering[0] = [{ text: '', kind: null, strokes: 0, score: 0, isSure: true }];
  pieces.forEach((piece, at) => {
    const gap = query.slice(pieces[at - 1]?.end ?? 0, piece.start);
    const before = best(covering[at] ?? []);
    if (before.length === 0) return;
    for (const reading of readingsAt(at)) {
      for (const combination of before) {
        const strokes = combination.strokes + reading.strokes;
        if (strokes > strokesMax) continue;
        covering[at + reading.pieceCount]?.push({
          text: combination.text + gap + reading.text,
          kind: strongerKind(combination.kind, reading.kind),
          strokes,
          score: combination.score + reading.score,
          isSure: combination.isSure && reading.isSure,
        });
      }
    }
  });
  const rest = query.slice(pieces.at(-1)?.end);
  return best(covering[pieces.length] ?? []).flatMap(({ text, kind, isSure }) =>
    kind === null ? [] : [{ query: text + rest, kind, isSure }],
  );
}

type Combination = Omit<PieceReading, 'pieceCount'>;

function best(combinations: readonly Combination[]): Combination[] {
  return combinations.toSorted((a, b) => b.score - a.score).slice(0, BEAM);
}

/** A query corrected in two ways is named after the one that changed more of it. */
const BY_STRENGTH: readonly (CorrectionKind | null)[] = [null, 'spacing', 'spelling', 'keyboard'];

function strongerKind(one: CorrectionKind | null, other: CorrectionKind | null): CorrectionKind | null {
  return BY_STRENGTH.indexOf(one) > BY_STRENGTH.indexOf(other) ? one : other;
}

interface WordReadingsParts {
  readonly query: string;
  readonly pieces: readonly QueryPiece[];
  readonly dictionary: Dictionary;
  readonly hasHits: (query: string) => boolean;
  /** Whether a word is right, although the catalogue may not have it. */
  readonly isRightWord: (word: string) => boolean;
}

/** Keeping a word is likelier than a stroke that turns it into a very common one. */
const KEPT_SCORE = STROKE_WEIGHT;
const JOINED_COST = 1;
/** Unknown words beyond this many stay as typed. */
export const UNKNOWN_PIECES_MAX = 12;
/** At most this many are corrected by two strokes. */
const FARTHER_PIECES_MAX = 4;

/** What each word of a query may stand for. Looks up a word when first asked for it. */
export function createWordReadings(parts: WordReadingsParts) {
  const { query, pieces, dictionary, hasHits, isRightWord } = parts;
  const isKnown = (piece: QueryPiece) => isKnownWord(piece, dictionary);
  const joined = (at: number) => joinedReadings(parts, at);
  const nearMemo: (readonly PieceReading[])[] = [];
  const isAlone = pieces.length === 1;
  let unknownCount = 0;
  let fartherCount = 0;

  function isBesideNames(piece: QueryPiece): boolean {
    return !isAlone && pieces.every((other) => other === piece || isNameWord(other, dictionary));
  }

  function kept(piece: QueryPiece): PieceReading[] {
    if (isKnown(piece)) {
      const word = dictionary.findWord(piece.strokes[piece.script], piece.script);
      return [asTyped(piece, dictionary.frequencyOf(word))];
    }
    return isAlone || !hasHits(piece.text) ? [] : [asTyped(piece, 0)];
  }

  function asTyped({ start, end }: QueryPiece, frequency: number): PieceReading {
    const score = frequency + KEPT_SCORE;
    return { text: query.slice(start, end), kind: null, strokes: 0, score, pieceCount: 1, isSure: true };
  }

  const readingOf = (piece: QueryPiece, repair: Repair): PieceReading => ({
    ...repair,
    pieceCount: 1,
    isSure: isSureRepair({ ...piece, isAlone, isBesideNames: isBesideNames(piece) }, repair),
  });

  function near(at: number): readonly PieceReading[] {
    const piece = pieces[at];
    if (piece === undefined) return [];
    if (!isKnown(piece) && ++unknownCount > UNKNOWN_PIECES_MAX) return [asTyped(piece, 0)];
    const stays = kept(piece);
    const isSingleLetter = piece.script === 'latin' && piece.text.length === 1;
    if (isSingleLetter || isKnown(piece) || isRightWord(piece.text)) return [...stays, ...joined(at)];
    const repairs = nearWords(piece, dictionary).filter(({ text }) => text !== piece.text);
    const inParts =
      stays.length > 0 ? [] : [...gluedWords(piece, dictionary), ...repairedCompounds(piece, dictionary)];
    const changed = likeliest([...repairs, ...inParts]).map((repair) => readingOf(piece, repair));
    return [...stays, ...changed, ...joined(at)];
  }

  function remembered(at: number): readonly PieceReading[] {
    nearMemo[at] ??= near(at);
    return nearMemo[at];
  }

  return {
    /** The word at a position of the query as typed, if it may stay, and all its readings that need one stroke. */
    near: remembered,
    /** The word as typed, if it may stay, or its readings that need two strokes. */
    farther(at: number): readonly PieceReading[] {
      const piece = pieces[at];
      const stays = remembered(at).filter(({ kind }) => kind === null);
      if (piece === undefined || stays.length > 0 || fartherCount === FARTHER_PIECES_MAX) return stays;
      if (isRightWord(piece.text)) return [];
      fartherCount++;
      return fartherWords(piece, dictionary).map((repair) => readingOf(piece, repair));
    },
  };
}

/** Whether the dictionary has the word in these letters. */
function isKnownWord({ script, strokes, text }: QueryPiece, dictionary: Dictionary): boolean {
  const word = dictionary.findWord(strokes[script], script);
  return word >= 0 && dictionary.textOf(word) === text;
}

function isNameWord({ script, strokes }: QueryPiece, dictionary: Dictionary): boolean {
  const word = dictionary.findWord(strokes[script], script);
  return word >= 0 && dictionary.isName(word);
}

/** The word and the next one or two as a single one, with wrong spaces in it. */
function joinedReadings({ query, pieces, dictionary }: WordReadingsParts, at: number): PieceReading[] {
  return [2, 3].flatMap((pieceCount) => {
    const parts = pieces.slice(at, at + pieceCount);
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined || parts.length < pieceCount) return [];
    const { script } = first;
    const isOneWord = parts.every(
      (part, i) =>
        part.script === script && (i === 0 || /^\s+$/.test(query.slice(parts[i - 1]?.end, part.start))),
    );
    const word = isOneWord
      ? dictionary.findWord(parts.map(({ strokes }) => strokes[script]).join(''), script)
      : -1;
    if (word < 0) return [];
    // Each of the words might have been kept: one of all of them is as good as that.
    const score = dictionary.frequencyOf(word) + pieceCount * KEPT_SCORE - JOINED_COST;
    const text = dictionary.textOf(word);
    return [{ text, kind: 'spacing' as const, strokes: 1, score, pieceCount, isSure: true }];
  });
}
