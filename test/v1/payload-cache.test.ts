import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloadOf } from '../../src/http/answer.ts';
import { createPayloadCache } from '../../src/v1/payload-cache.ts';

test('a payload is made once, and those used longest ago go when the room is full', async () => {
  const made: string[] = [];
  const cache = createPayloadCache(3 * 1500);
  const get = (key: string) =>
    cache.get(key, async () => {
      made.push(key);
      return payloadOf(Buffer.alloc(1000, key));
    });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(key);
  assert.deepEqual(made, ['a', 'b', 'c', 'd', 'b']);
});

test('a failure is not kept', async () => {
  const cache = createPayloadCache(10_000);
  await assert.rejects(
    cache.get('a', () => Promise.reject(new Error('not now'))),
    /not now/,
  );
  const payload = await cache.get('a', async () => payloadOf(Buffer.from('x')));
  assert.equal(payload.members.toString(), 'x');
});
