import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held by the one server process of a data folder. */
export interface ProcessLock {
  release(): void;
}

/**
 * Takes a data folder for one server process, or returns null when another one holds it. The operating system
 * frees the lock when its holder dies, however it dies: nothing is left to clean up.
 */
export function takeProcessLock(dataDir: string): ProcessLock | null {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, 'serve.lock'), { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return { release: () => db.close() };
  } catch {
    db.close();
    return null;
  }
}
