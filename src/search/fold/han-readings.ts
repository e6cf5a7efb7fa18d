import { readFileSync } from 'node:fs';
import { hanForms } from './fold-text.ts';

const FIRST_SYLLABLE = 0xac_00;
const LAST_SYLLABLE = 0xd7_a3;
/** Syllables with one initial consonant. */
const INITIAL_RANGE = 588;
const FINAL_RANGE = 28;
const INITIALS = { n: 2, r: 5, none: 11 } as const;
/** Medials that begin with the sound of ㅣ: ㅑ ㅒ ㅕ ㅖ ㅛ ㅠ ㅣ. */
const MEDIALS_OF_I: ReadonlySet<number> = new Set([2, 3, 6, 7, 12, 17, 20]);

/**
 * The Han characters that Koreans read as a syllable, in all their forms. At the start of a word ㄹ and ㄴ may be dropped
 * or turn into ㄴ: 이 is also 李 (리) and 여 is also 女 (녀).
 */
export function hanCharsRead(syllable: string): ReadonlySet<string> {
  const code = syllable.charCodeAt(0);
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return new Set();
  table ??= readTable();
  const found = new Set<string>();
  for (const spelling of spellingsOf(code))
    for (const char of table.get(String.fromCharCode(spelling)) ?? [])
      for (const form of hanForms(char)) found.add(form);
  return found;
}

function spellingsOf(code: number): number[] {
  const place = code - FIRST_SYLLABLE;
  const initial = Math.floor(place / INITIAL_RANGE);
  const medial = Math.floor((place % INITIAL_RANGE) / FINAL_RANGE);
  const others: number[] = [];
  if (initial === INITIALS.none && MEDIALS_OF_I.has(medial)) others.push(INITIALS.n, INITIALS.r);
  if (initial === INITIALS.n) others.push(INITIALS.r);
  return [code, ...others.map((other) => code + (other - initial) * INITIAL_RANGE)];
}

/** Read when the first query needs it: most never do. */
let table: ReadonlyMap<string, string> | null = null;

/** Each entry of the file is a syllable and the characters read so (scripts/write-han-tables.ts). */
function readTable(): Map<string, string> {
  const text = readFileSync(new URL('./han-readings.txt', import.meta.url), 'utf8');
  return new Map(text.split(/\s+/u).map((entry) => [entry.slice(0, 1), entry.slice(1)]));
}
