import type { Dictionary, WordScript } from './dictionary.ts';
import { hangulStrokes } from './keyboard.ts';
import type { QueryPiece } from './query-pieces.ts';
import { nearWords, type Repair } from './word-repairs.ts';

/** Longer words aren't split, and longer parts aren't looked for: both limits bound the work on one word. */
const WORD_LENGTH_MAX = 64;
const PART_LENGTH_MAX = 24;
const PARTS_MAX = 4;
const PART_LENGTH_MIN = 2;
/** About the logarithm of the number of words in a catalogue: what one more part makes less likely. */
const PART_COST = 9;
const BLANK_COST = 3;

/** The word as known words that were typed without a blank between them. */
export function gluedWords(piece: QueryPiece, dictionary: Dictionary): Repair[] {
  const word = plainWord(piece);
  if (word.length < 2 * PART_LENGTH_MIN || word.length > WORD_LENGTH_MAX) return [];
  const frequency = knownParts(word, piece.script, dictionary);
  const splits = [bestSplit(word.length, frequency)];
  for (let at = PART_LENGTH_MIN; at <= word.length - PART_LENGTH_MIN; at++) {
    if (frequency(0, at) !== null && frequency(at, word.length) !== null) splits.push([0, at, word.length]);
  }
  return splits.flatMap((ends) => {
    if (ends.length < 3) return [];
    const parts = ends.slice(1).map((end, i) => ({ from: ends[i] ?? 0, end }));
    const rarest = Math.min(...parts.map(({ from, end }) => frequency(from, end) ?? 0));
    const blanks = parts.length - 1;
    return [
      {
        text: parts.map(({ from, end }) => word.slice(from, end)).join(' '),
        kind: 'spacing' as const,
        strokes: blanks,
        score: rarest - BLANK_COST * blanks,
      },
    ];
  });
}

const KNOWN_PARTS_MAX = 3;
const PART_REPAIRS_MAX = 8;
const COMPOUND_COST = 1.5;
/** Shorter words have no two parts of which one could be known and the other one recognised. */
const COMPOUND_LENGTH_MIN: Readonly<Record<WordScript, number>> = { hangul: 2, latin: 3 };

/** The word as a known part that stays and another one that is repaired. */
export function repairedCompounds(piece: QueryPiece, dictionary: Dictionary): Repair[] {
  const word = plainWord(piece);
  const lengthMin = COMPOUND_LENGTH_MIN[piece.script];
  if (word.length > WORD_LENGTH_MAX) return [];
  const frequency = knownParts(word, piece.script, dictionary);
  const joint = piece.script === 'latin' ? ' ' : '';
  const repairs: Repair[] = [];
  const repair = (from: number, end: number, known: number, join: (text: string) => string) => {
    for (const part of nearWords(typedPart(word.slice(from, end), piece.script), dictionary).slice(
      0,
      PART_REPAIRS_MAX,
    )) {
      const score = Math.min(known, part.score) - COMPOUND_COST;
      if (part.kind === 'spelling' && part.strokes > 0)
        repairs.push({ ...part, text: join(part.text), score });
    }
  };
  let [heads, tails] = [0, 0];
  for (let length = Math.min(word.length - lengthMin, PART_LENGTH_MAX); length >= lengthMin; length--) {
    const head = heads < KNOWN_PARTS_MAX ? frequency(0, length) : null;
    const tail = tails < KNOWN_PARTS_MAX ? frequency(word.length - length, word.length) : null;
    if (head !== null) {
      heads++;
      repair(length, word.length, head, (text) => word.slice(0, length) + joint + text);
    }
    if (tail !== null) {
      tails++;
      repair(0, word.length - length, tail, (text) => text + joint + word.slice(word.length - length));
    }
  }
  return repairs;
}

type PartFrequency = (from: number, end: number) => number | null;

/** How common the part of the word between two places is; null for no word. */
function knownParts(word: string, script: WordScript, dictionary: Dictionary): PartFrequency {
  return (from, end) => {
    const { strokes } = typedPart(word.slice(from, end), script);
    const found = dictionary.findWord(strokes[script], script);
    return found < 0 ? null : dictionary.frequencyOf(found);
  };
}

/** The start, then the end of each part of the likeliest split; only the start when there is none. */
function bestSplit(length: number, frequency: PartFrequency): number[] {
  const best: ({ score: number; ends: number[] } | null)[] = [{ score: 0, ends: [0] }];
  for (let end = 1; end <= length; end++) {
    best[end] = null;
    for (let from = Math.max(0, end - PART_LENGTH_MAX); from <= end - PART_LENGTH_MIN; from++) {
      const before = best[from] ?? null;
      if (before === null || before.ends.length > PARTS_MAX || end - from === length) continue;
      const part = frequency(from, end);
      if (part === null) continue;
      const score = before.score + part - PART_COST;
      if (score > (best[end]?.score ?? -Infinity)) best[end] = { score, ends: [...before.ends, end] };
    }
  }
  return best[length]?.ends ?? [0];
}

function plainWord({ text, script, strokes }: QueryPiece): string {
  return script === 'hangul' ? text : strokes.latin;
}

function typedPart(text: string, script: WordScript) {
  const strokes = script === 'hangul' ? (hangulStrokes(text) ?? '') : text;
  return { script, strokes: { latin: strokes, hangul: strokes } };
}
