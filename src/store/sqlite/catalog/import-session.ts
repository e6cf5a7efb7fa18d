import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../../clock.ts';
import type { ImportSource } from '../../../ingest/import-log.ts';
import { migrate, openDatabase } from '../database.ts';
import { type ProcessLock, takeImportLock } from '../process-lock.ts';
import { isBusy, writeWhenFree } from '../write-when-free.ts';
import { closeAbandoned, openEntry } from './import-log.ts';

/** A connection in a write transaction, held by the one import that is under way. */
export interface ImportSession {
  readonly db: DatabaseSync;
  /** Its number in the import log; null where the attempt leaves no entry. */
  readonly entry: number | null;
  /** Rolls back what isn't committed. */
  close(): void;
}

/**
 * Waits for its turn, opens the log entry in a commit of its own, and begins the transaction. Throws the signal's
 * reason if it is aborted in the meantime.
 */
export async function openImportSession(
  { path, clock }: { readonly path: string; readonly clock: Clock },
  source: ImportSource | null,
  signal?: AbortSignal,
): Promise<ImportSession> {
  const db = openDatabase(path, { busyTimeoutMs: LOCK_TRY_MS });
  let lock: ProcessLock | null = null;
  const close = () => {
    db.close();
    lock?.release();
  };
  try {
    migrate(db, 'catalog');
    // The log of a large import would otherwise keep its size on disk for ever.
    db.exec(`PRAGMA busy_timeout = ${LOCK_TRY_MS}; PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`);
    lock = await whenFree(() => takeImportLock(dirname(path)), signal);
    const entry = source && (await writeWhenFree(db, () => openNext(db, source, clock.nowMs())));
    await takeWriteLock(db, signal);
    return { db, entry, close };
  } catch (error) {
    close();
    throw error;
  }
}

function openNext(db: DatabaseSync, source: ImportSource, startedAtMs: number): number {
  closeAbandoned(db);
  return openEntry(db, source, startedAtMs);
}

const LOG_BYTES_KEPT = 64 * 1024 * 1024;

/** How long one attempt to write blocks the thread, and the pause until the next, which leaves the thread to others. */
const LOCK_TRY_MS = 20;
const LOCK_PAUSE_MS = 80;

/** Waits as long as another import takes, even one in this very thread. */
async function whenFree<T>(take: () => T | null, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const taken = take();
    if (taken !== null) return taken;
    await setTimeout(LOCK_PAUSE_MS);
  }
}

/** Other writers, such as an operator's decision, hold the file only for a moment. */
async function takeWriteLock(db: DatabaseSync, signal: AbortSignal | undefined): Promise<void> {
  await whenFree(() => {
    try {
      db.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (isBusy(error)) return null;
      throw error;
    }
  }, signal);
}
