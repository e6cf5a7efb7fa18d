import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildDictionary,
  type Dictionary,
  openDictionary,
} from '../../../src/search/correction/dictionary.ts';
import { CANDIDATES_MAX, fartherWords } from '../../../src/search/correction/word-repairs.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Words that differ from each other in three letters only: most are near to any of them. */
function nearTwins(): string[] {
  return LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => `${a}ne${b}ar${c}twin`)));
}

function counted(words: readonly string[]) {
  const work = { lookUps: 0, measured: 0 };
  const dictionary = openDictionary(buildDictionary(words.map((word) => [word, 1, false] as const)));
  const counting: Dictionary = {
    ...dictionary,
    collectNear(strokes, found) {
      work.lookUps++;
      dictionary.collectNear(strokes, found);
    },
    strokesOf(word) {
      work.measured++;
      return dictionary.strokesOf(word);
    },
  };
  return { work, counting };
}

const typed = (word: string) => ({ script: 'latin' as const, strokes: { latin: word, hangul: word } });

test('two strokes cost a bounded number of look-ups and of words measured, in a catalogue of near twins', () => {
  const { work, counting } = counted(nearTwins());
  const repairs = fartherWords(typed('xnexarxtwin'), counting);
  assert.ok(repairs.length > 0);
  assert.ok(work.lookUps <= 11 * 54 + 26, `${work.lookUps} look-ups`);
  assert.ok(work.measured <= CANDIDATES_MAX + 1000, `${work.measured} words measured`);
});

test('words of more than 20 keys cost two look-ups a key', () => {
  const { work, counting } = counted(['abcdefghijklmnopqrstuvwxyzabcdefghijklmnop']);
  fartherWords(typed('bacdefghijklmnopqrstuvwxyzabcdefghijklmnpo'), counting);
  assert.ok(work.lookUps > 0 && work.lookUps <= 2 * 42, `${work.lookUps} look-ups`);
});
