import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const skip = process.platform === 'linux' ? false : 'a thread has a priority of its own on Linux only';

test('work in the background stands back, and the thread that started it does not', { skip }, async () => {
  const entry = new URL('../../bin/background.ts', import.meta.url);
  const before = getPriority();
  const worker = new Worker(
    `import { workInBackground } from ${JSON.stringify(entry.href)};
    import { readFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    workInBackground();
    parentPort.postMessage(readFileSync('/proc/thread-self/stat', 'utf8'));`,
    { eval: true },
  );
  const [stat] = await once(worker, 'message');
  assert.equal(niceOf(stat), 19);
  assert.equal(niceOf(readFileSync('/proc/thread-self/stat', 'utf8')), before);
  assert.equal(getPriority(), before);
});

/** The 19th field; the second one is a name in brackets, which may hold blanks. */
function niceOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}
