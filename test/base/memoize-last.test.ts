import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoizeLast } from '../../src/base/memoize-last.ts';

test('a value is made once for as long as the version stays the same', () => {
  const made: unknown[] = [];
  const ofVersion = memoizeLast((version: unknown) => made.push(version));
  const values = [undefined, undefined, 1, 1, 2, 1].map((version) => ofVersion(version));
  assert.deepEqual(values, [1, 1, 2, 2, 3, 4]);
  assert.deepEqual(made, [undefined, 1, 2, 1]);
});

test('a failure is not remembered, and the value before it stays', () => {
  let isBroken = false;
  const ofVersion = memoizeLast((version: number) => {
    if (isBroken) throw new Error('broken');
    return { version };
  });
  const first = ofVersion(1);
  isBroken = true;
  assert.throws(() => ofVersion(2), /broken/);
  assert.equal(ofVersion(1), first);
  isBroken = false;
  assert.deepEqual(ofVersion(2), { version: 2 });
});
