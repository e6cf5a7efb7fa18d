import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatKstInstant, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import { type DatabaseAddress, parseDatabaseUrl, RefusedValue } from '../../src/config/readers.ts';
import { StoreRefused } from '../../src/sql-database.ts';
import { createDatabase } from '../../src/store/postgres/database.ts';
import { openMigrated } from '../../src/store/postgres/engine.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { moveIn, moveOut } from '../../src/store/postgres/move.ts';
import { readSecrets, SECRETS_FILE, secretsOf, writeSecrets } from '../../src/store/private-files.ts';
import {
  checkBackup,
  fillBackup,
  makeBackup,
  restoreBackup,
  writeBackupTime,
} from '../../src/store/sqlite/backup.ts';
import { CATALOG_FILE, FILE_NAMES, takeFileLock, takeProcessLock } from '../../src/store/sqlite/database.ts';
import { checkSecrets } from '../../src/store/sqlite/store-check.ts';
import { verifyDatabase, verifyFolder } from '../../src/store/verify-store.ts';
import { MOVED_MARKER, markMoved } from '../data-folder.ts';
import { command, countText, UsageError } from './command.ts';

/** One connection migrates, the other one looks for holders of locks. */
const CONNECTIONS_MAX = 2;
const CALL_TIMEOUT_MS = 20_000;

export const migrateCommand = command({
  name: 'migrate',
  needs: 'healthy store',
  async run({ config: { database: address } }) {
    if (address === null) {
      console.error('Nothing to do: the embedded store is updated whenever it is opened.');
      return;
    }
    await using database = createDatabase({
      address,
      connectionsMax: CONNECTIONS_MAX,
      callTimeoutMs: CALL_TIMEOUT_MS,
    });
    const waiting = new Set<number>();
    const made = await migratePostgres(database, {
      onWait(version) {
        if (!waiting.has(version))
          console.error(`version ${version} waits for others to let go of its tables`);
        waiting.add(version);
      },
    });
    for (const version of made) console.log(version);
    if (made.length === 0) console.error('The tables are up to date.');
  },
});

export const migrateStoreCommand = command({
  name: 'migrate-store',
  needs: 'embedded store',
  options: { to: { type: 'string' } },
  async run({ values, config: { dataDir } }) {
    const address = readAddress(values.to);
    if (!existsSync(join(dataDir, CATALOG_FILE))) throw new StoreRefused(`${dataDir} holds no store.`);
    using _ = lockFolder(dataDir);
    await using database = await openMigrated(address);
    const { rows, editions } = await moveIn(database, dataDir, printStep('Copying'));
    markMoved(dataDir);
    console.log(
      `The catalogue, ${editions} published lists and ${countText(rows)} rows of accounts copied. ` +
        'Now start the instances with SEOGA_DATABASE_URL, and with SEOGA_KEY_PEPPER and SEOGA_SESSION_SECRET ' +
        `as the embedded store has them (in ${SECRETS_FILE} unless you set them). Without SEOGA_DATABASE_URL, commands ` +
        `refuse this folder from now on; delete ${MOVED_MARKER} in it to use it again.`,
    );
  },
});

function readAddress(url: string | undefined): DatabaseAddress {
  if (url === undefined) throw new UsageError('migrate-store needs --to with the URL of a database');
  try {
    return parseDatabaseUrl(url);
  } catch (error) {
    if (error instanceof RefusedValue) throw new UsageError(`--to must be ${error.takes}`);
    throw error;
  }
}

/** Backups have the embedded store's format and can be restored into either engine. */
export const backupCommand = command({
  name: 'backup',
  needs: 'healthy store',
  operands: [1, 1, 'one folder'],
  async run({ operands: [given = ''], config }) {
    const folder = resolve(given);
    const { files, bytes } = await backupStore(config, folder);
    console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}`);
  },
});

async function backupStore(config: Config, folder: string) {
  const { dataDir, database: address } = config;
  const madeAt = formatKstInstant(systemClock.nowMs());
  if (address !== null) {
    return await fillBackup(folder, madeAt, async () => {
      await using database = await openMigrated(address);
      await moveOut(database, folder, printStep('Copying'));
      writeSecrets(folder, secretsOf(config));
    });
  }
  const report = await makeBackup(dataDir, folder, madeAt);
  writeBackupTime(dataDir, systemClock.nowMs());
  return report;
}

export const restoreCommand = command({
  name: 'restore',
  needs: 'data folder',
  operands: [1, 1, 'one folder'],
  async run({ operands: [given = ''], config }) {
    const folder = resolve(given);
    const { dataDir, database: address } = config;
    if (address === null) {
      using _ = lockFolder(dataDir);
      const before = await restoreBackup(folder, dataDir, formatKstInstant(systemClock.nowMs()));
      console.log(`Restored from ${folder}.${before === null ? '' : ` What was there before: ${before}`}`);
      return;
    }
    await checkBackup(folder);
    refuseOtherSecrets(config, folder);
    await withScratch(dataDir, async (scratch) => {
      for (const name of Object.values(FILE_NAMES))
        if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(scratch, name));
      await using database = await openMigrated(address);
      const { rows, editions } = await moveIn(database, scratch, printStep('Copying'), true);
      console.log(
        `Restored from ${folder}: the catalogue, ${editions} published lists and ${countText(rows)} rows of accounts.`,
      );
    });
  },
});

function printStep(verb: string): (step: string) => void {
  return (step) => console.error(`${verb} ${step} ...`);
}

function lockFolder(dataDir: string): Disposable {
  const lock = takeProcessLock(dataDir);
  if (lock === null) throw new StoreRefused(`A server uses ${dataDir}: stop it first.`);
  return lock;
}

/** Refuses a backup with other secrets, with which its keys and buyers are hashed. */
function refuseOtherSecrets(config: Config, folder: string): void {
  const stored = readSecrets(folder);
  const { keyPepper, sessionSecret } = secretsOf(config);
  if (stored === null || (stored.keyPepper === keyPepper && stored.sessionSecret === sessionSecret)) return;
  throw new StoreRefused(
    'The backup was made under other secrets, so every API key would be refused: set SEOGA_KEY_PEPPER and ' +
      `SEOGA_SESSION_SECRET to those in secrets.json of ${folder}. Nothing was changed.`,
  );
}

/** After a kill, the next call deletes the temporary folder. */
async function withScratch(dataDir: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = join(dataDir, 'copy');
  using lock = takeFileLock(`${folder}.lock`);
  if (lock === null) throw new StoreRefused(`Another command uses ${folder}: wait until it has ended.`);
  const clear = () => rmSync(folder, { recursive: true, force: true });
  clear();
  try {
    mkdirSync(folder, { mode: 0o700 });
    await work(folder);
  } finally {
    clear();
  }
}

export const verifyCommand = command({
  name: 'verify',
  // Not a `healthy store`: verify reports lost files itself.
  needs: 'store',
  async run({ config }) {
    const { items, orderLines, editions, accounts, notes, ...report } = await verifyStore(config);
    const problems = [...report.problems, ...secretsProblems(config)];
    for (const line of [...problems, ...notes]) console.log(line);
    console.log(
      `${countText(items, 'item')}, ${countText(orderLines, 'order line')}, ` +
        `${countText(editions, 'published edition')}, ${countText(accounts, 'account')}: ` +
        (problems.length === 0 ? 'no problem found' : `${countText(problems.length, 'problem')} found`),
    );
    return problems.length === 0 ? 0 : 1;
  },
});

async function verifyStore({ dataDir, database: address }: Config) {
  const onProgress = printStep('Checking');
  if (address === null) return await verifyFolder(dataDir, onProgress);
  await using database = await openMigrated(address);
  return await verifyDatabase(database, onProgress);
}

function secretsProblems(config: Config): string[] {
  if (config.database !== null) return [];
  try {
    checkSecrets(config.dataDir, config);
    return [];
  } catch (error) {
    if (!(error instanceof StoreRefused)) throw error;
    return [error.message];
  }
}
