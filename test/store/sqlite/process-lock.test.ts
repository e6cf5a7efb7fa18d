import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeProcessLock } from '../../../src/store/sqlite/process-lock.ts';
import { tempDir } from '../../support/temp-dir.ts';

test('a data folder has one holder at a time', (t) => {
  const dataDir = tempDir(t);
  const lock = takeProcessLock(dataDir);
  assert.notEqual(lock, null);
  assert.equal(takeProcessLock(dataDir), null);
  lock?.release();
  const next = takeProcessLock(dataDir);
  assert.notEqual(next, null);
  next?.release();
});

test('the lock of a killed process is free at once', async (t) => {
  const dataDir = tempDir(t);
  const source = join(import.meta.dirname, '../../../src/store/sqlite/process-lock.ts');
  const script = `import { takeProcessLock } from ${JSON.stringify(source)};
    // Kept in reach, or the collector of garbage frees it.
    const lock = takeProcessLock(${JSON.stringify(dataDir)}); console.log('held'); setInterval(() => lock, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  assert.equal(takeProcessLock(dataDir), null);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = takeProcessLock(dataDir);
  assert.notEqual(lock, null);
  lock?.release();
});
