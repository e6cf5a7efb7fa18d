import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openDictionary } from '../../../src/search/correction/dictionary.ts';
import { buildDictionary, type CorrectionArrays } from '../../../src/search/correction/dictionary-arrays.ts';
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

/** The arrays as they come back from files: plain buffers at odd places of a larger one. */
function reread(arrays: CorrectionArrays): CorrectionArrays {
  const copyBytes = (from: Uint8Array) => new Uint8Array(new ArrayBuffer(from.length + 3), 3, from.length);
  const copyWords = (from: Uint32Array) =>
    new Uint32Array(new ArrayBuffer(from.byteLength + 8), 8, from.length);
  const bytes = (from: Uint8Array) => {
    const copy = copyBytes(from);
    copy.set(from);
    return copy;
  };
  const numbers = (from: Uint32Array) => {
    const copy = copyWords(from);
    copy.set(from);
    return copy;
  };
  return {
    counts: numbers(arrays.counts),
    strokes: bytes(arrays.strokes),
    strokeStarts: numbers(arrays.strokeStarts),
    frequencies: bytes(arrays.frequencies),
    names: bytes(arrays.names),
    bucketStarts: numbers(arrays.bucketStarts),
    entries: numbers(arrays.entries),
  };
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

  test('collects every word that is one stroke away, also from arrays that were saved and read again', () => {
    fc.assert(
      fc.property(words, word, (given, typed) => {
        const dictionary = openDictionary(reread(buildDictionary(given)));
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
