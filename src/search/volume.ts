/**
 * Volumes in titles and queries (docs/search.md#matching): 3권, 제3권, Vol. 3, Book Three, #3, 03, III and 하 are equal. All
 * functions take folded text.
 */

export interface VolumeMark {
  readonly start: number;
  readonly end: number;
  /** In tenths, so that volume 2.5 fits between 2 and 3. */
  readonly volume: number;
  /** Whether it is certainly a volume: 3권 is, a plain 3 may be something else. */
  readonly isExplicit: boolean;
}

export const VOLUME_MAX = 9999;

/** The token of a volume, which differs from any word's. */
export function volumeToken(volume: number): string {
  return `\u0003${volume}`;
}

/** A volume as people write it: 25 tenths are "2.5". */
export function volumeText(volume: number): string {
  return String(volume / 10);
}

/** The volumes that a text names explicitly; if there are none, numbers at its end or before a sign such as a colon. */
export function volumeMarks(text: string): VolumeMark[] {
  if (!MAY_NAME_VOLUME.test(text)) return [];
  const explicit = marksOf(text, EXPLICIT, true);
  return explicit.length > 0 ? explicit : marksOf(text, BARE, false);
}

/** The volume in a title, preferably a number after #; 0 for none. */
export function volumeOf(title: string, marks: readonly VolumeMark[]): number {
  const first = marks.find(({ start }) => title.charAt(start) === '#') ?? marks[0];
  return first?.volume ?? 0;
}

/** The text with its volumes, and other Roman numbers, as plain numbers. */
export function withPlainVolumes(text: string, marks = volumeMarks(text)): string {
  if (marks.length === 0 && !PLAIN_NUMBER.test(text)) return text;
  return replaceVolumes(text, marks, volumeText).replace(PLAIN_NUMBERS, (word) => {
    const volume = volumeNamedBy(word);
    return volume === null ? word : volumeText(volume);
  });
}

export function replaceVolumes(
  text: string,
  marks: readonly VolumeMark[],
  wordOf: (volume: number) => string,
): string {
  let replaced = '';
  let from = 0;
  for (const { start, end, volume } of marks) {
    replaced += `${text.slice(from, start)} ${wordOf(volume)} `;
    from = end;
  }
  return replaced + text.slice(from);
}

/** The volume that a word such as 03, iii, three or 하 means, in tenths; null for none. */
export function volumeNamedBy(word: string): number | null {
  const number = /^\d/.test(word) ? Number(word) : (NUMBER_WORDS.get(word) ?? romanNumber(word));
  return number !== null && number * 10 <= VOLUME_MAX ? Math.round(number * 10) : null;
}

function romanNumber(word: string): number | null {
  if (!ROMAN_NUMERAL.test(word)) return null;
  const values = [...word].map((letter) => (letter === 'x' ? 10 : letter === 'v' ? 5 : 1));
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

const ROMAN_NUMERAL = /^(?=.)x{0,3}(?:ix|iv|v?i{0,3})$/;
const ENGLISH = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen';
/** 하 counts as volume 3, because 상, 중 and 하 are three; a set of two, 상 and 하, has no volume 2. */
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  [ENGLISH.split(' '), [...'상중하'], [...'上中下'], [...'一二三四五六七八九十']].flatMap((words) =>
    words.map((word, at) => [word, at + 1] as const),
  ),
);

const NUMBER = String.raw`\d{1,3}(?:\.\d)?`;
const THIRDS = '[상중하上中下]';
const KOREAN_UNIT = '(?:권|부|편|집|탄|[卷巻冊册])';
const LATIN_WORD = `(?:vol(?:ume)?|tom[eo]?|book|bk|part(?:[ei]e?)?|pt|b(?:an)?d|teil|buch|libro|n[or]|season|시즌)`;
const NO_RANGE = String.raw`(?!\s?[-~–—]\s?\d)`;
const ENDED = String.raw`(?![\p{L}\p{N}]|\.\d)${NO_RANGE}`;
const AFTER_LETTER = String.raw`(?<=\p{L}[\s)\]]{0,3})`;
const AT_END = String.raw`(?=\s?(?:$|[,:;([/\-–—=]))`;

/** A range of volumes and the size of a set (전 10권) aren't volumes. The matching group is the number. */
const EXPLICIT = new RegExp(
  [
    String.raw`#\s?(${NUMBER})(?![\d-])`,
    String.raw`(?<![\p{L}\p{N}])${LATIN_WORD}[\s.:#]{0,3}(${NUMBER}|[ivx]{2,}|[ivx](?=\s?(?:$|[,:;)\]/\-–—]))|${ENGLISH.replaceAll(' ', '|')})${ENDED}`,
    String.raw`(?<![\p{L}\p{N}])[tv](?:\.\s?)?(${NUMBER})${ENDED}`,
    String.raw`(?<![\d.,]|\d\s?[-~–—]\s?|(?<!\p{L})[전총]\s?)(?:제\s?|第)?(${NUMBER}|(?<!\p{L})[ivx]+|(?<=第)[一二三四五六七八九十])\s?${KOREAN_UNIT}(?:은|는|이|가|을|를|의|도)?(?!\p{L}|\s?세트)`,
    String.raw`(?<!\p{L})(${THIRDS})(?:권|편|[卷巻冊册])(?!\p{L})`,
    String.raw`[([]\s?(${THIRDS})\s?[)\]]`,
  ].join('|'),
  'giu',
);

/** Years and a number at the start of a text aren't volumes. */
const BARE = new RegExp(
  [
    String.raw`${AFTER_LETTER}[([]?(?<![\d.a-z])(${NUMBER})(?!\d)[)\]]?${NO_RANGE}${AT_END}`,
    String.raw`${AFTER_LETTER}(?<=[\s)\]])([ivx]+|${THIRDS})${AT_END}`,
  ].join('|'),
  'giu',
);

/** A quick test: most texts have no volume. */
const MAY_NAME_VOLUME = new RegExp(
  String.raw`\d|(?<!\p{L})(?:[ivx]+|${THIRDS}(?:권|편|[卷巻冊册])?|${ENGLISH.replaceAll(' ', '|')})(?!\p{L})|第`,
  'iu',
);
const PLAIN_NUMBERS = /(?<![\p{L}\p{N}.])(?:[ivx]{2,}|0+[1-9]\d{0,2})(?![\p{L}\p{N}])/gu;
const PLAIN_NUMBER = new RegExp(PLAIN_NUMBERS, 'u');

function marksOf(text: string, pattern: RegExp, isExplicit: boolean): VolumeMark[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const word = match.slice(1).find((group) => group !== undefined) ?? '';
    const volume = volumeNamedBy(word.toLowerCase());
    const start = match.index;
    return volume === null ? [] : [{ start, end: start + match[0].length, volume, isExplicit }];
  });
}
