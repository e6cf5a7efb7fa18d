import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type StoreFile, schemaSteps } from '../schema.ts';
import { isBusy } from './file-faults.ts';

/**
 * The files of the embedded store. Accounts have their own file so that a long import never delays counting calls; lists have
 * theirs so that a ranking run can write for minutes.
 */
export const ACCOUNTS_FILE = 'accounts.db';
export const CATALOG_FILE = 'catalog.db';
export const LISTS_FILE = 'lists.db';
export const FILE_NAMES: Readonly<Record<StoreFile, string>> = {
  accounts: ACCOUNTS_FILE,
  catalog: CATALOG_FILE,
  lists: LISTS_FILE,
};

const STORE_FILES = ['accounts', 'catalog', 'lists'] as const;

/** Page size of new files. Large pages suit lists, most of which have hundreds of bytes or more. */
const PAGE_BYTES = 4096;
const LISTS_PAGE_BYTES = 8192;

export interface OpenOptions {
  /** How long a statement waits for another writer, in ms. 0 on a thread that answers requests. */
  readonly busyTimeoutMs: number;
  readonly readOnly?: boolean;
  /** False for reading whole tables: each page of a mapped file would count as memory. Default true. */
  readonly mapFile?: boolean;
  /** Whether commits are flushed to disk (fsync). Default false. */
  readonly syncsCommits?: boolean;
}

const MAPPED_BYTES = 1024 ** 3;

/** Page cache besides mapped pages. A large commit's changes should fit. */
const WRITE_CACHE_KIB = 65_536;
const READ_CACHE_KIB = 16_384;

/** Size to which the write-ahead log is truncated. Otherwise it would keep the size of the largest commit. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Opens one file of the embedded store in WAL mode, and migrates it unless it is read-only. A commit survives the death of the
 * process. A power failure may lose the last commits, never consistency, unless commits are synced
 * (docs/machines.md#kills-and-power-cuts).
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

/** Copies a snapshot of one file to another, which it creates or overwrites. Others may write to the first one meanwhile. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true });
  await backup(source, to, { rate: ALL_PAGES });
}

/** Copies all pages in one step. */
const ALL_PAGES = 0x7f_ff_ff_ff;

/** Marks files as ours in their header (`application_id`), beside the schema's version (`user_version`). */
export const APPLICATION_IDS: Readonly<Record<StoreFile, number>> = {
  accounts: Buffer.from('seoA').readInt32BE(),
  catalog: Buffer.from('seoC').readInt32BE(),
  lists: Buffer.from('seoL').readInt32BE(),
};

/**
 * Applies missing migrations to a file, each in its own transaction. If several processes start at once, one migrates and the
 * others wait.
 */
export function migrate(db: DatabaseSync, file: StoreFile, steps = schemaSteps(file)): void {
  const waitMs = Number(db.prepare('PRAGMA busy_timeout').get()?.timeout ?? 0);
  db.exec(`PRAGMA busy_timeout = ${MIGRATION_WAIT_MS}`);
  for (const [version, step] of steps.entries()) {
    // Checked without the lock first, so that nobody waits for a long import only to learn that there is nothing to do.
    if (schemaVersion(db) > version) continue;
    transaction(db, () => {
      if (schemaVersion(db) > version) return;
      db.exec(step);
      db.exec(`PRAGMA application_id = ${APPLICATION_IDS[file]}; PRAGMA user_version = ${version + 1}`);
    });
  }
  db.exec(`PRAGMA busy_timeout = ${waitMs}`);
}

/** How long a start waits for another process's migration. */
const MIGRATION_WAIT_MS = 60_000;

/** Begins a write transaction. False where another connection is still writing after the busy timeout. */
export function tryBegin(db: DatabaseSync): boolean {
  try {
    db.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Runs `work` in one write transaction, rolled back when it throws. */
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

/** After a disk-full error SQLite has already rolled back. */
export function rollBack(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('ROLLBACK');
}

export function isUpToDate(db: DatabaseSync, file: StoreFile): boolean {
  return schemaVersion(db) >= schemaSteps(file).length;
}

function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/** Commits by this process, on any file. */
let ownCommits = 0;

/** Call it after every commit that other connections of this process may have to see. */
export function announceCommit(): void {
  ownCommits++;
}

export function countOwnCommits(): number {
  return ownCommits;
}

/**
 * Makes a reader of a value that changes with every commit by another connection, in this process or another. It asks SQLite once
 * a tick of the event loop, and again after a commit of this process. Once a tick is enough: the calls of a tick arrived before
 * it asked, so all of them see what others had committed when they arrived.
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
