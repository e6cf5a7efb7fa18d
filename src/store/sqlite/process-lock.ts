import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './file-faults.ts';

export type ProcessLock = DatabaseSync;

/** Locks a data folder for one server process; null if another one holds it. */
export function takeProcessLock(dataDir: string): ProcessLock | null {
  return takeFileLock(join(dataDir, 'serve.lock'));
}

export function takeImportLock(dataDir: string): ProcessLock | null {
  return takeFileLock(join(dataDir, 'import.lock'));
}

/** Locks a file until the connection is closed or its process dies; null if another process holds it. */
export function takeFileLock(path: string): ProcessLock | null {
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    // A full disk, for example, isn't another holder.
    throw error;
  }
}
