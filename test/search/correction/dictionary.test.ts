import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildDictionary, openDictionary } from '../../../src/search/correction/dictionary.ts';
import { hangulStrokes } from '../../../src/search/correction/keyboard.ts';
import { strokeDistance } from '../../../src/search/correction/stroke-distance.ts';
import { fc } from '../../support/properties.ts';

const syllable = fc.constantFrom(...'가각나난다라마바사아자차하호후희');
const word = fc.oneof(
  fc.stringMatching(/^[a-f]{2,7}$/),
  fc.string({ unit: syllable, minLength: 1, maxLength: 4 }),
);
const words = fc.uniqueArray(fc.tuple(word, fc.integer({ min: 1, max: 1_000_000 })), {
  selector: ([text]) => text,
  maxLength: 80,
});

function strokesOf(text: string): string {
  return hangulStrokes(text) ?? text;
}

suite('the dictionary of a catalogue', () => {
  test('finds every word by its keys, with how common it is to a twelfth', () => {
    fc.assert(
      fc.property(words, (given) => {
        const dictionary = openDictionary(buildDictionary(given));
        for (const [text, frequency] of given) {
          const found = dictionary.findWord(strokesOf(text), /[a-z]/.test(text) ? 'latin' : 'hangul');
          assert.equal(dictionary.textOf(found), text);
          assert.ok(Math.abs(dictionary.frequencyOf(found) - Math.log1p(frequency)) <= 1 / 24 + 1e-9);
        }
      }),
    );
  });

  test('collects every word that is one stroke away', () => {
    fc.assert(
      fc.property(words, word, (given, typed) => {
        const dictionary = openDictionary(buildDictionary(given));
        const near = new Set<number>();
        dictionary.collectNear(strokesOf(typed), near);
        const texts = new Set(Array.from(near, dictionary.textOf));
        for (const [text] of given) {
          const distance = strokeDistance(strokesOf(typed), strokesOf(text), 'latin', 1);
          if (distance !== null) assert.ok(texts.has(text), `${typed}: ${text}`);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('words that no correction may lead to are passed over', () => {
    const given = ['mp3', '3권', 'ㅋㅋ', 'русский', '漢字', '', 'ａ', 'a'.repeat(60), '가'.repeat(40)];
    const arrays = buildDictionary(given.map((text) => [text, 1]));
    assert.deepEqual([...arrays.counts], [0, 0]);
    assert.equal(openDictionary(arrays).findWord('a'.repeat(60), 'latin'), -1);
  });
});
