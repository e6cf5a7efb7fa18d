import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const skip = process.platform === 'linux' ? false : 'a thread has a priority of its own on Linux only';

for (const [work, nice] of [
  ['lowestPriority', 19],
  ['lowerPriority', 5],
] as const)
  test(`${work} gives its thread nice ${nice}, and leaves the thread that started it as it was`, {
    skip,
  }, async () => {
    const entry = new URL('../../bin/background.ts', import.meta.url);
    const before = getPriority();
    const worker = new Worker(
      `import { ${work} } from ${JSON.stringify(entry.href)};
    import { readFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    ${work}();
    parentPort.postMessage(readFileSync('/proc/thread-self/stat', 'utf8'));`,
      { eval: true },
    );
    const [stat] = await once(worker, 'message');
    assert.equal(niceOf(stat), nice);
    assert.equal(niceOf(readFileSync('/proc/thread-self/stat', 'utf8')), before);
    assert.equal(getPriority(), before);
  });

/** The 19th field; the second one is a name in brackets, which may hold blanks. */
function niceOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}
