import { copyFileSync, existsSync, mkdirSync, mkdtempDisposableSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import type { Config } from '../../src/config.ts';
import { StoreRefused } from '../../src/sql-database.ts';
import { readSecrets, secretsOf, writeSecrets } from '../../src/store/files/secrets-file.ts';
import { BytesDamaged } from '../../src/store/postgres/log/parts.ts';
import { findProblems, type MoveReport, moveIn, moveOut } from '../../src/store/postgres/move.ts';
import { type BackupReport, checkBackup, fillBackup } from '../../src/store/sqlite/backup.ts';
import { CATALOG_FILE, FILE_NAMES } from '../../src/store/sqlite/database.ts';
import { takeProcessLock } from '../../src/store/sqlite/process-lock.ts';
import { type StoreReport, verifyStore } from '../../src/store/sqlite/verify-store.ts';
import { errorCode } from '../../src/whole-file.ts';
import { openCommandDatabase } from './home.ts';

/** Whole stores that go into PostgreSQL or out of it, in the format of the embedded store, so a backup fits both. */

const CALL_TIMEOUT_MS = 20_000;

type OnProgress = (step: string) => void;

const ofDatabase = (onProgress: OnProgress) => (step: string) => onProgress(`${step} of the database`);

/** Copies the embedded store of a data folder into an empty database. Throws StoreRefused, StoreRefused, StoreUnavailableError. */
export async function moveStore(
  { dataDir }: Config,
  address: DatabaseAddress,
  onProgress: OnProgress,
): Promise<MoveReport> {
  if (!existsSync(join(dataDir, CATALOG_FILE))) throw new StoreRefused(`${dataDir} holds no store.`);
  using lock = takeProcessLock(dataDir);
  if (lock === null) throw new StoreRefused(`A server uses ${dataDir}: stop it first.`);
  return await moveFolder(dataDir, address, onProgress);
}

/** Copies the store in a folder, which no server uses. */
async function moveFolder(
  folder: string,
  address: DatabaseAddress,
  onProgress: OnProgress,
): Promise<MoveReport> {
  await using database = await openCommandDatabase(address, CALL_TIMEOUT_MS);
  return await moveIn(database, folder, onProgress);
}

/** Copies the database into a new or empty folder. Throws StoreRefused, BytesDamaged, StoreUnavailableError. */
export async function backupDatabase(
  config: Config,
  address: DatabaseAddress,
  folder: string,
  madeAt: string,
  onProgress: OnProgress,
): Promise<BackupReport> {
  return await fillBackup(folder, madeAt, async () => {
    await using database = await openCommandDatabase(address, CALL_TIMEOUT_MS);
    await moveOut(database, folder, ofDatabase(onProgress));
    writeSecrets(folder, secretsOf(config));
  });
}

/** Copies a backup into an empty database. Throws StoreRefused, StoreRefused, StoreUnavailableError. */
export async function restoreDatabase(
  config: Config,
  address: DatabaseAddress,
  folder: string,
  onProgress: OnProgress,
): Promise<MoveReport> {
  await checkBackup(folder);
  refuseOtherSecrets(config, folder);
  return withScratch(config.dataDir, async (scratch) => {
    for (const name of Object.values(FILE_NAMES)) {
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(scratch, name));
    }
    return moveFolder(scratch, address, onProgress);
  });
}

/** Checks the whole database as `verifyStore` checks a data folder. Throws StoreUnavailableError. */
export async function verifyDatabase(
  { dataDir }: Config,
  address: DatabaseAddress,
  onProgress: OnProgress,
): Promise<StoreReport> {
  return withScratch(dataDir, async (scratch) => {
    await using database = await openCommandDatabase(address, CALL_TIMEOUT_MS);
    const problems = await findProblems(database);
    try {
      await moveOut(database, scratch, ofDatabase(onProgress));
    } catch (error) {
      if (!(error instanceof BytesDamaged)) throw error;
      problems.push(error.message);
    }
    const report = verifyStore(scratch, onProgress);
    return { ...report, problems: [...report.problems, ...problems] };
  });
}

/** Keys and buyers are stored as hashes made with the secrets, so they go together. */
function refuseOtherSecrets(config: Config, folder: string): void {
  const stored = readSecrets(folder);
  const { keyPepper, sessionSecret } = secretsOf(config);
  if (stored === null || (stored.keyPepper === keyPepper && stored.sessionSecret === sessionSecret)) return;
  throw new StoreRefused(
    'The backup was made under other secrets, so every API key would be refused: set SEOGA_KEY_PEPPER and ' +
      `SEOGA_SESSION_SECRET to those in secrets.json of ${folder}. Nothing was changed.`,
  );
}

/** A folder for copies beside the replica, where the disk has room; it is deleted at the end. */
async function withScratch<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(dataDir)) {
    const owner = SCRATCH_NAME.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner)))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  using folder = mkdtempDisposableSync(join(dataDir, `copy-${process.pid}-`));
  return await work(folder.path);
}

const SCRATCH_NAME = /^copy-(\d+)-/;

/** Whether a process is alive. One that was killed left its scratch folder behind. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
