import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  canonicalStrokes,
  composeHangul,
  hangulStrokes,
  strokeDistance,
  swapLayout,
} from '../../../src/search/correction/keyboard.ts';
import { fc } from '../../support/properties.ts';

suite('keys of the Korean keyboard', () => {
  test('known words', () => {
    const words =
      '해리 gofl | 포터 vhxj | 값이 rkqtdl | 꿔 Rnj | 의사 dmltk | 얘기 dOrl | 닭 ekfr | 있다 dlTek';
    for (const [text = '', strokes = ''] of words.split(' | ').map((word) => word.split(' '))) {
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
});

/** The least number of edits by trying all of them, swaps of neighbours included. */
function countEdits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const ways = [
    countEdits(restA, restB) + (a[0] === b[0] ? 0 : 1),
    countEdits(restA, b) + 1,
    countEdits(a, restB) + 1,
  ];
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
    ways.push(countEdits(a.slice(2), b.slice(2)) + 1);
  return Math.min(...ways);
}

const keys = fc.stringMatching(/^[abqQ]{0,6}$/);

suite('distance of typed keys from a word', () => {
  test('strokes are the least number of edits, or null above the limit; each costs something, and one at most', () => {
    fc.assert(
      fc.property(keys, keys, fc.integer({ min: 0, max: 2 }), (typed, word, strokesMax) => {
        const expected = countEdits(typed, word);
        const distance = strokeDistance(typed, word, 'hangul', strokesMax);
        assert.equal(distance?.strokes ?? null, expected <= strokesMax ? expected : null);
        if (distance === null) return;
        assert.equal(distance.cost === 0, distance.strokes === 0);
        assert.ok(distance.cost <= distance.strokes + 1e-9);
      }),
      { numRuns: 3000 },
    );
  });

  test('a shifted key, a similar sound and a neighbour cost less than any other wrong key', () => {
    const cost = (typed: string, word: string) =>
      strokeDistance(typed, word, 'hangul', 1)?.cost ?? Number.NaN;
    // 빵 for 방, 게 for 개, 가 for 나 as on the keyboard beside, 가 for 하.
    const costs = [cost('Qkd', 'qkd'), cost('rp', 'ro'), cost('rk', 'ek'), cost('rk', 'gk')];
    assert.deepEqual(costs, [...new Set(costs)].sort());
  });
});
