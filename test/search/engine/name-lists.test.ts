import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docsOfName, NameWriter } from '../../../src/search/engine/name-lists.ts';

test('more names than the arrays have room for at first', () => {
  const writer = new NameWriter();
  for (let doc = 5_000; doc > 0; doc--) writer.add(1 + (doc % 7), doc);
  const docs = docsOfName(writer.finish(), 3);
  assert.equal(docs.length, 715);
  assert.deepEqual([docs[0], docs[1], docs[714]], [2, 9, 5_000]);
});
