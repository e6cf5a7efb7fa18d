import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepPrivate } from '../../src/store/files/private-files.ts';
import { startServer } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Paths in a folder, and the folder itself, that others may read, write or enter. */
function openToOthers(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
  return [folder, ...inside].filter((path) => (lstatSync(path).mode & 0o077) !== 0);
}

test('a data folder that others could read is closed to them at start, with all that comes later', async (t) => {
  const dataDir = tempDir(t);
  const first = await startServer(t, { dataDir });
  await first.seoga(['account', 'create', '--email', 'a@books.example', '--name', 'A']);
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
  assert.equal((await second.seoga(['backup', folder])).code, 0);
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
