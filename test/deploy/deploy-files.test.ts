import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it } from 'node:test';

const deploy = resolve(import.meta.dirname, '../../deploy');
const SKIP_SYSTEMD =
  existsSync('/usr/bin/systemd-analyze') || process.env.CI === 'true' ? false : 'SKIPPED: no systemd-analyze';

const EXPOSURE_MAX = 1.5;

for (const name of ['seoga.service', 'seoga-backup.service'])
  it(`the systemd unit ${name} keeps to itself`, { skip: SKIP_SYSTEMD }, () => {
    const unit = join(deploy, 'systemd', name);
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    });
    const [, exposure = 'none'] = /Overall exposure level for \S+: (\d+\.\d)/.exec(stdout) ?? [];
    assert.ok(Number(exposure) <= EXPOSURE_MAX, `exposure ${exposure}`);
  });

it('the backup timer fires once a day, after the night of Korea, and runs the script with its settings', {
  skip: SKIP_SYSTEMD,
}, () => {
  const read = (name: string) => readFileSync(join(deploy, 'systemd', name), 'utf8');
  const [, calendar = ''] = /^OnCalendar=(.*)$/m.exec(read('seoga-backup.timer')) ?? [];
  const { stdout } = spawnSync(
    'systemd-analyze',
    ['calendar', '--base-time=2026-11-22 00:00:00 UTC', '--iterations=2', calendar],
    { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } },
  );
  // 02:30 in Korea is 17:30 UTC of the day before.
  assert.match(stdout, /2026-11-22 17:30:00 UTC[\s\S]*2026-11-23 17:30:00 UTC/);
  const service = read('seoga-backup.service');
  assert.match(service, /^ExecStart=\/opt\/seoga\/deploy\/backup\.sh$/m);
  assert.match(service, /SEOGA_BACKUP_DIR=\S+ SEOGA_BACKUPS_KEPT=\d+/);
});

it('every variable that the examples set is one that the service knows', async () => {
  const { VARIABLES } = await import('../../src/config/variables.ts');
  const known = new Set([
    ...Object.values(VARIABLES).flatMap((one) =>
      'secret' in one ? [one.name, `${one.name}_FILE`] : [one.name],
    ),
    'SEOGA_BACKUP_DIR',
    'SEOGA_BACKUPS_KEPT',
  ]);
  const files = [
    'systemd/seoga.service',
    'kubernetes/seoga.yaml',
    'systemd/seoga.env.example',
    'docker/Dockerfile',
    'docker/compose.yml',
    'systemd/seoga-backup.service',
  ];
  for (const file of files) {
    const text = readFileSync(join(deploy, file), 'utf8').replaceAll(/^\s*#.*$/gm, '');
    const names = new Set([...text.matchAll(/\bSEOGA_[A-Z_]+\b/g)].map(([name]) => name));
    const unknown = [...names].filter((name) => !known.has(name));
    assert.deepEqual(unknown, [], file);
  }
});
