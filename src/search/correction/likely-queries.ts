import type { Correction, CorrectionKind } from '../search-index.ts';
import type { QueryPiece } from './query-pieces.ts';

/** A reading of one or more neighbouring words of the query. */
export interface PieceReading {
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
