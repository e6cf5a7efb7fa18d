import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { announceCommit } from './data-version.ts';
import { type MigrationFolder, migrationsOf } from './migration-texts.ts';

/** The two files of the embedded store. They are apart so that a long import never delays a call's count. */
export const ACCOUNTS_FILE = 'accounts.db';
export const CATALOG_FILE = 'catalog.db';

export interface OpenOptions {
  /** How long a statement waits for another writer, in ms. 0 on a thread that answers requests. */
  readonly busyTimeoutMs: number;
  readonly readOnly?: boolean;
  /** False when whole tables are read: each page of a mapped file would count as memory. Default true. */
  readonly mapFile?: boolean;
  /** Whether a commit waits until the disk has it. Default false. */
  readonly syncsCommits?: boolean;
}

const MAPPED_BYTES = 1024 ** 3;

/** Pages in memory besides the mapped ones. What a large commit has changed should fit. */
const WRITE_CACHE_KIB = 65_536;
const READ_CACHE_KIB = 16_384;

/** What a write-ahead log keeps on the disk. One grows with its largest commit, and would never shrink. */
const LOG_BYTES_KEPT = 16 * 1024 * 1024;

/**
 * Opens one file of the embedded store in WAL mode. A commit survives the death of the process. A power failure may
 * lose the last ones, never consistency, unless commits are synced (docs/rules/running.md#kills-and-power-cuts).
 */
export function openDatabase(path: string, options: OpenOptions): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: options.busyTimeoutMs });
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.syncsCommits ? 'FULL' : 'NORMAL'}; PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY; PRAGMA mmap_size = ${options.mapFile === false ? 0 : MAPPED_BYTES}; PRAGMA cache_size = -${options.readOnly ? READ_CACHE_KIB : WRITE_CACHE_KIB};
    PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`);
  return db;
}

/**
 * Brings a file up to date with its numbered migrations, each in its own transaction. If several processes start at once,
 * the first one migrates and the others wait.
 */
export function migrate(db: DatabaseSync, folder: MigrationFolder): void {
  const waitMs = Number(db.prepare('PRAGMA busy_timeout').get()?.timeout ?? 0);
  db.exec(`PRAGMA busy_timeout = ${MIGRATION_WAIT_MS}`);
  for (const { version, text } of migrationsOf(folder)) {
    // Without the lock first, so that nobody waits for a long import only to learn that there is nothing to do.
    if (userVersion(db) >= version) continue;
    transaction(db, () => {
      if (userVersion(db) >= version) return;
      db.exec(text);
      db.exec(`PRAGMA user_version = ${version}`);
    });
  }
  db.exec(`PRAGMA busy_timeout = ${waitMs}`);
}

/** The number of the last migration that this program knows. */
export function newestMigration(folder: MigrationFolder): number {
  return migrationsOf(folder).at(-1)?.version ?? 0;
}

/** How long a start waits for another process that migrates. */
const MIGRATION_WAIT_MS = 60_000;

/** Runs `work` in one write transaction: all of it is kept, or, when it throws, none. */
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

/** A full disk has already rolled back by itself; then there is nothing to undo. */
export function rollBack(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('ROLLBACK');
}

function userVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}
