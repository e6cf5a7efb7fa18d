import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it } from 'node:test';

const deploy = resolve(import.meta.dirname, '../../deploy');
const SKIP_SYSTEMD =
  existsSync('/usr/bin/systemd-analyze') || process.env.CI === 'true' ? false : 'SKIPPED: no systemd-analyze';

/** What an administrator may run without worry, in systemd's own measure. */
const EXPOSURE_MAX = 1.5;

it('the systemd unit keeps to itself', { skip: SKIP_SYSTEMD }, () => {
  const unit = join(deploy, 'systemd', 'seoga.service');
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
    encoding: 'utf8',
  });
  const [, exposure = 'none'] = /Overall exposure level for \S+: (\d+\.\d)/.exec(stdout) ?? [];
  assert.ok(Number(exposure) <= EXPOSURE_MAX, `exposure ${exposure}`);
});

it('every variable that the examples set is one that the service knows', async () => {
  const { VARIABLES } = await import('../../src/config/variables.ts');
  const known = new Set([
    ...Object.values(VARIABLES).map(({ name }) => name),
    'SEOGA_BACKUP_DIR',
    'SEOGA_BACKUPS_KEPT',
  ]);
  const files = [
    'systemd/seoga.service',
    'systemd/seoga.env.example',
    'docker/Dockerfile',
    'docker/compose.yml',
    'systemd/seoga-backup.service',
  ];
  for (const file of files) {
    const text = readFileSync(join(deploy, file), 'utf8').replaceAll(/^\s*#.*$/gm, '');
    const names = new Set([...text.matchAll(/\bSEOGA_[A-Z_]+\b/g)].map(([name]) => name));
    assert.deepEqual(
      [...names].filter((name) => !known.has(name)),
      [],
      file,
    );
  }
});
