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

/**
 * The terms of a query's words (TextQuery.words). Empty when nothing is searchable. With `lastIsBeginning`, the last word is a
 * prefix.
 */
export function queryTerms(query: string, lastIsBeginning = false): QueryTerm[][][] {
  const words = spellOut(foldText(query))
    .split(/\s+/u)
    .map((chunk) => spellings(chunk).map((spelling) => termsOf(cutUnits(spelling))))
    .filter(([first]) => first !== undefined && first.length > 0);
  const last = words.at(-1);
  if (!lastIsBeginning || last === undefined) return words;
  return [
    ...words.slice(0, -1),
    last.map((terms) => terms.map((term, i) => (i + 1 < terms.length ? term : { ...term, isPrefix: true }))),
  ];
}

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

/** Maximum length of a word; longer words are truncated. No real word is so long. */
const WORD_LENGTH_MAX = 64;

/** A syllable of a script that writes without reliable spaces between words. */
const SYLLABLE = String.raw`[[\p{L}\p{N}]&&[\p{scx=Hang}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]]`;
const WORD_START = String.raw`[[\p{L}\p{N}]--${SYLLABLE}]`;
const WORD_CHAR = String.raw`[[\p{L}\p{N}\p{M}]--${SYLLABLE}]`;

const RUN = new RegExp(`${SYLLABLE}+|${WORD_START}${WORD_CHAR}*`, 'gv');
const SYLLABLE_RUN = new RegExp(`^${SYLLABLE}`, 'v');
const NUMBER_SIGN = /^[./:·‧・\-‐–]$/u;
const ENDS_IN_DIGIT = /[0-9]$/;
const STARTS_WITH_DIGIT = /^[0-9]/;

function cutUnits(text: string): Unit[] {
  const units: Unit[] = [];
  let end = -1;
  // matchAll, which gives positions, is slower than searching for each run again.
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

function gapOf(text: string, end: number, start: number, word: string): Unit['gap'] {
  if (start === end) return 'none';
  const isNumberGap =
    start === end + 1 &&
    NUMBER_SIGN.test(text.charAt(end)) &&
    STARTS_WITH_DIGIT.test(word) &&
    ENDS_IN_DIGIT.test(text.charAt(end - 1));
  return isNumberGap ? 'number' : 'other';
}

/** A quick test: most texts have none of these signs. */
const SIGN = /[-‐'‘’`ʼ&+#♯.,/]/u;
const APOSTROPHE = new RegExp(`(?<=${WORD_CHAR})['‘’\`](?=${WORD_START})`, 'gv');
const C_PLUS_PLUS = new RegExp(String.raw`(?<!${WORD_CHAR})c\+\+`, 'gv');
const LETTER_SHARP = new RegExp(`(?<!${WORD_CHAR})([a-z])[#♯]`, 'gv');
const DOT_NET = new RegExp(String.raw`(?<!${WORD_CHAR})\.net(?!${WORD_CHAR})`, 'gv');
const DOT_NET_BEHIND = new RegExp(String.raw`\.net(?!${WORD_CHAR})`, 'gv');
const JOINER = new RegExp(String.raw`(?<=${WORD_CHAR})[\-‐.\&\/](?=${WORD_START})(?<!\p{N}.(?=\p{N}))`, 'gv');
const THOUSANDS = /(?<=\p{N}),(?=\p{N}{3}(?!\p{N}))/gu;
/** Initials such as J. K. and J.K. are also indexed as the word jk. */
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

/** Joins a name's initials into one word: J. K. and J.K. become jk, which is also indexed. */
export function joinInitials(text: string): string {
  return text.replace(INITIALS, '$1');
}

function indexSpellings(text: string): string[] {
  if (!SIGN.test(text)) return [text];
  const plain = text.replaceAll('ʼ', "'");
  const others = OTHER_SPELLINGS.map(([pattern, replacement]) => plain.replace(pattern, replacement));
  return [...spellings(spellOut(plain)), ...others.filter((other) => other !== plain).map(spellOut)];
}

/** The text; if it has compound words or groups of digits, also with these joined. */
function spellings(text: string): string[] {
  const joined = text.replace(JOINER, '').replace(THOUSANDS, '');
  return joined === text ? [text] : [text, joined];
}

/** The terms of a query word. Units that touch in the query must be neighbours in the text. */
function termsOf(units: readonly Unit[]): QueryTerm[] {
  const terms: QueryTerm[] = [];
  units.forEach((unit, i) => {
    const next = units[i + 1];
    if (next?.gap === 'none') terms.push({ token: unit.text + next.text, isPrefix: false });
    else if (next?.gap === 'number')
      terms.push({ token: unit.text + NUMBER_JOINT + next.text, isPrefix: false });
    else if (unit.gap === 'other') terms.push({ token: unit.text, isPrefix: unit.isSyllable });
  });
  return terms;
}
