import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { tempDir } from '../support/temp-dir.ts';

const setUp = resolve(import.meta.dirname, '../../scripts/set-up.mjs');
const NOBODY = 65_534;

for (const isBuilt of [true, false]) {
  const state = isBuilt ? 'older than their sources' : 'not there yet';
  test(`a start as a user who may not write to the installation goes on when the pages are ${state}`, (t) => {
    let folders: readonly string[] = [];
    // Before the folder's own clean-up, which needs the permission.
    t.after(() => {
      for (const folder of folders) chmodSync(folder, 0o755);
    });
    const root = tempDir(t);
    const put = (name: string, text: string) => {
      mkdirSync(join(root, dirname(name)), { recursive: true });
      writeFileSync(join(root, name), text);
    };
    if (isBuilt) put('web/dist/index.html', 'built by the owner');
    put('node_modules/vite/bin/vite.js', 'throw new Error("nobody may build");');
    put('web/index.html', 'newer');
    put('package-lock.json', '{}');
    mkdirSync(join(root, 'scripts'));
    copyFileSync(setUp, join(root, 'scripts/set-up.mjs'));
    put(
      'start.mjs',
      "import { buildPages } from './scripts/set-up.mjs'; buildPages(); console.log('goes on');",
    );
    copyFileSync(process.execPath, join(root, 'node'));
    folders = ['', 'web', 'node_modules'].map((name) => join(root, name));
    for (const folder of folders) chmodSync(folder, 0o555);

    const isRoot = process.getuid?.() === 0;
    const asNobody = isRoot
      ? ['setpriv', '--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups']
      : [];
    const [name = '', ...words] = [...asNobody, join(root, 'node'), 'start.mjs'];
    // Node passes the suite's coverage folder on unless it is set: this user may not write there.
    const env = { PATH: process.env.PATH, NODE_V8_COVERAGE: '' };
    const { status, stdout, stderr } = spawnSync(name, words, { cwd: root, encoding: 'utf8', env });
    assert.equal(status, 0, stderr);
    assert.equal(stdout, 'goes on\n');
    const fate = isBuilt ? 'those built before are served' : 'the API works without them';
    assert.match(stderr, new RegExp(`^This user may not build the pages in \\S+: ${fate}[^\\n]*\\n$`));
    if (isBuilt) assert.equal(readFileSync(join(root, 'web/dist/index.html'), 'utf8'), 'built by the owner');
    assert.deepEqual(readdirSync(join(root, 'node_modules')), ['vite']);
  });
}
