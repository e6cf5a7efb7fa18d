import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreRefused } from '../../sql-database.ts';
import { type GivenSecrets, readSecrets, SECRETS_FILE } from '../private-files.ts';
import { STORE_FILES, type StoreFile, schemaSteps } from '../schema.ts';
import { ACCOUNTS_FILE, APPLICATION_IDS, CATALOG_FILE, FILE_NAMES, takeProcessLock } from './database.ts';
import { fileFaultOf } from './file-faults.ts';

class StoreDamaged extends StoreRefused {}

/**
 * Checks a data folder before anything is written to it. Throws StoreRefused if a newer version or another program wrote it, if
 * files or secrets are lost or damaged, or if an older server uses a store that has to be migrated. A missing folder is fine.
 */
export function checkStore(dataDir: string, given: GivenSecrets): void {
  if (!existsSync(dataDir)) return;
  const isPending = checkStoreVersion(dataDir);
  checkNothingIsLost(dataDir, given);
  if (!isPending) return;
  // A running server doesn't know the migrated tables.
  using lock = takeProcessLock(dataDir);
  if (lock !== null) return;
  throw new StoreRefused(
    `${dataDir} has to be upgraded, and a server of an older version uses it: stop that server first.`,
  );
}

/** Checks only versions, for commands that only read. Returns whether the store needs a migration. Throws StoreRefused. */
export function checkStoreVersion(dataDir: string): boolean {
  let isPending = false;
  for (const file of STORE_FILES) {
    try {
      const version = checkDatabase(dataDir, file);
      isPending ||= version !== null && version < schemaSteps(file).length;
    } catch (error) {
      // Everything but lists works without this file. Once the file is deleted, a server makes the lists again.
      if (file === 'lists' && error instanceof StoreDamaged) continue;
      throw error;
    }
  }
  return isPending;
}

function checkDatabase(dataDir: string, file: StoreFile): number | null {
  const path = join(dataDir, FILE_NAMES[file]);
  if (!holdsBytes(path)) return null;
  if (!statSync(path).isFile())
    throw new StoreDamaged(`${path} is no file any more. Restore a backup ("seoga restore").`);
  const { isOurs, version, isEmpty } = readOnly(path, (db) => ({
    isOurs: db.prepare('PRAGMA application_id').get()?.application_id === APPLICATION_IDS[file],
    version: Number(db.prepare('PRAGMA user_version').get()?.user_version),
    isEmpty: db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined,
  }));
  const newest = schemaSteps(file).length;
  if (isOurs && version > newest) {
    throw new StoreRefused(
      `${path} was written by a newer version of Seoga (format ${version}; this version knows ${newest}): ` +
        'run that version, or restore a backup made before the upgrade. Nothing was changed.',
    );
  }
  // Migrating would add our tables to a file of another program. An empty file comes from a killed first start.
  if (!isOurs && !isEmpty) {
    throw new StoreRefused(
      `${path} was not written by a release of Seoga, but by an earlier build or another program: put Seoga's own back, ` +
        'restore a backup ("seoga restore"), or set SEOGA_DATA_DIR to another folder and import the feeds there. ' +
        'Nothing was changed.',
    );
  }
  return version;
}

/**
 * Throws StoreRefused if a file is missing, but one that is created later exists. A server would refuse every key, or serve an
 * empty shop.
 */
function checkNothingIsLost(dataDir: string, given: GivenSecrets): void {
  const accounts = join(dataDir, ACCOUNTS_FILE);
  const catalog = join(dataDir, CATALOG_FILE);
  if (!holdsBytes(accounts) && (existsSync(join(dataDir, SECRETS_FILE)) || holdsBytes(`${accounts}-wal`)))
    throw lost(accounts, SECRETS_FILE, 'every API key would be refused');
  if (!holdsBytes(catalog) && (holdsBytes(`${catalog}-wal`) || hasRows(dataDir, 'lists', 'edition')))
    throw lost(catalog, 'the published lists', 'the shop would be empty');
  checkSecrets(dataDir, given);
}

/** Throws StoreRefused if lost or damaged secrets are needed for stored keys, buyers or one-time codes. */
export function checkSecrets(dataDir: string, given: GivenSecrets): void {
  const path = join(dataDir, SECRETS_FILE);
  if (given.keyPepper !== null && given.sessionSecret !== null) return;
  if (existsSync(path)) {
    if (readSecrets(dataDir) !== null) return;
    throw new StoreRefused(
      `${path} is empty or damaged: without it every API key would be refused. ` +
        'Put the file back, or restore a backup ("seoga restore").',
    );
  }
  if (hasRows(dataDir, 'accounts', 'account')) {
    throw lost(
      path,
      `accounts in ${ACCOUNTS_FILE}`,
      'every API key would be refused, unless SEOGA_KEY_PEPPER and SEOGA_SESSION_SECRET hold them',
    );
  }
  if (given.keyPepper === null && hasRows(dataDir, 'catalog', 'catalog_state WHERE buyer_check IS NOT NULL'))
    throw lost(path, `order lines in ${CATALOG_FILE}`, 'a buyer of this month would be counted twice');
}

function lost(path: string, beside: string, harm: string): StoreRefused {
  return new StoreRefused(
    `${path} is missing or empty, but there is ${beside}: without it ${harm}. ` +
      'Put the file back, or restore a backup ("seoga restore").',
  );
}

/** Whether a query such as `account` or `catalog_state WHERE …` finds a row. After a killed first start, a file has no tables. */
function hasRows(dataDir: string, file: StoreFile, rows: string): boolean {
  const path = join(dataDir, FILE_NAMES[file]);
  if (!holdsBytes(path)) return false;
  return readOnly(path, (db) => {
    const known = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(rows.split(' ')[0] ?? '');
    return known !== undefined && db.prepare(`SELECT 1 FROM ${rows} LIMIT 1`).get() !== undefined;
  });
}

function readOnly<T>(path: string, read: (db: DatabaseSync) => T): T {
  using db = new DatabaseSync(path, { readOnly: true, timeout: READ_WAIT_MS });
  try {
    return read(db);
  } catch (error) {
    const fault = fileFaultOf(error);
    // A full disk has no room for the write-ahead log's index, which even readers need.
    if (fault === 'unwritable' || fault === 'busy') throw error;
    const cause = error instanceof Error ? error.message : String(error);
    if (fault === 'forbidden')
      throw new StoreRefused(
        `${path} cannot be opened (${cause}): give this user the right to read and write it and the files beside it.`,
      );
    throw new StoreDamaged(`${path} cannot be read (${cause}). Restore a backup ("seoga restore").`);
  }
}

const READ_WAIT_MS = 10_000;

function holdsBytes(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
