import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { COMPILE_CACHE, freePort, startServer } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const program = resolve(import.meta.dirname, '../../bin/seoga.ts');
const ACCOUNT = ['account', 'create', '--email', 'a@books.example', '--name', 'A'];

test('a command without SEOGA_DATA_DIR makes no second store beside a running server, and names the one that is served', async (t) => {
  const opsPort = String(await freePort());
  const server = await startServer(t, { environment: { SEOGA_OPS_PORT: opsPort } });
  const folder = tempDir(t);
  const run = (args: readonly string[], settings: Record<string, string>) =>
    spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        SEOGA_OPS_PORT: opsPort,
        ...settings,
      },
      encoding: 'utf8',
      input: '{"kind":"category","categoryId":"001","categoryName":"A"}\n',
    });
  for (const args of [['import', '-'], ACCOUNT]) {
    const { status, stderr } = run(args, {});
    assert.equal(status, 1, args.join(' '));
    const named = `the server on this machine serves ${server.dataDir}.`;
    assert.ok(stderr.includes(named), stderr);
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  }
  assert.deepEqual(readdirSync(folder), []);

  // Whoever names a folder means it, and an existing store goes on being used.
  const other = join(folder, 'data');
  assert.equal(run(ACCOUNT, { SEOGA_DATA_DIR: other }).status, 0);
  assert.equal(run(['import', '-'], {}).status, 0);
  assert.ok(existsSync(join(other, 'catalog.db')));
  assert.equal(await server.stop(), 0);
  const elsewhere = tempDir(t);
  const alone = spawnSync(process.execPath, [program, ...ACCOUNT], {
    cwd: elsewhere,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, SEOGA_OPS_PORT: opsPort },
    encoding: 'utf8',
  });
  assert.equal(alone.status, 0, 'nobody serves anything');
});
