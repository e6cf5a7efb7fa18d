import { readFileSync } from 'node:fs';

/**
 * Text as search compares it. Beyond normaliseText, it drops accents and ligatures of Latin and Greek letters, hamza and vowel
 * marks of Arabic ones, and unifies the forms of a Han character (國, 国). Folded text is never shown.
 */
export function foldText(text: string): string {
  const normal = normaliseText(text);
  if (PLAIN.test(normal)) return normal;
  return normal
    .replace(ACCENTED, foldAccents)
    .replace(HAN, (char) => GROUPS.get(char)?.[0] ?? char)
    .replace(/ㆍ/gu, '·');
}

/** Text in which folding changes only the case of letters. */
const PLAIN = /^[\p{ASCII}가-힣]*$/u;
/** Words whose accents are dropped. In other scripts accents matter: Japanese ガ and カ, Hindi vowels. */
const ACCENTED =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}][\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Mn}]*/gu;
const HAN = /[\u3400-\u9FFF]/gu;

function foldAccents(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[æœøłđðþıħŧ]/g, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .normalize('NFC');
}

const PLAIN_LETTERS = new Map(
  ['æae', 'œoe', 'øo', 'łl', 'đd', 'ðd', 'þth', 'ıi', 'ħh', 'ŧt'].map((pair) => [
    pair.charAt(0),
    pair.slice(1),
  ]),
);

/** By Han character: all its forms, the representative first (scripts/write-han-variants.ts). */
const GROUPS = new Map(
  readFileSync(new URL('./han-variants.txt', import.meta.url), 'utf8')
    .split(/\s+/u)
    .map((text) => [...text])
    .flatMap((group) => group.map((char) => [char, group] as const)),
);

/** Normalises width, Unicode form and case. */
export function normaliseText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // NFKC would turn compatibility jamo into conjoining ones, which then combine into syllables nobody typed.
  const compatible = text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('´', "'")
    .replace(/[™℠]/gu, ' ')
    .replace(/[^\u3131-\u318E\uFFA1-\uFFDC]+/gu, (piece) => piece.normalize('NFKC'));
  // Lower case via upper case, so that ß equals SS and all forms of sigma are equal.
  const small = compatible.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return small.normalize('NFC').replace(STRAY_JAMO, compatibilityJamo);
}

const STRAY_JAMO =
  /[\u1100-\u1112\u1161-\u1175\u11A8-\u11C2\uFFA1-\uFFBE\uFFC2-\uFFC7\uFFCA-\uFFCF\uFFD2-\uFFD7\uFFDA-\uFFDC]/gu;
const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FINALS = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';

/** Converts conjoining jamo outside a syllable, and half-width jamo, to the compatibility jamo that keyboards type. */
function compatibilityJamo(jamo: string): string {
  const code = jamo.charCodeAt(0);
  if (code >= 0xff_a1 && code <= 0xff_be) return String.fromCharCode(code - 0xff_a1 + 0x31_31);
  if (code > 0xff_be) return compatibilityJamo(jamo.normalize('NFKC'));
  if (code >= 0x11_a8) return FINALS.charAt(code - 0x11_a8);
  if (code >= 0x11_61) return String.fromCharCode(code - 0x11_61 + 0x31_4f);
  return INITIALS.charAt(code - 0x11_00);
}

/** Folded text with Han characters in their Korean readings (論語 is 논어). Null without readings, or if the text is Japanese. */
export function koreanReading(text: string): string | null {
  if (!HAN_SCRIPT.test(text) || KANA.test(text)) return null;
  const read = text.replace(HAN_RUNS, (run) =>
    Array.from(run, (char, at) => {
      const reading = READINGS.get(char);
      return reading === undefined ? char : at === 0 ? asInitial(reading) : reading;
    }).join(''),
  );
  return read === text ? null : read;
}

const HAN_SCRIPT = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN_RUNS = /\p{Script=Han}+/gu;

const READINGS = new Map(
  readFileSync(new URL('./han-readings.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap(([reading = '', ...chars]) => chars.map((char) => [foldText(char), reading] as const)),
);

const SYLLABLE_FIRST = 0xac_00;
const [NIEUN, RIEUL, SILENT] = [2, 5, 11];
/** The vowels ㅑ ㅕ ㅖ ㅛ ㅠ ㅣ. */
const NARROW_VOWELS: ReadonlySet<number> = new Set([2, 6, 7, 12, 17, 20]);

/** A reading at the beginning of a word: ㄹ becomes ㄴ (론 is 논); before narrow vowels ㄹ and ㄴ become silent (력 is 역). */
function asInitial(syllable: string): string {
  const code = syllable.charCodeAt(0) - SYLLABLE_FIRST;
  const [initial, vowel] = [Math.floor(code / 588), Math.floor((code % 588) / 28)];
  if (initial !== RIEUL && initial !== NIEUN) return syllable;
  const other = NARROW_VOWELS.has(vowel) ? SILENT : NIEUN;
  return String.fromCharCode(SYLLABLE_FIRST + code + (other - initial) * 588);
}
