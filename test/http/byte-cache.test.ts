import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteCache } from '../../src/http/body/byte-cache.ts';

test('a value is made once, and those used longest ago go when the room is full', async () => {
  const made: string[] = [];
  const cache = createByteCache<Buffer>(3 * 1800, (value) => value.length);
  const get = (key: string) =>
    cache.get(key, async () => {
      made.push(key);
      return Buffer.alloc(1000, key);
    });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(key);
  assert.deepEqual(made, ['a', 'b', 'c', 'd', 'b']);
});

test('those who ask while a value is being made share it', async () => {
  const cache = createByteCache<string>(10_000, (value) => value.length);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = cache.get('a', () => promise);
  const second = cache.get('a', async () => 'another');
  resolve('x');
  assert.deepEqual(await Promise.all([first, second]), ['x', 'x']);
});

test('a failure is not kept', async () => {
  const cache = createByteCache<string>(10_000, (value) => value.length);
  await assert.rejects(
    cache.get('a', () => Promise.reject(new Error('not now'))),
    /not now/,
  );
  assert.equal(await cache.get('a', async () => 'x'), 'x');
});
