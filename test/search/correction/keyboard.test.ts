import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  canonicalStrokes,
  composeHangul,
  hangulStrokes,
  swapLayout,
} from '../../../src/search/correction/keyboard.ts';
import { fc } from '../../support/properties.ts';

const jamo = fc.integer({ min: 0x31_31, max: 0x31_63 }).map((code) => String.fromCharCode(code));

suite('keys of the Korean keyboard', () => {
  test('known words', () => {
    const pairs = {
      해리: 'gofl',
      포터: 'vhxj',
      값이: 'rkqtdl',
      꿔: 'Rnj',
      의사: 'dmltk',
      얘기: 'dOrl',
      닭: 'ekfr',
      있다: 'dlTek',
    };
    for (const [text, strokes] of Object.entries(pairs)) {
      assert.equal(hangulStrokes(text), strokes);
      assert.equal(composeHangul(strokes), text);
    }
  });

  test('all 11,172 syllables come back from their keys', () => {
    for (let code = 0xac_00; code <= 0xd7_a3; code++) {
      const syllable = String.fromCharCode(code);
      assert.equal(composeHangul(hangulStrokes(syllable) ?? ''), syllable);
    }
  });

  test('letters come back from what they type, as far as shift matters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{1,20}$/), (letters) => {
        assert.equal(hangulStrokes(composeHangul(letters)), canonicalStrokes(letters));
      }),
    );
  });

  test('jamo have keys, everything else has none', () => {
    fc.assert(
      fc.property(fc.string({ unit: jamo, minLength: 1 }), (text) =>
        assert.match(hangulStrokes(text) ?? '', /^[a-zQWERTOP]+$/),
      ),
    );
    assert.equal(hangulStrokes('해리 포터'), null);
    assert.equal(hangulStrokes('a'), null);
  });
});

suite('the other layout', () => {
  test('known queries, in both directions, numbers and signs as they are', () => {
    assert.equal(swapLayout('gofl vhxj 2'), '해리 포터 2');
    assert.equal(swapLayout('ㅗㅁㄱ교 ㅔㅐㅅㅅㄷㄱ'), 'harry potter');
    assert.equal(swapLayout('ㅗㅁㄱ교, 1984!'), 'harry, 1984!');
    assert.equal(swapLayout('ekffjrnxm'), '달러구트');
  });

  test('a text of both scripts or of neither has no other layout', () => {
    assert.equal(swapLayout('해리 potter'), null);
    assert.equal(swapLayout('1984'), null);
    assert.equal(swapLayout(''), null);
  });

  test('an English word typed in the Hangul layout comes back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) =>
        assert.equal(swapLayout(composeHangul(word)), word),
      ),
    );
  });
});
