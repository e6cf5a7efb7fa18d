import type { CorrectionKind } from '../search-index.ts';
import { isEnglishForm } from '../words/language-words.ts';
import type { Dictionary, WordScript } from './dictionary.ts';
import { composeHangul, hangulStrokes } from './keyboard.ts';
import type { QueryPiece } from './query-pieces.ts';
import { strokeDistance } from './stroke-distance.ts';

/** A possible replacement for a word of the query. */
export interface Repair {
  readonly text: string;
  readonly kind: CorrectionKind;
  /** Keys or spaces that are wrong in this reading. */
  readonly strokes: number;
  /** Their total cost, 1 for a random key. */
  readonly cost: number;
  /** Higher is likelier: the logarithm of the word's frequency, minus the cost of the mistakes. */
  readonly score: number;
  /** Whether the catalogue uses it mostly as a name. */
  readonly isName: boolean;
}

/** The keys of a word as typed, for either reading. */
type TypedWord = Pick<QueryPiece, 'script' | 'strokes'>;

/** A random wrong key cancels a 245-fold frequency advantage. */
export const STROKE_WEIGHT = 5.5;
const LAYOUT_COST = 1;
/** Shorter words are not corrected by two wrong keys, or by the wrong layout and a wrong key. */
const TWO_STROKES_LENGTH_MIN = 5;
const REPAIRS_MAX = 24;
/** About how many words are measured for two strokes: a limit for catalogues of near-identical words. */
export const CANDIDATES_MAX = 20_000;

/** Words up to one stroke away, the likeliest first: with the right keys in the wrong layout, or a wrong key. */
export function nearWords(typed: TypedWord, dictionary: Dictionary): Repair[] {
  const words = new Set<number>();
  for (const strokes of readings(typed)) dictionary.collectNear(strokes, words);
  const repairs = [...rate(words, typed, dictionary, 1), ...soundAlikes(typed, dictionary)];
  return likeliest(repairs);
}

/** Words two strokes away. Slower than nearWords. */
export function fartherWords(typed: TypedWord, dictionary: Dictionary): Repair[] {
  const strokes = typed.strokes[typed.script];
  if (strokes.length < TWO_STROKES_LENGTH_MIN) return [];
  const words = new Set<number>();
  for (const near of nearStrokes(strokes, typed.script)) {
    dictionary.collectNear(near, words);
    if (words.size > CANDIDATES_MAX) break;
  }
  return likeliest([...rate(words, typed, dictionary, 2)].filter((repair) => repair.strokes === 2));
}

export function likeliest(repairs: readonly Repair[]): Repair[] {
  return repairs.toSorted((a, b) => b.score - a.score).slice(0, REPAIRS_MAX);
}

function readings({ strokes }: TypedWord): string[] {
  return strokes.latin === strokes.hangul ? [strokes.latin] : [strokes.latin, strokes.hangul];
}

function* rate(
  words: ReadonlySet<number>,
  typed: TypedWord,
  dictionary: Dictionary,
  strokesMax: number,
): Generator<Repair> {
  for (const word of words) {
    const script = dictionary.scriptOf(word);
    const strokes = typed.strokes[script];
    const isLayout = script !== typed.script;
    const distance = strokeDistance(
      strokes,
      dictionary.strokesOf(word),
      script,
      isLayout ? Number(strokes.length > TWO_STROKES_LENGTH_MIN) : strokesMax,
    );
    if (distance === null) continue;
    const score = dictionary.frequencyOf(word) - STROKE_WEIGHT * distance.cost - (isLayout ? LAYOUT_COST : 0);
    yield {
      text: dictionary.textOf(word),
      kind: isLayout ? 'keyboard' : 'spelling',
      strokes: distance.strokes,
      cost: distance.cost,
      score,
      isName: dictionary.isName(word),
    };
  }
}

/** Vowels that sound the same although two keys of them differ: ㅞ for ㅚ and ㅙ. */
function soundAlikes({ script, strokes }: TypedWord, dictionary: Dictionary): Repair[] {
  if (script === 'latin') return [];
  return similarVowels(strokes.hangul).flatMap((alike) => {
    const word = dictionary.findWord(alike, 'hangul');
    if (word < 0) return [];
    const score = dictionary.frequencyOf(word) - STROKE_WEIGHT * SIMILAR_VOWEL_COST;
    return [
      {
        text: composeHangul(alike),
        kind: 'spelling' as const,
        strokes: 1,
        cost: SIMILAR_VOWEL_COST,
        score,
        isName: dictionary.isName(word),
      },
    ];
  });
}
const SIMILAR_VOWEL_COST = 0.55;

/** Keys of longer words are left out and swapped only: there would be too many variants. */
const REPLACED_LENGTH_MAX = 20;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const KEYS: Readonly<Record<WordScript, string>> = { latin: LETTERS, hangul: `${LETTERS}QWERTOP` };

/** The keys with one of them left out, added, replaced or swapped with the next. */
function nearStrokes(strokes: string, script: WordScript): Set<string> {
  const near = new Set<string>();
  for (let at = 0; at < strokes.length; at++) {
    const [before, key, after] = [strokes.slice(0, at), strokes.charAt(at), strokes.slice(at + 1)];
    near.add(before + after);
    near.add(before + after.charAt(0) + key + after.slice(1));
    if (strokes.length > REPLACED_LENGTH_MAX) continue;
    for (const other of KEYS[script]) {
      near.add(before + other + after);
      near.add(before + other + key + after);
    }
  }
  return near;
}

/** Keys of a Hangul word with one vowel replaced by one that sounds the same, where two keys differ. */
function similarVowels(strokes: string): string[] {
  return [...strokes.matchAll(/np|h[lo]/g)].flatMap(({ 0: vowel, index }) =>
    (vowel === 'np' ? ['hl', 'ho'] : ['np']).map(
      (alike) => strokes.slice(0, index) + alike + strokes.slice(index + 2),
    ),
  );
}

/** A word of a query, as seen by spelling correction. */
interface TypedPiece extends Pick<QueryPiece, 'script' | 'text' | 'strokes'> {
  /** Whether it is the only word. */
  readonly isAlone: boolean;
  /** Whether there are other words, and all of them are names. */
  readonly isBesideNames: boolean;
}

/** A word on its own may have two wrong keys from this many keys on. */
const ALONE_TWO_STROKES_MIN = 8;
/** The same for a name beside another word, and for a word beside names: a first name agrees with any surname. */
const NAME_TWO_STROKES_MIN = 8;
/** A word on its own is turned into a name from this many keys of the name on: few other names are as close. */
const NAME_ALONE_STROKES_MIN = 12;
/** Shorter words on their own are never respelled. */
const ALONE_LENGTH_MIN = 4;
/** Two Korean syllables of up to this many keys are respelled only for an easy mistake. */
const HANGUL_EASY_LENGTH_MAX = 5;
/** The same where the first of them may be a family name. */
const NAME_EASY_LENGTH_MAX = 6;
const EASY_COST_MAX = 0.7;

/**
 * Whether a repair is certain enough to answer with; otherwise it is only suggested (docs/search.md#correction).
 * A single word tells little: a short name that the shop lacks is close to one that it has.
 */
export function isSureRepair(piece: TypedPiece, repair: Repair): boolean {
  if (repair.kind === 'keyboard') return true;
  const { length } = piece.strokes[piece.script];
  const isOfNames = repair.isName || piece.isBesideNames;
  if (isOfNames && repair.strokes > 1 && length < NAME_TWO_STROKES_MIN) return false;
  if (!piece.isAlone) return true;
  if (repair.kind === 'spacing') return !isKoreanName(piece.text);
  if (length < ALONE_LENGTH_MIN || isKoreanName(piece.text)) return false;
  if (repair.isName && strokeCount(repair.text) < NAME_ALONE_STROKES_MIN) return false;
  if (piece.script === 'latin' && isEnglishForm(piece.text)) return false;
  if (repair.strokes > 1) return length >= ALONE_TWO_STROKES_MIN;
  const easyLengthMax = isShortKoreanName(piece.text) ? NAME_EASY_LENGTH_MAX : HANGUL_EASY_LENGTH_MAX;
  return piece.script === 'latin' || length > easyLengthMax || repair.cost <= EASY_COST_MAX;
}

function strokeCount(word: string): number {
  return (hangulStrokes(word) ?? word).length;
}

/** Family names of nearly all Koreans. */
const FAMILY_NAMES =
  '김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민류나진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용';

/** Whether a word may be a family name with a given name of one syllable. */
function isShortKoreanName(text: string): boolean {
  return text.length === 2 && FAMILY_NAMES.includes(text.charAt(0));
}

/** Whether a word has the form of a Korean name: a family name and two syllables. */
function isKoreanName(text: string): boolean {
  return /^[가-힣]{3}$/.test(text) && FAMILY_NAMES.includes(text.charAt(0));
}
