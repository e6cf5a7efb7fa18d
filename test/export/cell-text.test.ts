import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellText } from '../../src/export/cell-text.ts';

test('what XML cannot hold is dropped, the rest stays', () => {
  assert.equal(cellText('a\u0000b\u000bc\u001fd'), 'abcd');
  assert.equal(cellText('a\ufffeb\uffffc'), 'abc');
  assert.equal(cellText('a\tb\nc\u0085d\u007fe\u2028f'), 'a\tb\nc\u0085d\u007fe\u2028f');
});

test('half of a surrogate pair is dropped, a whole one stays, and dropping never makes one', () => {
  assert.equal(cellText('\ud83da\ude00'), 'a');
  assert.equal(cellText('😀'), '😀');
  assert.equal(cellText('\ud83d\u0000\ude00'), '');
});

test('a line break is one newline', () => {
  assert.equal(cellText('a\r\nb\rc\n\rd'), 'a\nb\nc\n\nd');
});

test('a text ends at 32,767 units, never within a character', () => {
  assert.equal(cellText('가'.repeat(32_767)).length, 32_767);
  assert.equal(cellText('가'.repeat(32_768)).length, 32_767);
  assert.equal(cellText(`${'a'.repeat(32_766)}😀`), 'a'.repeat(32_766));
  assert.equal(cellText(`${'a'.repeat(32_765)}😀b`), `${'a'.repeat(32_765)}😀`);
});

test('the limit counts what is left after dropping', () => {
  assert.equal(cellText(`\u0000${'a'.repeat(32_767)}`), 'a'.repeat(32_767));
});
