import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatKstInstant, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import { StoreRefused } from '../../src/sql-database.ts';
import { readSecrets, secretsOf, writeSecrets } from '../../src/store/files/secrets-file.ts';
import { openMigrated } from '../../src/store/postgres/engine.ts';
import { type MoveReport, moveIn, moveOut } from '../../src/store/postgres/move.ts';
import {
  type BackupReport,
  checkBackup,
  fillBackup,
  makeBackup,
  restoreBackup,
  writeBackupTime,
} from '../../src/store/sqlite/backup.ts';
import { CATALOG_FILE, FILE_NAMES, takeFileLock, takeProcessLock } from '../../src/store/sqlite/database.ts';
import { verifyDatabase, verifyFolder } from '../../src/store/verify-store.ts';

/**
 * Operations on whole stores. Copies have the embedded store's format and can be restored into either engine. `onProgress` gets
 * the name of the next step. All throw StoreRefused and StoreUnavailableError.
 */
type OnProgress = (step: string) => void;

/** Copies the embedded store into an empty database. */
export async function moveStore(
  { dataDir }: Config,
  address: DatabaseAddress,
  onProgress: OnProgress,
): Promise<MoveReport> {
  if (!existsSync(join(dataDir, CATALOG_FILE))) throw new StoreRefused(`${dataDir} holds no store.`);
  using _ = lockFolder(dataDir);
  await using database = await openMigrated(address);
  return await moveIn(database, dataDir, onProgress);
}

/** Copies the store into a new or empty folder. */
export async function backupStore(
  config: Config,
  folder: string,
  onProgress: OnProgress,
): Promise<BackupReport> {
  const { dataDir, database: address } = config;
  if (address !== null) {
    return await fillBackup(folder, now(), async () => {
      await using database = await openMigrated(address);
      await moveOut(database, folder, onProgress);
      writeSecrets(folder, secretsOf(config));
    });
  }
  const report = await makeBackup(dataDir, folder, now());
  writeBackupTime(dataDir, systemClock.nowMs());
  return report;
}

/** Replaces the embedded store by a backup, or copies the backup into an empty database. Returns the operator's message. */
export async function restoreStore(config: Config, folder: string, onProgress: OnProgress): Promise<string> {
  const { dataDir, database: address } = config;
  if (address === null) {
    using _ = lockFolder(dataDir);
    const before = await restoreBackup(folder, dataDir, now());
    return `Restored from ${folder}.${before === null ? '' : ` What was there before: ${before}`}`;
  }
  await checkBackup(folder);
  refuseOtherSecrets(config, folder);
  return await withScratch(dataDir, async (scratch) => {
    for (const name of Object.values(FILE_NAMES))
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(scratch, name));
    await using database = await openMigrated(address);
    const { rows, editions } = await moveIn(database, scratch, onProgress, true);
    const count = rows.toLocaleString('en-US');
    return `Restored from ${folder}: the catalogue, ${editions} published lists and ${count} rows of accounts.`;
  });
}

export async function verifyStore({ dataDir, database: address }: Config, onProgress: OnProgress) {
  if (address === null) return await verifyFolder(dataDir, onProgress);
  await using database = await openMigrated(address);
  return await verifyDatabase(database, onProgress);
}

function now(): string {
  return formatKstInstant(systemClock.nowMs());
}

function lockFolder(dataDir: string): Disposable {
  const lock = takeProcessLock(dataDir);
  if (lock === null) throw new StoreRefused(`A server uses ${dataDir}: stop it first.`);
  return lock;
}

/** The keys and buyers in a backup are hashed with its secrets. */
function refuseOtherSecrets(config: Config, folder: string): void {
  const stored = readSecrets(folder);
  const { keyPepper, sessionSecret } = secretsOf(config);
  if (stored === null || (stored.keyPepper === keyPepper && stored.sessionSecret === sessionSecret)) return;
  throw new StoreRefused(
    'The backup was made under other secrets, so every API key would be refused: set SEOGA_KEY_PEPPER and ' +
      `SEOGA_SESSION_SECRET to those in secrets.json of ${folder}. Nothing was changed.`,
  );
}

/** Runs `work` with a temporary folder. After a kill, the next call deletes it. */
async function withScratch<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dataDir, 'copy');
  using lock = takeFileLock(`${folder}.lock`);
  if (lock === null) throw new StoreRefused(`Another command uses ${folder}: wait until it has ended.`);
  const clear = () => rmSync(folder, { recursive: true, force: true });
  clear();
  try {
    mkdirSync(folder, { mode: 0o700 });
    return await work(folder);
  } finally {
    clear();
  }
}
