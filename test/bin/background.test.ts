import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const skip = process.platform === 'linux' ? false : 'a thread has a priority of its own on Linux only';
const ENTRY = JSON.stringify(new URL('../../bin/background.ts', import.meta.url).href);
const PROGRAM = `
  import { once } from 'node:events';
  import { getPriority } from 'node:os';
  import { Worker } from 'node:worker_threads';
  const before = getPriority();
  const thread = new Worker(\`
    import { getPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    import { lowerPriority } from ${ENTRY};
    lowerPriority();
    parentPort.postMessage(getPriority());\`, { eval: true });
  const [lowered] = await once(thread, 'message');
  console.log(JSON.stringify([before, lowered, getPriority()]));`;

// An ordinary user may only lower a priority, so a fixed one would fail where the server itself has a lower one.
for (const nice of [0, 17])
  test(`a server started at nice ${nice}: background work is up to 5 lower, other threads stay`, {
    skip,
  }, () => {
    const words = ['-n', String(nice), process.execPath, '--input-type=module', '-e', PROGRAM];
    const [before, lowered, after] = JSON.parse(execFileSync('nice', words, { encoding: 'utf8' }));
    assert.deepEqual([lowered, after], [Math.min(before + 5, 19), before]);
  });
