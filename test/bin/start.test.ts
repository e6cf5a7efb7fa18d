import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { endGroup, root, spawnProgram } from '../support/program.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

const { PATH = '' } = process.env;

interface Lockfile {
  readonly packages: Record<string, { integrity?: string; hasInstallScript?: boolean; inBundle?: boolean }>;
}

const lockfile: Lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** A clone with the modules of this one, in which npm only reports its call. Returns standard error. */
function setUpClone(t: Cleanup, change: (lock: Lockfile) => void, preload = ''): string {
  const clone = tempDir(t);
  cpSync(join(root, 'scripts'), join(clone, 'scripts'), {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  const lock = structuredClone(lockfile);
  change(lock);
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(lock));
  const npm = join(clone, 'npm.cjs');
  writeFileSync(npm, "console.log('npm', process.argv[2]); process.exit(1);");
  const script = `${preload}; await (await import('./scripts/set-up.mjs')).setUp(); console.error('ready')`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: clone,
    env: { PATH, npm_execpath: npm },
    encoding: 'utf8',
  });
  return stderr;
}

test('a start asks npm for nothing while the lockfile names what is installed, however new it is; else it installs', (t) => {
  const installing = /^Installing the locked dependencies[^\n]*\nnpm ci\nSet-up failed: /;
  for (const [change, said] of [
    [() => {}, /^ready\n$/],
    [(packages) => Object.assign(packages, { [PLATFORM]: { optional: true, integrity: 'x' } }), /^ready\n$/],
    [(packages) => Object.assign(packages, { 'node_modules/fastify': { integrity: 'another' } }), installing],
    [(packages) => Object.assign(packages, { 'node_modules/more': { integrity: 'more' } }), installing],
    [(packages) => delete packages['node_modules/fastify'], installing],
  ] satisfies [(packages: Lockfile['packages']) => unknown, RegExp][])
    assert.match(
      setUpClone(t, ({ packages }) => change(packages)),
      said,
    );
});

const PLATFORM = 'node_modules/of-another-platform';

function pretending(name: 'versions' | 'arch' | 'platform', value: string): string {
  return `Object.defineProperty(process, '${name}', { value: ${value} })`;
}

const OLD_NODE = pretending('versions', "{ ...process.versions, node: '20.11.1' }");

test('an old Node gets one plain sentence, from a release as from a clone without a locked Node', (t) => {
  const preload = `data:text/javascript,${encodeURIComponent(OLD_NODE)}`;
  const door = spawnSync(process.execPath, ['--import', preload, join(root, 'bin', 'seoga.mjs'), 'serve'], {
    encoding: 'utf8',
  });
  assert.equal(door.status, 1);
  assert.equal(door.stderr, 'Seoga needs Node 24 or later; this is Node 20.11.1.\n');

  const elsewhere = pretending('arch', "'riscv64'");
  assert.equal(
    setUpClone(t, () => {}, `${OLD_NODE}; ${elsewhere}`),
    'Seoga needs Node 24 or later; this is Node 20.11.1, and npm has no locked Node for this machine.\n',
  );
  assert.equal(
    setUpClone(t, () => {}, elsewhere),
    'ready\n',
  );
  assert.match(
    setUpClone(
      t,
      () => {},
      `${OLD_NODE}; ${pretending('arch', "'x64'")}; ${pretending('platform', "'linux'")}`,
    ),
    /^Installing Node 24 [^\n]*\nnpm ci\nSet-up failed: /,
  );
});

test('the door passes arguments and exit codes on', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(root, 'bin', 'seoga.mjs'), ...words], { encoding: 'utf8' });
  assert.match(run('--version').stdout, /^\d+\.\d+\.\d+\n$/);
  assert.equal(run('nothing').status, 2);
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`${signal} to npm ends the server that npm start has started`, async (t) => {
    const environment = { PORT: '0', SEOGA_OPS_PORT: '0', SEOGA_DEMO: '0', SEOGA_DATA_DIR: tempDir(t) };
    const npm = spawnProgram('npm', ['start'], {
      env: { PATH, HOME: tempDir(t), ...environment },
      detached: true,
    });
    endGroup(t, npm);
    const list = `${await npm.written('stdout', /listening on (\S+)/)}/v1/category/list`;
    assert.equal((await fetch(list)).status, 401);
    // The server has the same pipes.
    await npm.end(signal);
    await assert.rejects(fetch(list));
  });
}
