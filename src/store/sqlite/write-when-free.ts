import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { transaction } from './database.ts';

/**
 * Another process may hold a file for a moment (a key is issued, an account closed). Writers on the thread that
 * answers wait that long without blocking it.
 */
export const BUSY_ATTEMPTS = 50;
export const BUSY_PAUSE_MS = 5;

const SQLITE_BUSY = 5;

/** Runs `work` in a write transaction as soon as no other writer holds the file. Throws when one holds it on and on. */
export async function writeWhenFree<T>(
  db: DatabaseSync,
  work: () => T,
  attempts = BUSY_ATTEMPTS,
): Promise<T> {
  for (let attemptsLeft = attempts; ; attemptsLeft--) {
    try {
      return transaction(db, work);
    } catch (error) {
      if (!isBusy(error) || attemptsLeft <= 1) throw error;
      await wait(BUSY_PAUSE_MS);
    }
  }
}

/** Whether a statement failed because another writer holds the file. */
export function isBusy(error: unknown): boolean {
  // The low byte of an extended code is the primary one.
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === SQLITE_BUSY
  );
}
