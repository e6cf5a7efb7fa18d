import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { send } from '../support/answer.ts';
import { type Running, root, spawnProgram } from '../support/program.ts';
import { callApi } from '../support/server-process.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const { version, dependencies } = packageJson;
const release = () => run(process.execPath, [join(root, 'scripts', 'release.mjs')], { cwd: root });

/** Without root's rights, the tests run as their own user. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** An unpacked release, owned by root and run by another user who has only Node. */
function install(t: Cleanup) {
  const machine = tempDir(t);
  chmodSync(machine, 0o755);
  const archive = join(root, 'dist', `seoga-${version}.tar.gz`);
  const unpacked = spawnSync('tar', ['-xzf', archive, '-C', machine, '--no-same-owner']);
  assert.equal(unpacked.status, 0, String(unpacked.stderr));
  const bin = join(machine, 'bin');
  mkdirSync(bin);
  copyFileSync(process.execPath, join(bin, 'node'));
  chmodSync(join(bin, 'node'), 0o755);
  const dataDir = join(machine, 'var');
  mkdirSync(dataDir, { mode: 0o700 });
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
  const environment = {
    PATH: `${bin}:/usr/bin:/bin`,
    HOME: '/nonexistent',
    PORT: '0',
    SEOGA_OPS_PORT: '0',
    SEOGA_DATA_DIR: dataDir,
  };
  const asUser = isRoot ? ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'] : [];
  const folder = join(machine, `seoga-${version}`);
  return {
    folder,
    dataDir,
    start(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Running {
      const env = { ...environment, ...more };
      const running = spawnProgram('setpriv', [...asUser, program, ...args], { cwd: folder, env });
      t.after(() => void running.child.kill('SIGKILL'));
      return running;
    },
  };
}

async function finish({ exit, stdout, stderr }: Running): Promise<{ code: number | null; output: string }> {
  return { code: await exit, output: stdout() + stderr() };
}

interface Component {
  readonly type: string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly unknown[];
}

const DEMO_ACCOUNT = 'demo@seoga.example';

describe('release', () => {
  before(release);

  it('the checksums are those of the files, and the list of parts names what went in', async () => {
    const dist = join(root, 'dist');
    await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: dist });
    const bill: { components: Component[] } = JSON.parse(
      readFileSync(join(dist, `seoga-${version}.cdx.json`), 'utf8'),
    );
    const listed = new Set(bill.components.map((one) => `${one.name}@${one.version}`));
    for (const [name, pinned] of Object.entries(dependencies)) {
      const names = [name, name.replace(/^@.*\//, '')];
      assert.ok(
        names.some((one) => listed.has(`${one}@${pinned}`)),
        name,
      );
    }
    const unlicensed = bill.components.filter(({ licenses = [] }) => licenses.length === 0);
    assert.deepEqual(unlicensed, []);
    const archive = join(dist, `seoga-${version}.tar.gz`);
    const { stdout: licences } = await run('tar', ['-xzOf', archive, `seoga-${version}/licences.txt`]);
    const entries = new Map(
      licences.split('='.repeat(72)).map((entry) => [entry.split(': ')[0]?.trim(), entry]),
    );
    const modules = bill.components.filter(({ type }) => type === 'library');
    for (const { group = '', name, version: of } of modules) {
      const entry = entries.get(`${group === '' ? '' : `${group}/`}${name}@${of}`) ?? '';
      // These two name their licence and bring no text of it.
      const isNamed = ['abstract-logging', 'saxes'].includes(name);
      assert.match(
        entry,
        isNamed ? /: (?:MIT|ISC)\n/ : /Permission|Redistribution|Apache License|MPL/i,
        name,
      );
    }
  });

  it('the package names what is there: the command, and no script or tool of a clone', (t) => {
    const { folder } = install(t);
    const shipped = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const leftOver = Object.keys(shipped).filter((key) => /^(scripts|.+Dependencies)$/.test(key));
    assert.deepEqual(leftOver, []);
    assert.equal(shipped.engines.node, '>=24');
    // As deploy/docker links it.
    const link = join(tempDir(t), 'seoga');
    symlinkSync(join(folder, shipped.bin.seoga), link);
    const { stdout } = spawnSync(link, ['--version'], {
      encoding: 'utf8',
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    });
    assert.equal(stdout, `${version}\n`);
  });

  it('the same sources make the same bytes', async () => {
    const archive = join(root, 'dist', `seoga-${version}.tar.gz`);
    const first = readFileSync(archive);
    await release();
    assert.ok(first.equals(readFileSync(archive)));
  });

  it('on a bare Node another user serves API and pages, makes backups, and proves that they can be restored', async (t) => {
    const { folder, dataDir, start } = install(t);
    const server = start('node', ['bin/seoga.mjs', 'serve']);
    const address = await server.written('stdout', /^listening on (\S+)$/m);
    const issued = await finish(start('node', ['bin/seoga.mjs', 'key', 'issue', '--account', DEMO_ACCOUNT]));
    const key = /seoga_live_\w+/.exec(issued.output)?.[0] ?? '';
    const list = '/v1/category/bestsellerMonthly?categoryId=001';
    assert.equal((await callApi({ address }, list, key)).status, 200);
    const page = await send(`${address}/docs`);
    const style = /href="(\/assets\/site\/[^"]+)"/.exec(page.text)?.[1];
    assert.deepEqual([page.status, (await send(`${address}${style}`)).status], [200, 200]);

    const backups = join(dataDir, 'backups');
    const settings = { SEOGA_BACKUP_DIR: backups, SEOGA_BACKUPS_KEPT: '1' };
    for (const attempt of ['first', 'second']) {
      const backup = await finish(start(join(folder, 'deploy', 'backup.sh'), [], settings));
      assert.equal(backup.code, 0, `${attempt}: ${backup.output}`);
    }
    const kept = readdirSync(backups);
    assert.equal(kept.length, 1);
    const drill = await finish(
      start(join(folder, 'deploy', 'restore-drill.sh'), [join(backups, kept[0] ?? '')]),
    );
    assert.equal(drill.code, 0, drill.output);
    assert.match(drill.output, /restored and verified/);

    assert.equal(await server.end('SIGTERM'), 0);
  });
});
