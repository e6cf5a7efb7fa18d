import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { environmentOf, freePort, listenOn } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const root = resolve(import.meta.dirname, '../..');

test('a port that another program takes while the server starts ends the start in one line', async (t) => {
  const dataDir = tempDir(t);
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'bin/seoga.ts'), 'serve'], {
    env: environmentOf(dataDir, { PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  child.stdout.resume();
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(child, 'exit');
  // The port was looked at before the store is opened.
  await eventually(async () => existsSync(join(dataDir, 'accounts.db')));
  const other = createServer();
  t.after(() => void other.close());
  await listenOn(other, port);

  assert.deepEqual(await ended, [2, null]);
  const said = log.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  assert.deepEqual(said, [`HOST is 127.0.0.1 and PORT is ${port}: another program listens there`]);
});
