import type { Dictionary, WordScript } from './dictionary.ts';
import { hangulStrokes } from './keyboard.ts';
import type { QueryPiece } from './query-pieces.ts';
import { nearWords, type Repair } from './word-repairs.ts';

/** Longer words aren't split, and longer parts aren't searched for: both bound the work per word. */
const WORD_LENGTH_MAX = 64;
const PART_LENGTH_MAX = 24;
const PARTS_MAX = 6;
const PART_LENGTH_MIN = 2;
/** Korean words of one syllable are parts of long words only: any name is made of such. */
const SINGLE_SYLLABLES_FROM = 6;
/** English words of one letter, which no dictionary of a catalogue has. About as common as "the". */
const SINGLE_LETTERS: ReadonlySet<string> = new Set(['a', 'i']);
const SINGLE_LETTER_FREQUENCY = 6;
/** About the logarithm of the number of words in a catalogue: what one more part makes less likely. */
const PART_COST = 9;
const BLANK_COST = 3;

/** The word as known words typed without a space between them. */
export function gluedWords(piece: QueryPiece, dictionary: Dictionary): Repair[] {
  const word = plainWord(piece);
  if (word.length > WORD_LENGTH_MAX) return [];
  const parts = knownParts(word, piece.script, dictionary);
  const splits = [bestHeads(word, parts)[word.length]?.ends ?? []];
  for (let at = 2; at <= word.length - 2; at++) {
    if (parts(0, at) !== null && parts(at, word.length) !== null) splits.push([0, at, word.length]);
  }
  return splits.flatMap((ends) => {
    const blanks = ends.length - 2;
    if (blanks < 1) return [];
    const score = rarestOf(ends, parts) - BLANK_COST * blanks;
    return [
      {
        text: joinParts(word, ends, ' '),
        kind: 'spacing' as const,
        strokes: 1,
        cost: 0,
        score,
        isName: false,
      },
    ];
  });
}

const REPAIRED_PARTS_MAX = 48;
const PART_REPAIRS_MAX = 6;
const COMPOUND_COST = 1.5;
/** Shorter parts can't be recognised. */
const REPAIRED_LENGTH_MIN: Readonly<Record<WordScript, number>> = { hangul: 2, latin: 3 };

/** The word as known parts that stay and one between, before or behind them that is repaired. */
export function repairedCompounds(piece: QueryPiece, dictionary: Dictionary): Repair[] {
  const word = plainWord(piece);
  if (word.length > WORD_LENGTH_MAX) return [];
  const parts = knownParts(word, piece.script, dictionary);
  const joint = piece.script === 'latin' ? ' ' : '';
  return repairableGaps(word, piece.script, parts).flatMap(({ head, tail }) => {
    const [from = 0, end = 0] = [head.at(-1), tail[0]];
    const typed = typedPart(word.slice(from, end), piece.script);
    const rarest = Math.min(rarestOf(head, parts), rarestOf(tail, parts));
    const blanks = joint === '' ? 0 : head.length + tail.length - 2;
    return nearWords(typed, dictionary)
      .filter(({ kind, strokes }) => kind === 'spelling' && strokes > 0)
      .slice(0, PART_REPAIRS_MAX)
      .map((part) => {
        const texts = [joinParts(word, head, joint), part.text, joinParts(word, tail, joint)];
        const score = Math.min(rarest, part.score) - COMPOUND_COST - BLANK_COST * blanks;
        return { ...part, text: texts.filter((text) => text !== '').join(joint), score };
      });
  });
}

interface Gap {
  /** Where the known parts before and behind it end and begin. */
  readonly head: readonly number[];
  readonly tail: readonly number[];
}

/** Stretches with known parts on both sides, or on one side and the end of the word on the other: few parts first. */
function repairableGaps(word: string, script: WordScript, parts: PartFrequency): Gap[] {
  const heads = bestHeads(word, parts);
  const tails = bestTails(word, parts);
  const gaps: Gap[] = [];
  for (const [from, head] of heads.entries()) {
    for (const [end, tail] of tails.entries()) {
      if (head === null || tail === null || (from === 0 && end === word.length)) continue;
      const length = end - from;
      const partCount = head.ends.length + tail.ends.length - 1;
      if (length < REPAIRED_LENGTH_MIN[script] || length > PART_LENGTH_MAX || partCount > PARTS_MAX) continue;
      gaps.push({ head: head.ends, tail: tail.ends });
    }
  }
  const size = ({ head, tail }: Gap) => head.length + tail.length;
  return gaps.sort((a, b) => size(a) - size(b)).slice(0, REPAIRED_PARTS_MAX);
}

/** ln(1 + frequency) of the part between two places; null for no word. */
type PartFrequency = (from: number, end: number) => number | null;

function knownParts(word: string, script: WordScript, dictionary: Dictionary): PartFrequency {
  const memo = new Map<number, number | null>();
  const lengthMin = script === 'hangul' && word.length >= SINGLE_SYLLABLES_FROM ? 1 : PART_LENGTH_MIN;
  return (from, end) => {
    const key = from * (WORD_LENGTH_MAX + 1) + end;
    const known = memo.get(key);
    if (known !== undefined) return known;
    const part = word.slice(from, end);
    const found = dictionary.findWord(typedPart(part, script).strokes[script], script);
    const isPart = part.length >= lengthMin && found >= 0;
    const single = SINGLE_LETTERS.has(part) ? SINGLE_LETTER_FREQUENCY : null;
    const frequency = isPart ? dictionary.frequencyOf(found) : single;
    memo.set(key, frequency);
    return frequency;
  };
}

interface Split {
  readonly score: number;
  /** Where the parts start, and where the last one ends. */
  readonly ends: readonly number[];
}

/** The likeliest split of what stands before each place of the word; null where there is none. */
function bestHeads(word: string, parts: PartFrequency): (Split | null)[] {
  const best: (Split | null)[] = [{ score: 0, ends: [0] }];
  for (let end = 1; end <= word.length; end++) {
    let found: Split | null = null;
    for (let from = Math.max(0, end - PART_LENGTH_MAX); from < end; from++) {
      const before = best[from] ?? null;
      if (before === null || before.ends.length > PARTS_MAX || end - from === word.length) continue;
      const part = parts(from, end);
      const score = before.score + (part ?? 0) - PART_COST;
      if (part !== null && (found === null || score > found.score))
        found = { score, ends: [...before.ends, end] };
    }
    best[end] = found;
  }
  return best;
}

/** The same for what stands from each place on. */
function bestTails(word: string, parts: PartFrequency): (Split | null)[] {
  const { length } = word;
  const mirrored = bestHeads(word, (from, end) => parts(length - end, length - from));
  return mirrored
    .map((split) => split && { ...split, ends: split.ends.map((end) => length - end).toReversed() })
    .toReversed();
}

function rarestOf(ends: readonly number[], parts: PartFrequency): number {
  return Math.min(...ends.slice(1).map((end, i) => parts(ends[i] ?? 0, end) ?? 0), Number.MAX_VALUE);
}

function joinParts(word: string, ends: readonly number[], joint: string): string {
  return ends
    .slice(1)
    .map((end, i) => word.slice(ends[i], end))
    .join(joint);
}

function plainWord({ text, script, strokes }: QueryPiece): string {
  return script === 'hangul' ? text : strokes.latin;
}

function typedPart(text: string, script: WordScript) {
  const strokes = script === 'hangul' ? (hangulStrokes(text) ?? '') : text;
  return { script, strokes: { latin: strokes, hangul: strokes } };
}
