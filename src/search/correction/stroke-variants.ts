import type { WordScript } from './dictionary.ts';
import { easyMistakes } from './stroke-distance.ts';

/** The keys with one of them left out, doubled, or replaced by one that is easily hit or meant instead. */
export function nearStrokes(strokes: string, script: WordScript): Set<string> {
  const near = new Set<string>();
  for (let at = 0; at < strokes.length; at++) {
    const [before, key, after] = [strokes.slice(0, at), strokes.charAt(at), strokes.slice(at + 1)];
    near.add(before + after);
    near.add(before + key + key + after);
    for (const other of easyMistakes(key, script)) near.add(before + other + after);
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
