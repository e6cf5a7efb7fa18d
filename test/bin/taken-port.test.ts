import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { spawnProgram } from '../support/program.ts';
import { environmentOf, freePort, listenOn } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a port that another program takes while the server starts ends the start in one line', async (t) => {
  const dataDir = tempDir(t);
  const port = await freePort();
  const env = environmentOf(dataDir, { PORT: String(port) });
  const { child, exit, stderr } = spawnProgram(process.execPath, ['bin/seoga.ts', 'serve'], { env });
  t.after(() => child.kill('SIGKILL'));
  // The port was looked at before the store is opened.
  await eventually(async () => existsSync(join(dataDir, 'accounts.db')));
  const other = createServer();
  t.after(() => void other.close());
  await listenOn(other, port);

  assert.equal(await exit, 2);
  const said = stderr()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  assert.deepEqual(said, [`HOST is 127.0.0.1 and PORT is ${port}: another program listens there`]);
});
