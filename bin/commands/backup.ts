import { resolve } from 'node:path';
import { formatKstInstant, systemClock } from '../../src/clock.ts';
import { writeBackupTime } from '../../src/store/files/backup-record.ts';
import { BackupError, makeBackup, restoreBackup } from '../../src/store/sqlite/backup.ts';
import { takeProcessLock } from '../../src/store/sqlite/process-lock.ts';
import { backupDatabase, restoreDatabase } from '../store/store-copies.ts';
import { command } from './command.ts';
import { moveProgress, sayStep } from './move-progress.ts';

export const backupCommand = command({
  name: 'backup',
  summary: 'copy the store while the service runs',
  usage: `backup DIR
  DIR   a new or empty folder
A backup contains accounts, catalogue, order lines, published lists, and the secrets that protect API keys, so store it
safely. You can restore a backup of PostgreSQL into an embedded store, and vice versa.`,
  ko: {
    summary: '서비스를 멈추지 않고 저장소를 복사합니다',
    usage: `backup DIR
  DIR   새 폴더나 빈 폴더
백업에는 계정, 카탈로그, 주문, 공개한 목록과 API 키를 보호하는 비밀값이 들어 있으니 안전하게 보관하세요. PostgreSQL의 백업을
내장 저장소에 복원할 수 있고, 그 반대도 됩니다.`,
  },
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
  summary: 'restore a backup, replacing current data',
  usage: `restore DIR
  DIR   a folder made by backup
Stop the server first. The current content of the data folder is moved to a subfolder, not deleted. With
SEOGA_DATABASE_URL, the backup is restored into an empty database. If interrupted, run the same command again.`,
  ko: {
    summary: '백업을 복원해 현재 데이터를 대체합니다',
    usage: `restore DIR
  DIR   backup으로 만든 폴더
먼저 서버를 멈추세요. 데이터 폴더의 현재 내용은 지우지 않고 하위 폴더로 옮깁니다. SEOGA_DATABASE_URL이 있으면 빈
데이터베이스에 복원합니다. 중단되면 같은 명령을 다시 실행하세요.`,
  },
  options: {},
  operands: [1, 1, 'one folder'],
  async run({ operands: [given = ''], config }) {
    const folder = resolve(given);
    if (config.database !== null) {
      const progress = moveProgress(systemClock, process.stderr);
      const { rows, editions } = await restoreDatabase(config, config.database, folder, progress);
      console.log(
        `Restored from ${folder}: ${rows.toLocaleString('en-US')} rows and ${editions} published lists.`,
      );
      return;
    }
    using lock = takeProcessLock(config.dataDir);
    if (lock === null) throw new BackupError(`A server uses ${config.dataDir}: stop it first.`);
    const before = await restoreBackup(folder, config.dataDir, now());
    console.log(`Restored from ${folder}.${before === null ? '' : ` What was there before: ${before}`}`);
  },
});

function now(): string {
  return formatKstInstant(systemClock.nowMs());
}
