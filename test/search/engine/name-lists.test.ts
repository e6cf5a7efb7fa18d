import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { docsOfName, NameWriter } from '../../../src/search/engine/name-lists.ts';

test('a name has the documents that were given for it, ascending, and no others', () => {
  const hash = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1));
  const doc = fc.integer({ min: 0, max: 2 ** 29 - 1 });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(hash, doc), { selector: String, maxLength: 40 }),
      hash,
      (pairs, asked) => {
        const writer = new NameWriter();
        for (const [name, holder] of pairs) writer.add(name, holder);
        const expected = pairs.filter(([name]) => name === asked).map(([, holder]) => holder);
        assert.deepEqual(
          [...docsOfName(writer.finish(), asked)],
          expected.sort((a, b) => a - b),
        );
      },
    ),
  );
});

test('more names than the arrays have room for at first', () => {
  const writer = new NameWriter();
  for (let doc = 5_000; doc > 0; doc--) writer.add(1 + (doc % 7), doc);
  const docs = docsOfName(writer.finish(), 3);
  assert.equal(docs.length, 715);
  assert.deepEqual([docs[0], docs[1], docs[714]], [2, 9, 5_000]);
});
