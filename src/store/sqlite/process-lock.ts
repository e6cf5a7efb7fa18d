import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './file-faults.ts';

/** Held by one process, or one connection of it, at a time, until it is closed; also by a scope that is `using` it. */
export type ProcessLock = DatabaseSync;

/** Takes a data folder for one server process, or returns null when another one holds it. */
export function takeProcessLock(dataDir: string): ProcessLock | null {
  return takeFileLock(join(dataDir, 'serve.lock'));
}

/** Takes a data folder for one import. Whoever reads the folder can tell by this lock whether an import is under way. */
export function takeImportLock(dataDir: string): ProcessLock | null {
  return takeFileLock(join(dataDir, 'import.lock'));
}

/**
 * Locks a file, or returns null if others hold it. The operating system frees the lock when its holder dies, so nothing is left
 * to clean up.
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
    // A full disk isn't another holder.
    throw error;
  }
}
