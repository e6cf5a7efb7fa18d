import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseText } from '../../src/search/fold/fold-text.ts';

test('a jamo that stands alone is the one that a keyboard types, from the first to the last of its kind', () => {
  assert.equal(normaliseText('\u1100 \u1112'), 'ㄱ ㅎ');
  assert.equal(normaliseText('\u1161 \u1175'), 'ㅏ ㅣ');
  assert.equal(normaliseText('\u11a8 \u11c2'), 'ㄱ ㅎ');
  assert.equal(normaliseText('\uffa1 \uffbe \uffc2 \uffdc'), 'ㄱ ㅎ ㅏ ㅣ');
  assert.equal(normaliseText('\u1100\u1161\u11a8'), '각');
});
