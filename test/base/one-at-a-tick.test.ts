import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneAtATick } from '../../src/base/one-at-a-tick.ts';

test('what is asked for in one tick is loaded once, each key once, and a failure is told to all who asked then', async () => {
  const loads: (readonly number[])[] = [];
  const findAll = oneAtATick<number, string>(async (keys) => {
    loads.push(keys);
    if (keys.includes(0)) throw new Error('no');
    return new Map(keys.filter((key) => key > 1).map((key) => [key, `<${key}>`]));
  });
  const find = async (key: number) => (await findAll([key])).get(key);
  const later = Promise.resolve().then(() => find(3));
  assert.deepEqual(await Promise.all([find(1), find(2), find(2), later]), [undefined, '<2>', '<2>', '<3>']);
  const failed = await Promise.allSettled([find(0), find(5)]);
  assert.ok(failed.every(({ status }) => status === 'rejected'));
  assert.equal(await find(5), '<5>');
  assert.deepEqual(loads, [[1, 2, 3], [0, 5], [5]]);
});
