import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineNumbers } from '../../../src/ingest/table/row-mapper.ts';
import { UnreadableInputError } from '../../../src/ingest/text/input.ts';

test('lines of a million orders are numbered; one more order is refused, lines of the others are not', () => {
  const lineNoOf = createLineNumbers();
  for (let order = 1; order < 1_000_000; order++) lineNoOf(`A-${order}`);
  assert.equal(lineNoOf('A-0'), 1);
  assert.throws(() => lineNoOf('B-1'), UnreadableInputError);
  assert.equal(lineNoOf('A-0'), 2);
});
