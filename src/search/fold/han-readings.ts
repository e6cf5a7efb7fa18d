import { readFileSync } from 'node:fs';
import { foldText } from './fold-text.ts';

/**
 * Folded text with its Han characters replaced by their Korean readings in Hangul (論語 is 논어), so that titles of old books are
 * found by their sound; null where no character has a reading, or the text is Japanese.
 */
export function koreanReading(text: string): string | null {
  if (!HAN.test(text) || KANA.test(text)) return null;
  const read = text.replace(HAN_RUNS, (run) =>
    Array.from(run, (char, at) => {
      const reading = READINGS.get(char);
      return reading === undefined ? char : at === 0 ? asInitial(reading) : reading;
    }).join(''),
  );
  return read === text ? null : read;
}

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN_RUNS = /\p{Script=Han}+/gu;

/** By folded character (scripts/write-han-variants.ts). */
const READINGS = new Map(
  readFileSync(new URL('./han-readings.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap(([reading = '', ...chars]) => chars.map((char) => [foldText(char), reading] as const)),
);

const SYLLABLE_FIRST = 0xac_00;
const [NIEUN, RIEUL, SILENT] = [2, 5, 11];
/** ㅑ ㅕ ㅖ ㅛ ㅠ ㅣ. */
const NARROW_VOWELS: ReadonlySet<number> = new Set([2, 6, 7, 12, 17, 20]);

/** A syllable at the beginning of a word, where ㄹ becomes ㄴ, and both become silent before narrow vowels: 론 is 논, 력 is 역. */
function asInitial(syllable: string): string {
  const code = syllable.charCodeAt(0) - SYLLABLE_FIRST;
  const [initial, vowel] = [Math.floor(code / 588), Math.floor((code % 588) / 28)];
  if (initial !== RIEUL && initial !== NIEUN) return syllable;
  const other = NARROW_VOWELS.has(vowel) ? SILENT : NIEUN;
  return String.fromCharCode(SYLLABLE_FIRST + code + (other - initial) * 588);
}
