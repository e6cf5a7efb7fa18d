import { foldText, koreanReading } from './fold/fold-text.ts';

/**
 * Cuts text into the tokens that search compares (docs/search.md#matching). Index and query share these rules:
 *
 * - A word of Latin or other alphabetic letters and digits is one unit; so is each Hangul, Han or kana syllable.
 * - Two neighbouring units make a token when one of them is a syllable: 해리포터 gives 해리, 리포, 포터, and 3권
 *   gives 3권. The index pairs units across spaces and punctuation too, so joined and split spellings meet.
 * - Words are tokens by themselves. The last syllable of a text is a token, too, so that every syllable of the text
 *   starts some token, and a query of one syllable is a search for tokens that start with it.
 * - Where a sign may be ignored or split a word, both ways give tokens. Two numbers with one sign between them also make one.
 */

export interface QueryTerm {
  readonly token: string;
  readonly isPrefix: boolean;
}

export function indexTokens(text: string): string[] {
  const tokens = new Set<string>();
  const folded = foldText(text);
  for (const spelling of indexSpellings(folded)) addTokens(cutUnits(spelling), tokens);
  const sound = koreanReading(folded);
  if (sound !== null) addTokens(cutUnits(sound), tokens);
  return [...tokens];
}

function addTokens(units: readonly Unit[], tokens: Set<string>): void {
  for (let i = 0; i < units.length; i++) {
    const unit = units[i];
    const next = units[i + 1];
    if (unit === undefined) continue;
    if (!unit.isSyllable || next === undefined) tokens.add(unit.text);
    if (next === undefined) continue;
    if (unit.isSyllable || next.isSyllable) tokens.add(unit.text + next.text);
    else if (next.gap === 'number') tokens.add(unit.text + NUMBER_JOINT + next.text);
  }
}

/** Empty when nothing is searchable. With `lastIsBeginning`, the last word is a prefix. */
export function queryTerms(query: string, lastIsBeginning = false): QueryTerm[][][] {
  const words = spellOut(foldText(query))
    .split(/\s+/u)
    .map((chunk) => spellings(chunk).map((spelling) => termsOf(cutUnits(spelling))))
    .filter(([first]) => first !== undefined && first.length > 0);
  const last = words.at(-1);
  if (!lastIsBeginning || last === undefined) return words;
  const prefixed = last.map((terms) => [...terms.slice(0, -1), ...terms.slice(-1).map(asPrefix)]);
  return words.with(-1, prefixed);
}

const asPrefix = (term: QueryTerm) => ({ ...term, isPrefix: true });

export function textKey(text: string): string {
  const units = cutUnits(spellOut(foldText(text).replace(LONE_AMPERSAND, 'and')));
  return units.map((unit) => unit.text).join('');
}

/** The units of a text; if it has compound words, also the units with the compounds joined. */
export function unitSpellings(text: string): string[][] {
  return spellings(spellOut(foldText(text))).map((spelling) => cutUnits(spelling).map((unit) => unit.text));
}

interface Unit {
  readonly text: string;
  readonly isSyllable: boolean;
  readonly gap: 'none' | 'number' | 'other';
}

/** The separator between two numbers in a token, whichever sign the text has there. */
const NUMBER_JOINT = '·';

const WORD_LENGTH_MAX = 64;

/** A syllable of a script that writes without reliable spaces between words. */
const SYLLABLE = String.raw`[[\p{L}\p{N}]&&[\p{scx=Hang}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]]`;
const WORD_START = String.raw`[[\p{L}\p{N}]--${SYLLABLE}]`;
const WORD_CHAR = String.raw`[[\p{L}\p{N}\p{M}]--${SYLLABLE}]`;

const RUN = new RegExp(`${SYLLABLE}+|${WORD_START}${WORD_CHAR}*`, 'gv');
const SYLLABLE_RUN = new RegExp(`^${SYLLABLE}`, 'v');
const NUMBER_GAP = /^[0-9][./:·‧・\-‐–][0-9]$/u;

function cutUnits(text: string): Unit[] {
  const units: Unit[] = [];
  let end = -1;
  // matchAll, which gives positions, is slower than searching for each run again.
  for (const run of text.match(RUN) ?? []) {
    const start = text.indexOf(run, Math.max(end, 0));
    let gap = gapOf(text, end, start);
    end = start + run.length;
    if (!SYLLABLE_RUN.test(run)) {
      units.push({ text: run.slice(0, WORD_LENGTH_MAX).toWellFormed(), isSyllable: false, gap });
      continue;
    }
    for (const syllable of run) {
      units.push({ text: syllable, isSyllable: true, gap });
      gap = 'none';
    }
  }
  return units;
}

function gapOf(text: string, end: number, start: number): Unit['gap'] {
  if (start === end) return 'none';
  const isOneSign = start === end + 1 && text.charAt(end) !== ' ';
  return isOneSign && NUMBER_GAP.test(text.slice(end - 1, start + 1)) ? 'number' : 'other';
}

/** Most texts have none of these signs. */
const SIGN = /[-‐'‘’`ʼ&+#♯.,/]/u;
const APOSTROPHE = new RegExp(`(?<=${WORD_CHAR})['‘’\`](?=${WORD_START})`, 'gv');
const C_PLUS_PLUS = new RegExp(String.raw`(?<!${WORD_CHAR})c\+\+`, 'gv');
const LETTER_SHARP = new RegExp(`(?<!${WORD_CHAR})([a-z])[#♯]`, 'gv');
const DOT_NET = new RegExp(String.raw`(?<!${WORD_CHAR})\.net(?!${WORD_CHAR})`, 'gv');
const DOT_NET_BEHIND = new RegExp(String.raw`\.net(?!${WORD_CHAR})`, 'gv');
const JOINER = new RegExp(String.raw`(?<=${WORD_CHAR})[\-‐.\&\/](?=${WORD_START})(?<!\p{N}.(?=\p{N}))`, 'gv');
const THOUSANDS = /(?<=\p{N}),(?=\p{N}{3}(?!\p{N}))/gu;
const INITIALS = new RegExp(String.raw`(?<!${WORD_CHAR})([a-z])\.\s*(?=[a-z]\.?(?!${WORD_CHAR}))`, 'gv');
const LONE_AMPERSAND = /(?<=\s)&(?=\s)/gu;

function spellOut(text: string): string {
  if (!SIGN.test(text)) return text;
  return text
    .replaceAll('ʼ', "'")
    .replace(APOSTROPHE, '')
    .replace(C_PLUS_PLUS, ' cplusplus ')
    .replace(LETTER_SHARP, ' $1sharp ')
    .replace(DOT_NET, ' dotnet ');
}

const OTHER_SPELLINGS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [APOSTROPHE, ' '],
  [/&/gu, ' and '],
  [/&/gu, ' et '],
  [INITIALS, '$1'],
  [C_PLUS_PLUS, ' cpp '],
  [DOT_NET_BEHIND, ' dotnet '],
];

/** Joins a name's initials into one word, as the index also does: J. K. and J.K. become jk. */
export function joinInitials(text: string): string {
  return text.replace(INITIALS, '$1');
}

function indexSpellings(text: string): string[] {
  if (!SIGN.test(text)) return [text];
  const plain = text.replaceAll('ʼ', "'");
  const others = OTHER_SPELLINGS.map(([pattern, replacement]) => plain.replace(pattern, replacement));
  return [...spellings(spellOut(plain)), ...others.filter((other) => other !== plain).map(spellOut)];
}

function spellings(text: string): string[] {
  const joined = text.replace(JOINER, '').replace(THOUSANDS, '');
  return joined === text ? [text] : [text, joined];
}

/** The terms of a query word. Units that touch in the query must be neighbours in the text. */
function termsOf(units: readonly Unit[]): QueryTerm[] {
  const terms: QueryTerm[] = [];
  units.forEach(({ text, isSyllable, gap }, at) => {
    const next = units[at + 1];
    const joint = next?.gap === 'number' ? NUMBER_JOINT : '';
    if (next !== undefined && next.gap !== 'other')
      terms.push({ token: text + joint + next.text, isPrefix: false });
    else if (gap === 'other') terms.push({ token: text, isPrefix: isSyllable });
  });
  return terms;
}

/** A volume in folded text: 3권, 제3권, Vol. 3, Book Three, #3, 03, III and 하 are equal (docs/search.md#matching). */
export interface VolumeMark {
  readonly start: number;
  readonly end: number;
  /** In tenths, so that volume 2.5 fits between 2 and 3. */
  readonly volume: number;
}

export const VOLUME_MAX = 9999;

export function volumeToken(volume: number): string {
  return `\u0003${volume}`;
}

/** A volume as people write it: 25 tenths are "2.5". */
export function volumeText(volume: number): string {
  return String(volume / 10);
}

/** The volumes in a text that are certain: 3권 is a volume, a plain 3 may be something else. */
export function explicitVolumes(text: string): VolumeMark[] {
  return MAY_NAME_VOLUME.test(text) ? marksOf(text, EXPLICIT) : [];
}

/** The explicit volumes of a text; if there are none, numbers at its end or before a sign such as a colon. */
export function volumeMarks(text: string): VolumeMark[] {
  if (!MAY_NAME_VOLUME.test(text)) return [];
  const explicit = marksOf(text, EXPLICIT);
  return explicit.length > 0 ? explicit : marksOf(text, BARE);
}

/** The text with its volumes, and other Roman numbers, as plain numbers. */
export function withPlainVolumes(text: string): string {
  const marks = volumeMarks(text);
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

export const ROMAN_NUMERAL = /^(?=.)x{0,3}(?:ix|iv|v?i{0,3})$/;
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

const MAY_NAME_VOLUME = new RegExp(
  String.raw`\d|(?<!\p{L})(?:[ivx]+|${THIRDS}(?:권|편|[卷巻冊册])?|${ENGLISH.replaceAll(' ', '|')})(?!\p{L})|第`,
  'iu',
);
const PLAIN_NUMBERS = /(?<![\p{L}\p{N}.])(?:[ivx]{2,}|0+[1-9]\d{0,2})(?![\p{L}\p{N}])/gu;
const PLAIN_NUMBER = new RegExp(PLAIN_NUMBERS, 'u');

function marksOf(text: string, pattern: RegExp): VolumeMark[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const word = match.slice(1).find((group) => group !== undefined) ?? '';
    const volume = volumeNamedBy(word.toLowerCase());
    return volume === null ? [] : [{ start: match.index, end: match.index + match[0].length, volume }];
  });
}
