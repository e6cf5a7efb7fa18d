import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Dictionary,
  openDictionary,
  type WordScript,
} from '../../../src/search/correction/dictionary.ts';
import { buildDictionary } from '../../../src/search/correction/dictionary-arrays.ts';
import { joinDictionaries } from '../../../src/search/correction/join-dictionaries.ts';
import { hangulStrokes } from '../../../src/search/correction/keyboard.ts';
import { strokeDistance } from '../../../src/search/correction/stroke-distance.ts';

const anyWord = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 2, maxLength: 5 }),
  fc.string({ unit: fc.constantFrom(...'해리포터'), minLength: 1, maxLength: 4 }),
);
const anyEntry = fc.tuple(anyWord, fc.integer({ min: 1, max: 50 }), fc.boolean());

/** All that a dictionary says of the words one stroke away. */
function nearTo(dictionary: Dictionary, strokes: string, script: WordScript): string[] {
  const words = new Set<number>();
  dictionary.collectNear(strokes, words);
  return [...words]
    .filter((word) => strokeDistance(strokes, dictionary.strokesOf(word), script, 1) !== null)
    .map((word) => describe(dictionary, word))
    .sort();
}

function describe(dictionary: Dictionary, word: number): string {
  const { scriptOf, textOf, strokesOf, frequencyOf, isName } = dictionary;
  return [textOf(word), scriptOf(word), strokesOf(word), frequencyOf(word), isName(word)].join(' ');
}

test('two dictionaries say what one of all their words does', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyEntry, { selector: ([word]) => word, maxLength: 40 }),
      fc.nat(40),
      anyWord,
      (entries, cut, asked) => {
        const whole = openDictionary(buildDictionary(entries));
        const joined = joinDictionaries(
          openDictionary(buildDictionary(entries.slice(0, cut))),
          openDictionary(buildDictionary(entries.slice(cut))),
        );
        assert.equal(joined.wordCount, whole.wordCount);
        const strokes = hangulStrokes(asked) ?? asked;
        const script = hangulStrokes(asked) === null ? 'latin' : 'hangul';
        assert.deepEqual(nearTo(joined, strokes, script), nearTo(whole, strokes, script));
        const [found, expected] = [joined.findWord(strokes, script), whole.findWord(strokes, script)];
        assert.equal(found >= 0, expected >= 0);
        if (found >= 0) assert.equal(describe(joined, found), describe(whole, expected));
      },
    ),
  );
});
