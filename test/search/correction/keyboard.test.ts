import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  canonicalStrokes,
  composeHangul,
  hangulStrokes,
  swapLayout,
} from '../../../src/search/correction/keyboard.ts';
import { fc } from '../../support/properties.ts';

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

  test('every syllable comes back from its keys, jamo have keys, other signs have none', () => {
    const codes = Array.from({ length: 0xd7_a4 }, (_, code) => code);
    for (const char of codes.map((code) => String.fromCharCode(code))) {
      const strokes = hangulStrokes(char);
      assert.equal(strokes !== null, /[ㄱ-ㅣ가-힣]/.test(char));
      if (/[가-힣]/.test(char)) assert.equal(composeHangul(strokes ?? ''), char);
      if (strokes !== null) assert.match(strokes, /^[a-zQWERTOP]+$/);
    }
  });

  test('letters come back from what they type, as far as shift matters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{1,20}$/), (letters) => {
        assert.equal(hangulStrokes(composeHangul(letters)), canonicalStrokes(letters));
      }),
    );
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
    for (const text of ['해리 potter', '1984', '']) assert.equal(swapLayout(text), null);
  });

  test('an English word typed in the Hangul layout comes back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) =>
        assert.equal(swapLayout(composeHangul(word)), word),
      ),
    );
  });
});
