/** A piece of text that search doesn't split: a word of letters and digits, or a syllable. */
export interface Unit {
  readonly text: string;
  readonly isSyllable: boolean;
  /** What separates it from the unit before it: nothing, one sign between two numbers, or anything else. */
  readonly gap: Gap;
}

type Gap = 'none' | 'number' | 'other';

/** The sign between two numbers in a token, whatever the text has there. */
export const NUMBER_JOINT = '·';

/** Only this much of longer words counts; no real word comes close. */
const WORD_LENGTH_MAX = 64;

/** A syllable of a script that writes without reliable spaces between words. */
const SYLLABLE = String.raw`[[\p{L}\p{N}]&&[\p{scx=Hang}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]]`;
export const WORD_START = String.raw`[[\p{L}\p{N}]--${SYLLABLE}]`;
export const WORD_CHAR = String.raw`[[\p{L}\p{N}\p{M}]--${SYLLABLE}]`;

/** Syllables that touch, or a word. */
const RUN = new RegExp(`${SYLLABLE}+|${WORD_START}${WORD_CHAR}*`, 'gv');
const SYLLABLE_RUN = new RegExp(`^${SYLLABLE}`, 'v');
const NUMBER_SIGN = /^[./:·‧・\-‐–]$/u;
const ENDS_IN_DIGIT = /[0-9]$/;
const STARTS_WITH_DIGIT = /^[0-9]/;

/** The units of a folded text. */
export function cutUnits(text: string): Unit[] {
  const units: Unit[] = [];
  let end = -1;
  // Matches that say where they are take longer than finding each run again.
  for (const run of text.match(RUN) ?? []) {
    const start = text.indexOf(run, Math.max(end, 0));
    const gap = gapOf(text, end, start, run);
    end = start + run.length;
    if (!SYLLABLE_RUN.test(run)) {
      units.push({ text: run.slice(0, WORD_LENGTH_MAX).toWellFormed(), isSyllable: false, gap });
      continue;
    }
    let before = gap;
    for (const syllable of run) {
      units.push({ text: syllable, isSyllable: true, gap: before });
      before = 'none';
    }
  }
  return units;
}

function gapOf(text: string, end: number, start: number, word: string): Gap {
  if (start === end) return 'none';
  const isNumberGap =
    start === end + 1 &&
    NUMBER_SIGN.test(text.charAt(end)) &&
    STARTS_WITH_DIGIT.test(word) &&
    ENDS_IN_DIGIT.test(text.charAt(end - 1));
  return isNumberGap ? 'number' : 'other';
}
