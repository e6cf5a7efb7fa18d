import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayWidth } from '../../src/export/display-width.ts';

test('Latin letters and digits count one, Chinese, Japanese, Korean and wide forms two', () => {
  assert.equal(displayWidth('abc 123', 100), 7);
  assert.equal(displayWidth('홍길동전', 100), 8);
  assert.equal(displayWidth('洪吉童傳', 100), 8);
  assert.equal(displayWidth('ホンギル', 100), 8);
  assert.equal(displayWidth('ＡＢ', 100), 4);
  assert.equal(displayWidth('é', 100), 1);
});

test('pictures and rare Chinese characters count two, combining marks nothing', () => {
  assert.equal(displayWidth('😀', 100), 2);
  assert.equal(displayWidth('𠀀', 100), 2);
  assert.equal(displayWidth('e\u0301', 100), 1);
});

test('the limit is never passed, not even by half a character', () => {
  assert.equal(displayWidth('가'.repeat(1000), 61), 61);
});
