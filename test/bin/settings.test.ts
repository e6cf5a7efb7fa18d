import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { spawnProgram } from '../support/program.ts';
import { environmentOf, freePort, listenOn, refusedWith, runSeogaEach } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

test('2: settings that no server can start with, each in one line that names the variable', async (t) => {
  const taken = createServer();
  const port = String(await listenOn(taken));
  t.after(() => void taken.close());
  const file = join(tempDir(t), 'file');
  writeFileSync(file, '');
  const cases = [
    { PORT: port },
    { SEOGA_OPS_PORT: port },
    { HOST: '192.0.2.1' },
    { HOST: 'nowhere.invalid' },
    { SEOGA_DATA_DIR: file },
    { SEOGA_DATA_DIR: join(file, 'x') },
    { SEOGA_SMTP_URL: 'smtp://:::' },
  ];
  const results = await runSeogaEach(
    tempDir(t),
    cases.map((one) => ({ words: ['serve'], settings: { SEOGA_DATA_DIR: tempDir(t), ...one } })),
  );
  for (const [at, [name = '']] of cases.map((one) => Object.keys(one)).entries()) {
    const { code, stdout, stderr } = results[at] ?? { code: null, stdout: '', stderr: '' };
    assert.deepEqual([code, stdout], [2, ''], stderr);
    assert.match(stderr, new RegExp(`^[^\\n]*\\b${name} is [^\\n]*\\n$`));
  }
});

test('2: key and account commands without --account, which leave no store behind', async (t) => {
  const folder = tempDir(t);
  const results = await runSeogaEach(folder, [
    ['key', 'issue'],
    ['key', 'revoke'],
    ['account', 'update'],
  ]);
  for (const result of results) refusedWith(result, 2, /--account must be/);
  assert.deepEqual(readdirSync(folder), []);
});

test('a port that another program takes while the server starts ends the start in one line', async (t) => {
  const dataDir = tempDir(t);
  const port = await freePort();
  const env = environmentOf(dataDir, { PORT: String(port) });
  const { child, exit, stderr } = spawnProgram(process.execPath, ['bin/seoga.ts', 'serve'], { env });
  t.after(() => child.kill('SIGKILL'));
  // The server has looked at the port before.
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
