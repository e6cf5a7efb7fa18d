import { resolve } from 'node:path';
import { formatKstInstant, systemClock } from '../../src/clock.ts';
import { StoreRefused } from '../../src/sql-database.ts';
import { makeBackup, restoreBackup, writeBackupTime } from '../../src/store/sqlite/backup.ts';
import { takeProcessLock } from '../../src/store/sqlite/process-lock.ts';
import { backupDatabase, restoreDatabase } from '../store/store-copies.ts';
import { command, sayStep } from './command.ts';

export const backupCommand = command({
  name: 'backup',
  texts: 'backup',
  options: {},
  operands: [1, 1, 'one folder'],
  async run({ operands: [given = ''], config }) {
    const folder = resolve(given);
    const { files, bytes } =
      config.database === null
        ? await makeBackup(config.dataDir, folder, now())
        : await backupDatabase(config, config.database, folder, now(), sayStep('Copying'));
    if (config.database === null) writeBackupTime(config.dataDir, systemClock.nowMs());
    console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}`);
  },
});

export const restoreCommand = command({
  name: 'restore',
  texts: 'restore',
  needs: 'data folder',
  options: {},
  operands: [1, 1, 'one folder'],
  async run({ operands: [given = ''], config }) {
    const folder = resolve(given);
    if (config.database !== null) {
      const step = sayStep('Copying');
      const { rows, editions } = await restoreDatabase(config, config.database, folder, step);
      console.log(
        `Restored from ${folder}: the catalogue, ${editions} published lists and ${rows.toLocaleString('en-US')} rows of accounts.`,
      );
      return;
    }
    using lock = takeProcessLock(config.dataDir);
    if (lock === null) throw new StoreRefused(`A server uses ${config.dataDir}: stop it first.`);
    const before = await restoreBackup(folder, config.dataDir, now());
    console.log(`Restored from ${folder}.${before === null ? '' : ` What was there before: ${before}`}`);
  },
});

function now(): string {
  return formatKstInstant(systemClock.nowMs());
}
