import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { STORE_FILES, type StoreFile, schemaSteps } from '../schema.ts';
import { isBusy } from './file-faults.ts';

/** Three files, so that an import never delays the gate, and a ranking run can write lists for minutes. */
export const ACCOUNTS_FILE = 'accounts.db';
export const CATALOG_FILE = 'catalog.db';
export const LISTS_FILE = 'lists.db';
export const FILE_NAMES: Readonly<Record<StoreFile, string>> = {
  accounts: ACCOUNTS_FILE,
  catalog: CATALOG_FILE,
  lists: LISTS_FILE,
};

/** Page sizes of new files. Large pages suit lists, most of which take hundreds of bytes or more. */
const PAGE_BYTES = 4096;
const LISTS_PAGE_BYTES = 8192;

export interface OpenOptions {
  /** How long a statement waits for another writer; 0 on a thread that answers requests. */
  readonly busyTimeoutMs: number;
  readonly readOnly?: boolean;
  /** False for bulk work on the file: mapped pages count as memory of the process. */
  readonly mapFile?: boolean;
  readonly syncsCommits?: boolean;
}

const MAPPED_BYTES = 1024 ** 3;

const WRITE_CACHE_KIB = 65_536;
const READ_CACHE_KIB = 16_384;

const LOG_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Opens a file of the embedded store. Migrates the file unless it is read-only. A commit survives a kill. A power failure may
 * lose the last commits (with `syncsCommits`, none), but never consistency (docs/machines.md#kills-and-power-cuts).
 */
export function openDatabase(path: string, options: OpenOptions): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const { readOnly = false, busyTimeoutMs } = options;
  const db = new DatabaseSync(path, { readOnly, timeout: busyTimeoutMs });
  const pageBytes = basename(path) === LISTS_FILE ? LISTS_PAGE_BYTES : PAGE_BYTES;
  db.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.syncsCommits ? 'FULL' : 'NORMAL'}; PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY; PRAGMA mmap_size = ${options.mapFile === false ? 0 : MAPPED_BYTES}; PRAGMA cache_size = -${readOnly ? READ_CACHE_KIB : WRITE_CACHE_KIB};
    PRAGMA journal_size_limit = ${LOG_BYTES_MAX}`);
  const file = STORE_FILES.find((one) => FILE_NAMES[one] === basename(path));
  try {
    if (!readOnly && file !== undefined) migrate(db, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export async function copyDatabase(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true });
  await backup(source, to, { rate: ALL_PAGES });
}

const ALL_PAGES = 0x7f_ff_ff_ff;

export const APPLICATION_IDS: Readonly<Record<StoreFile, number>> = {
  accounts: Buffer.from('seoA').readInt32BE(),
  catalog: Buffer.from('seoC').readInt32BE(),
  lists: Buffer.from('seoL').readInt32BE(),
};

/** Applies missing migrations, each in its own transaction. Of several processes that start at once, one migrates. */
export function migrate(db: DatabaseSync, file: StoreFile, steps = schemaSteps(file)): void {
  const waitMs = Number(db.prepare('PRAGMA busy_timeout').get()?.timeout ?? 0);
  db.exec(`PRAGMA busy_timeout = ${MIGRATION_WAIT_MS}`);
  for (const [version, step] of steps.entries()) {
    // The first check is without a lock, so that an up-to-date file needn't wait for an import.
    if (schemaVersion(db) > version) continue;
    transaction(db, () => {
      if (schemaVersion(db) > version) return;
      db.exec(step);
      db.exec(`PRAGMA application_id = ${APPLICATION_IDS[file]}; PRAGMA user_version = ${version + 1}`);
    });
  }
  db.exec(`PRAGMA busy_timeout = ${waitMs}`);
}

const MIGRATION_WAIT_MS = 60_000;

export function tryBegin(db: DatabaseSync): boolean {
  try {
    db.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    announceCommit();
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** After a disk-full error, SQLite has already rolled back. */
export function rollBack(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('ROLLBACK');
}

export function isUpToDate(db: DatabaseSync, file: StoreFile): boolean {
  return schemaVersion(db) >= schemaSteps(file).length;
}

function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

let ownCommits = 0;

/** Call it after every commit that other connections of this process may have to see. */
export function announceCommit(): void {
  ownCommits++;
}

export function countOwnCommits(): number {
  return ownCommits;
}

/**
 * Returns a function whose value changes after another connection commits. Asks SQLite once per tick of the event loop, and after
 * each commit of this process. So a call sees all commits from before its arrival.
 */
export function dataVersionOf(db: DatabaseSync): () => unknown {
  const pragma = db.prepare('PRAGMA data_version');
  let version: unknown;
  let askedAt = -1;
  const forget = () => {
    askedAt = -1;
  };
  return () => {
    if (askedAt !== ownCommits) {
      version = pragma.get()?.data_version;
      askedAt = ownCommits;
      setImmediate(forget);
    }
    return version;
  };
}

/** A lock of one process or connection, until it is closed. */
type FileLock = DatabaseSync;

export function takeProcessLock(dataDir: string): FileLock | null {
  return takeFileLock(join(dataDir, 'serve.lock'));
}

/** Locks a file until the connection is closed or its process dies; null if another process holds it. */
export function takeFileLock(path: string): FileLock | null {
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
}
