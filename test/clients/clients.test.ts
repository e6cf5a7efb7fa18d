import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { smallShop } from '../support/small-shop.ts';
import { type Cleanup, suiteCleanup, tempDir } from '../support/temp-dir.ts';
import { createTestApp } from '../support/test-app.ts';

const here = import.meta.dirname;
const root = join(here, '..', '..');
/** Installed by npm test (scripts/set-up.mjs). */
const tools = join(root, 'node_modules', '.openapi-clients');
const modules = join(tools, 'node_modules');
const skip = existsSync(modules)
  ? false
  : 'npm test installs the client generators, which needs the registry';
const document = join(root, 'openapi.json');

const run = (program: string, words: readonly string[], cwd: string) =>
  execFileSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const tsconfig = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    outDir: 'compiled',
    rewriteRelativeImportExtensions: true,
    strict: true,
    skipLibCheck: true,
  },
};

/** The service with the small shop, where a program of its own process can call it. */
async function listening(t: Cleanup) {
  const app = await createTestApp(t);
  await app.feed(smallShop);
  await app.rank();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { baseUrl: `http://127.0.0.1:${address.port}`, key: app.key };
}

describe('the OpenAPI document in the hands of other tools', { skip }, () => {
  let folder = '';
  const t = suiteCleanup();
  before(() => {
    folder = tempDir(t);
    symlinkSync(modules, join(folder, 'node_modules'));
    for (const program of ['generate.mjs', 'check-document.mjs'])
      cpSync(join(here, program), join(tools, program));
    cpSync(join(here, 'programs'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    run(process.execPath, [join(tools, 'generate.mjs'), document, folder], folder);
  });

  test('Redocly and Spectral find nothing wrong', () => {
    assert.equal(run(process.execPath, [join(tools, 'check-document.mjs'), document], tools), '');
  });

  test('generated clients compile under strict, with the names of the document', () => {
    assert.equal(run(join(modules, '.bin', 'tsc'), ['-p', folder], folder), '');
  });

  for (const program of ['with-openapi-fetch.js', 'with-hey-api.js']) {
    test(`${program} reads a list and the code of a failure`, async (t) => {
      const { baseUrl, key } = await listening(t);
      const output = await new Promise<string>((resolve, reject) => {
        execFile(process.execPath, [join(folder, 'compiled', program), baseUrl, key], (error, stdout) =>
          error === null ? resolve(stdout) : reject(error),
        );
      });
      assert.deepEqual(JSON.parse(output), [['구운몽', '홍길동전', '춘향전'], 'GOODS_001']);
    });
  }
});
