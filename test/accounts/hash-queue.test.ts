import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createHashQueue,
  HASHES_AT_ONCE_MAX,
  HASHES_WAITING_MAX,
  HashingBusyError,
} from '../../src/accounts/hash-queue.ts';

test('so many run at once, so many wait, the next one is refused, and all that was taken is done in order', async () => {
  const inTurn = createHashQueue();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const taken = HASHES_AT_ONCE_MAX + HASHES_WAITING_MAX;
  const tasks = Array.from({ length: taken }, (_, i) =>
    inTurn(() => {
      begun.push(i);
      return new Promise<number>((resolve) => ends.push(() => resolve(i)));
    }),
  );
  await assert.rejects(
    inTurn(() => Promise.resolve()),
    HashingBusyError,
  );
  for (let i = 0; i < taken; i++) {
    assert.equal(begun.length, Math.min(taken, i + HASHES_AT_ONCE_MAX));
    ends[i]?.();
    assert.equal(await tasks[i], i);
  }
  assert.deepEqual(
    begun,
    Array.from({ length: taken }, (_, i) => i),
  );
  assert.equal(await inTurn(() => Promise.resolve('free again')), 'free again');
});

test('a task that fails gives its place back', async () => {
  const inTurn = createHashQueue();
  for (let i = 0; i < 5; i++) {
    await assert.rejects(
      inTurn(() => Promise.reject(new Error('failed'))),
      /failed/,
    );
  }
  assert.equal(await inTurn(() => Promise.resolve(1)), 1);
});
