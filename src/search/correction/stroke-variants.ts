import type { WordScript } from './dictionary-arrays.ts';

/** Keys of longer words are left out and swapped only: there would be too many variants. */
const REPLACED_LENGTH_MAX = 20;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const KEYS: Readonly<Record<WordScript, string>> = { latin: LETTERS, hangul: `${LETTERS}QWERTOP` };

/** The keys with one of them left out, added, replaced or swapped with the next. */
export function nearStrokes(strokes: string, script: WordScript): Set<string> {
  const near = new Set<string>();
  for (let at = 0; at < strokes.length; at++) {
    const [before, key, after] = [strokes.slice(0, at), strokes.charAt(at), strokes.slice(at + 1)];
    near.add(before + after);
    near.add(before + after.charAt(0) + key + after.slice(1));
    if (strokes.length > REPLACED_LENGTH_MAX) continue;
    for (const other of KEYS[script]) {
      near.add(before + other + after);
      near.add(before + other + key + after);
    }
  }
  return near;
}

/** Keys of a Hangul word with one vowel replaced by one that sounds the same, where two keys differ. */
export function similarVowels(strokes: string): string[] {
  return [...strokes.matchAll(/np|h[lo]/g)].flatMap(({ 0: vowel, index }) =>
    (vowel === 'np' ? ['hl', 'ho'] : ['np']).map(
      (alike) => strokes.slice(0, index) + alike + strokes.slice(index + 2),
    ),
  );
}
