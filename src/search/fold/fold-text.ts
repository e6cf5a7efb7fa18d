import { readFileSync } from 'node:fs';
import { normaliseText } from './normal-text.ts';

/**
 * Text as search compares it: in the index, queries, corrections and suggestions. Beyond normaliseText, accents and
 * ligatures of Latin and Greek letters make no difference (Brontë, Bronte), nor do hamza and vowel marks of Arabic ones
 * (أنت, انت), nor the forms of one Han character (硏, 研; 國, 国). Folded text is never shown in place of an item's own.
 */
export function foldText(text: string): string {
  const normal = normaliseText(text);
  if (/^[\p{ASCII}가-힣]*$/u.test(normal)) return normal;
  return normal
    .replace(ACCENTED, foldAccents)
    .replace(HAN, (char) => GROUPS.get(char)?.[0] ?? char)
    .replace(/ㆍ/gu, '·');
}

/** Marks of other scripts tell letters apart: Japanese ガ and カ, Hindi vowels. */
const ACCENTED =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}][\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Mn}]*/gu;
const HAN = /[\u3400-\u9FFF]/gu;

function foldAccents(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[æœøłđðþıħŧ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** Letters that Unicode doesn't decompose. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
};

/** The forms of each character that has others, the one that stands for all first (scripts/write-han-variants.ts). */
const GROUPS = readGroups(readFileSync(new URL('./han-variants.txt', import.meta.url), 'utf8'));

function readGroups(table: string): Map<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  for (const text of table.split(/\s+/u)) {
    const group = [...text];
    for (const char of group) groups.set(char, group);
  }
  return groups;
}
