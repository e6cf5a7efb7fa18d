import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  buildDictionary,
  type Dictionary,
  openDictionary,
  textOfWord,
} from '../../../src/search/correction/dictionary.ts';
import { hangulStrokes, strokeDistance } from '../../../src/search/correction/keyboard.ts';
import { fartherWords, MEASURED_MAX } from '../../../src/search/correction/word-candidates.ts';
import { fc } from '../../support/properties.ts';

const syllable = fc.constantFrom(...'가각나난다라마바사아자차하호후희');
const word = fc.oneof(
  fc.stringMatching(/^[a-f]{2,7}$/),
  fc.string({ unit: syllable, minLength: 1, maxLength: 4 }),
);
const words = fc.uniqueArray(fc.tuple(word, fc.integer({ min: 1, max: 1_000_000 }), fc.boolean()), {
  selector: ([text]) => text,
  maxLength: 80,
});

function strokesOf(text: string): string {
  return hangulStrokes(text) ?? text;
}

suite('the dictionary of a catalogue', () => {
  test('finds every word by its keys, with how common it is to a twelfth, and whether it is a name', () => {
    fc.assert(
      fc.property(words, (given) => {
        const dictionary = openDictionary(buildDictionary(given));
        for (const [text, frequency, isName] of given) {
          const found = dictionary.find(strokesOf(text), /[a-z]/.test(text) ? 'latin' : 'hangul');
          assert.ok(found !== null);
          assert.deepEqual([textOfWord(found), found.isName], [text, isName]);
          assert.ok(Math.abs(found.frequency - Math.log1p(frequency)) <= 1 / 24 + 1e-9);
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
        const texts = new Set(Array.from(near, (number) => textOfWord(dictionary.wordAt(number))));
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
    assert.equal(arrays.frequencies.length, 0);
    assert.equal(openDictionary(arrays).find('a'.repeat(60), 'latin'), null);
  });
});

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Words that differ from each other in three letters only: most are near to any of them. */
const NEAR_TWINS = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => `${a}ne${b}ar${c}twin`)));

for (const [what, shop, keys, lookUpsMax] of [
  ['in a catalogue of near twins', NEAR_TWINS, 'xnexarxtwin', 11 * 54 + 26],
  ['of more than 20 keys', [LETTERS.join('').repeat(2)], 'ba'.repeat(21), 2 * 42],
] as const)
  test(`two strokes of a word ${what} cost a bounded number of look-ups and of words measured`, () => {
    const dictionary = openDictionary(buildDictionary(shop.map((text) => [text, 1])));
    let [lookUps, measured] = [0, 0];
    const counting: Dictionary = {
      ...dictionary,
      collectNear(strokes, found) {
        lookUps++;
        dictionary.collectNear(strokes, found);
      },
      wordAt(number) {
        measured++;
        return dictionary.wordAt(number);
      },
    };
    const strokes = { latin: keys, hangul: keys };
    fartherWords({ start: 0, end: keys.length, text: keys, script: 'latin', strokes }, counting);
    assert.ok(lookUps > 0 && lookUps <= lookUpsMax, `${lookUps} look-ups`);
    assert.ok(measured <= MEASURED_MAX + 1000, `${measured} words measured`);
  });
