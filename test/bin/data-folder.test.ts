import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { keepPrivate } from '../../src/store/private-files.ts';
import {
  COMPILE_CACHE,
  CREATE_ACCOUNT,
  freePort,
  outputOf,
  refusedWith,
  startServer,
} from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a command without SEOGA_DATA_DIR makes no second store beside a running server, and names the one that is served', async (t) => {
  const opsPort = String(await freePort());
  const server = await startServer(t, { environment: { SEOGA_OPS_PORT: opsPort } });
  const program = resolve(import.meta.dirname, '../../bin/seoga.ts');
  const run = (cwd: string, args: readonly string[], settings: Record<string, string> = {}) => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, SEOGA_OPS_PORT: opsPort };
    const input = '{"kind":"category","categoryId":"001","categoryName":"A"}\n';
    const options = { cwd, env: { ...env, ...settings }, encoding: 'utf8', input } as const;
    const { status: code, ...said } = spawnSync(process.execPath, [program, ...args], options);
    return { code, ...said };
  };
  const folder = tempDir(t);
  const named = new RegExp(`^[^\\n]*the server on this machine serves ${server.dataDir}\\.[^\\n]*\\n$`);
  for (const args of [['import', '-'], CREATE_ACCOUNT]) refusedWith(run(folder, args), 1, named);
  assert.deepEqual(readdirSync(folder), []);

  const other = join(folder, 'data');
  outputOf(run(folder, CREATE_ACCOUNT, { SEOGA_DATA_DIR: other }));
  outputOf(run(folder, ['import', '-']));
  assert.ok(existsSync(join(other, 'catalog.db')));
  assert.equal(await server.stop(), 0);
  outputOf(run(tempDir(t), CREATE_ACCOUNT));
});

/** What others may read, write or enter. */
function openToOthers(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
  const modeOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return [folder, ...inside].filter((path) => (modeOf(path) & 0o077) !== 0);
}

test('a data folder that others could read is closed to them at start, with all that comes later', async (t) => {
  const dataDir = tempDir(t);
  const first = await startServer(t, { dataDir });
  outputOf(await first.seoga(CREATE_ACCOUNT));
  assert.deepEqual(openToOthers(dataDir), [], 'new');
  await first.stop();

  mkdirSync(join(dataDir, 'old'), { recursive: true });
  writeFileSync(join(dataDir, 'old', 'old.json'), '{}');
  chmodSync(dataDir, 0o755);
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o755);
  const second = await startServer(t, { dataDir });
  assert.deepEqual(openToOthers(dataDir), [], 'after an upgrade');

  const folder = join(tempDir(t), 'backup');
  mkdirSync(folder, { mode: 0o755 });
  chmodSync(folder, 0o755);
  outputOf(await second.seoga(['backup', folder]));
  assert.deepEqual(openToOthers(folder), [], 'a backup into a folder that was there');
  await second.stop();
});

test('links in the folder are not followed', (t) => {
  const [folder, elsewhere] = [tempDir(t), tempDir(t)];
  const file = join(elsewhere, 'public.txt');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  symlinkSync(file, join(folder, 'link'));
  assert.deepEqual(keepPrivate(folder), []);
  assert.equal(lstatSync(file).mode & 0o777, 0o644);
});
