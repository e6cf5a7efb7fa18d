import { swapLayout } from '../../../src/search/correction/keyboard.ts';

/**
 * Suggestions by reading every text. It knows Hangul syllables and lone consonants, ASCII letters, digits and
 * blanks, and no text of more than eight words.
 */
export function suggestByScan(
  entries: readonly (readonly [text: string, salePoint: number])[],
  query: string,
  limit: number,
): string[] {
  const found = fitting(entries, query, limit);
  const swapped = found.length === 0 ? swapLayout(query) : null;
  return swapped === null ? found : fitting(entries, swapped, limit);
}

function fitting(
  entries: readonly (readonly [text: string, salePoint: number])[],
  query: string,
  limit: number,
): string[] {
  if (bare(query) === '') return [];
  const seen = new Set<string>();
  return entries
    .toSorted(([a, aSales], [b, bSales]) => bSales - aSales || (a < b ? -1 : 1))
    .filter(([text]) => !seen.has(bare(text)) && seen.add(bare(text)))
    .map(([text]) => text)
    .filter((text) => fitsByKeys(text, query) || fitsByInitials(bare(text), bare(query)))
    .slice(0, limit);
}

function fitsByKeys(text: string, query: string): boolean {
  const words = text.split(' ');
  return words.some((_, i) => keysOf(words.slice(i).join('')).startsWith(keysOf(bare(query))));
}

/** Whether the text begins as one reading says, in which a consonant stands for a syllable before the end. */
function fitsByInitials(text: string, query: string): boolean {
  return readings([...query]).some((units) => {
    const last = units.at(-1) ?? '';
    if (!units.slice(0, -1).some(isConsonant)) return false;
    const head = units.slice(0, -1).map((unit) => (isConsonant(unit) ? syllablesWith(unit) : unit));
    const match = new RegExp(`^${head.join('')}`).exec(text);
    if (match === null) return false;
    const rest = text.slice(match[0].length);
    return isConsonant(last)
      ? new RegExp(`^${syllablesWith(last)}`).test(rest)
      : keysOf(rest).startsWith(keysOf(last));
  });
}

/** The query with the final consonants that stand before a lone one as they are, and split off. */
function readings(characters: readonly string[]): string[][] {
  const [first, ...rest] = characters;
  if (first === undefined) return [[]];
  const tails = readings(rest);
  if (isConsonant(first)) return tails.map((tail) => [...(PARTS[first] ?? first), ...tail]);
  const [initial = '', vowel = '', final] = first.normalize('NFD');
  const ways = [[first]];
  if (final !== undefined && isConsonant(rest[0] ?? '')) {
    const bases = [...keysOf(final)];
    if (bases.length === 2) ways.push([initial + vowel + lowest(final), bases[1] ?? '']);
    ways.push([initial + vowel, ...bases]);
  }
  return ways.flatMap((way) => tails.map((tail) => [...way.map((one) => one.normalize('NFC')), ...tail]));
}

/** The conjoining final of the first half of a double one. */
function lowest(final: string): string {
  return String.fromCharCode(0x11_a7 + 1 + FINALS.indexOf([...keysOf(final)][0] ?? ''));
}

const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
const FINALS = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';
const PARTS: Readonly<Record<string, string>> = {
  ...{
    ㄳ: 'ㄱㅅ',
    ㄵ: 'ㄴㅈ',
    ㄶ: 'ㄴㅎ',
    ㄺ: 'ㄹㄱ',
    ㄻ: 'ㄹㅁ',
    ㄼ: 'ㄹㅂ',
    ㄽ: 'ㄹㅅ',
    ㄾ: 'ㄹㅌ',
    ㄿ: 'ㄹㅍ',
    ㅀ: 'ㄹㅎ',
  },
  ...{ ㅄ: 'ㅂㅅ', ㅘ: 'ㅗㅏ', ㅙ: 'ㅗㅐ', ㅚ: 'ㅗㅣ', ㅝ: 'ㅜㅓ', ㅞ: 'ㅜㅔ', ㅟ: 'ㅜㅣ', ㅢ: 'ㅡㅣ' },
};

/** The text jamo by jamo as keys type them. */
function keysOf(text: string): string {
  return Array.from(text.normalize('NFD'), (sign) => {
    const code = sign.charCodeAt(0);
    if (code < 0x11_00 || code > 0x11_c2) return PARTS[sign] ?? sign.toLowerCase();
    const jamo =
      code < 0x11_61
        ? INITIALS.charAt(code - 0x11_00)
        : code < 0x11_a8
          ? VOWELS.charAt(code - 0x11_61)
          : FINALS.charAt(code - 0x11_a8);
    return PARTS[jamo] ?? jamo;
  }).join('');
}

function isConsonant(sign: string): boolean {
  return /^[ㄱ-ㅎ]$/.test(sign);
}

function syllablesWith(initial: string): string {
  const first = 0xac_00 + INITIALS.indexOf(initial) * 588;
  return INITIALS.includes(initial)
    ? `[${String.fromCharCode(first)}-${String.fromCharCode(first + 587)}]`
    : '(?!)';
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9ㄱ-ㅎㅏ-ㅣ가-힣]/g, '');
}
