import type { Random } from '../../demo/random.ts';
import { composeHangul, hangulStrokes } from '../../src/search/correction/keyboard.ts';

/**
 * The word with one key gone wrong: replaced (40 %), missing, added, or swapped with the next (20 % each). Half of
 * the wrong keys are neighbours of the right one. Hangul is typed on its keyboard, so that one key is one jamo.
 */
export function mistype(word: string, random: Random): string {
  const strokes = hangulStrokes(word);
  for (;;) {
    const wrong = changeOneKey(strokes ?? word, random, strokes === null ? LETTERS : HANGUL_KEYS);
    const typo = strokes === null ? wrong : composeHangul(wrong);
    if (typo !== word) return typo;
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const HANGUL_KEYS = `${LETTERS}QWERTOP`;
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

function changeOneKey(keys: string, random: Random, alphabet: string): string {
  const at = random.below(keys.length);
  const [before, key, after] = [keys.slice(0, at), keys.charAt(at), keys.slice(at + 1)];
  const kind = random.next();
  if (kind < 0.2) return before + after;
  if (kind < 0.4) return before + after.charAt(0) + key + after.slice(1);
  const isNeighbour = random.chance(0.5);
  const wrong = isNeighbour ? pick(random, neighbours(key)) : pick(random, alphabet);
  return before + (kind < 0.6 ? wrong + key : wrong) + after;
}

function pick(random: Random, keys: string): string {
  return keys.charAt(random.below(keys.length));
}

function neighbours(key: string): string {
  const y = ROWS.findIndex((row) => row.includes(key.toLowerCase()));
  const x = ROWS[y]?.indexOf(key.toLowerCase()) ?? 0;
  const around = (row: string | undefined, from: number) => [row?.[x + from], row?.[x + from + 1]];
  const beside = [ROWS[y]?.[x - 1], ROWS[y]?.[x + 1]];
  return [...beside, ...around(ROWS[y - 1], 0), ...around(ROWS[y + 1], -1)].join('');
}
