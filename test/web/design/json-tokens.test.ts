import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { indentJson, tokeniseJsonLine } from '../../../web/src/design/json-tokens.ts';

test('colouring loses and adds no character of any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const lines = indentJson(JSON.stringify(value));
      const coloured = lines.map((line) =>
        tokeniseJsonLine(line)
          .map(({ text }) => text)
          .join(''),
      );
      assert.deepEqual(coloured, lines);
      assert.deepEqual(JSON.parse(coloured.join('\n')), JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('names, texts with quotes, numbers and words are told apart', () => {
  const kinds = (line: string) => tokeniseJsonLine(line).map(({ kind, text }) => [kind, text]);
  assert.deepEqual(kinds('"a \\" b": "true: 1"'), [
    ['name', '"a \\" b"'],
    ['mark', ':'],
    ['mark', ' '],
    ['text', '"true: 1"'],
  ]);
  assert.deepEqual(
    kinds('-1.5e+3, null').filter(([kind]) => kind !== 'mark'),
    [
      ['number', '-1.5e+3'],
      ['word', 'null'],
    ],
  );
});

test('anything but JSON is shown as it came', () => {
  assert.deepEqual(indentJson('not\njson'), ['not', 'json']);
});
