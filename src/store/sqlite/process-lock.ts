import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './file-faults.ts';

/** A lock that one process, or connection, holds until it is closed; `using` closes it. */
export type ProcessLock = DatabaseSync;

/** Locks a data folder for one server process; returns null when another one holds it. */
export function takeProcessLock(dataDir: string): ProcessLock | null {
  return takeFileLock(join(dataDir, 'serve.lock'));
}

/** Locks a data folder for one import. Readers can test this lock to see whether an import is running. */
export function takeImportLock(dataDir: string): ProcessLock | null {
  return takeFileLock(join(dataDir, 'import.lock'));
}

/**
 * Locks a file, or returns null if another process holds it. The operating system releases the lock when its holder dies, so
 * nothing is left to clean up.
 */
export function takeFileLock(path: string): ProcessLock | null {
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    // A full disk doesn't mean that another process holds the lock.
    throw error;
  }
}
