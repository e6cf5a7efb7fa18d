import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createWorkQueue, QueueFullError } from '../../src/base/work-queue.ts';

const LIMITS = { atOnceMax: 2, waitingMax: 3, waitingPerCallerMax: 2, restFactor: 0 };

function openWork() {
  const started: PromiseWithResolvers<void>[] = [];
  const work = () => {
    const one = Promise.withResolvers<void>();
    started.push(one);
    return one.promise;
  };
  return { work, started };
}

test('two at once, three waiting, two of a caller: one more is refused, and each end lets the next begin', async () => {
  const { run } = createWorkQueue(LIMITS);
  const { work, started } = openWork();
  const taken = ['a', 'a', 'a', 'a'].map((caller) => run(work, caller));
  await assert.rejects(run(work, 'a'), QueueFullError);
  taken.push(run(work, 'b'));
  await assert.rejects(run(work, 'c'), QueueFullError);
  assert.equal(started.length, 2);
  for (let ended = 0; ended < 5; ended++) {
    started[ended]?.resolve();
    await nextTurn();
    assert.equal(started.length, Math.min(5, ended + 3));
  }
  await Promise.all(taken);
});

test('work that fails gives its turn back', async () => {
  const { run } = createWorkQueue({ ...LIMITS, atOnceMax: 1 });
  const failed = run(() => Promise.reject(new Error('not now')));
  await assert.rejects(failed, /not now/);
  assert.equal(await run(async () => 1), 1);
});

test('work that takes a turn of another kind gives its own back meanwhile, and gets the next one', async () => {
  const [pages, hashes] = [1, 2].map(() => createWorkQueue({ ...LIMITS, atOnceMax: 1 }));
  const { work, started } = openWork();
  const order: string[] = [];
  const outer = pages?.run(async () => {
    await hashes?.run(work);
    order.push('hashed');
  });
  await nextTurn();
  const others = ['second', 'third'].map((name) => pages?.run(async () => void order.push(name)));
  await others[0];
  started[0]?.resolve();
  await Promise.all([outer, ...others]);
  assert.deepEqual(order, ['second', 'third', 'hashed']);
});

test('work that takes half a second in sum leaves as much of the thread to others', async () => {
  const { run } = createWorkQueue({ ...LIMITS, waitingMax: 50, waitingPerCallerMax: 50, restFactor: 1 });
  let busyMs = 0;
  let leftMs = 0;
  let endedMs = Number.POSITIVE_INFINITY;
  const compute = async () => {
    leftMs += Math.max(0, performance.now() - endedMs);
    const begun = process.threadCpuUsage();
    while (process.threadCpuUsage(begun).user < 20_000);
    busyMs += 20;
    endedMs = performance.now();
  };
  await Promise.all(Array.from({ length: 25 }, () => run(compute)));
  // The last rest isn't waited for.
  assert.ok(leftMs >= busyMs - 20, `${leftMs} ms left to others`);
});
