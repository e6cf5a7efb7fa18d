import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDelayedWork } from '../../src/base/delayed-work.ts';

test('work goes on after a failure whose report fails, too', async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs === 1) throw new Error('the disk is full');
  };
  const delayed = createDelayedWork(600_000, work, (error) => {
    throw error;
  });
  await assert.rejects(delayed.runOrReport(), /the disk is full/);
  await delayed.runOrReport();
  assert.equal(runs, 2);
  delayed.cancel();
});
