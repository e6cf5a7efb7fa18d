import { isEnglishForm } from '../words/language-words.ts';
import { hangulStrokes } from './keyboard.ts';
import type { QueryPiece } from './query-pieces.ts';
import type { Repair } from './word-repairs.ts';

/** A word of a query, as seen by spelling correction. */
export interface TypedPiece extends Pick<QueryPiece, 'script' | 'text' | 'strokes'> {
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
