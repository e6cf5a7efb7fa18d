import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../../clock.ts';
import type { ImportSource } from '../../../ingest/import-log.ts';
import { beginWhenFree, type CatalogWrites, localWrites, type WriteTurn } from '../catalog-writes.ts';
import { migrate, openDatabase, rollBack } from '../database.ts';
import { type ProcessLock, takeImportLock } from '../process-lock.ts';
import { closeAbandoned, openEntry } from './import-log.ts';

/** A connection in a write transaction, held by the one import that is under way. */
export interface ImportSession {
  readonly db: DatabaseSync;
  /** The right to write. */
  readonly turn: WriteTurn;
  /** Its number in the import log; null where the attempt leaves no entry. */
  readonly entry: number | null;
  /** Rolls back what isn't committed. */
  close(): Promise<void>;
}

export interface ImportSessionOptions {
  /** The catalogue file; made and migrated if it doesn't exist. */
  readonly path: string;
  readonly clock: Clock;
  /** Where the commits go; into the file alone when left out. */
  readonly writes?: CatalogWrites;
}

/**
 * Waits for its turn, opens the log entry in a commit of its own, and begins the transaction. Throws the signal's
 * reason if it is aborted in the meantime.
 */
export async function openImportSession(
  { path, clock, writes = localWrites }: ImportSessionOptions,
  source: ImportSource | null,
  signal?: AbortSignal,
): Promise<ImportSession> {
  const db = openDatabase(path, { busyTimeoutMs: LOCK_TRY_MS });
  const patience = { signal, waitMs: Number.POSITIVE_INFINITY };
  let lock: ProcessLock | null = null;
  let turn: WriteTurn | null = null;
  const close = async () => {
    rollBack(db);
    await turn?.end();
    db.close();
    lock?.release();
  };
  try {
    migrate(db, 'catalog');
    db.exec(`PRAGMA busy_timeout = ${LOCK_TRY_MS}`);
    lock = await whenFree(() => takeImportLock(dirname(path)), signal);
    turn = await writes.take(db, patience);
    await beginWhenFree(turn, patience);
    if (source === null) return { db, turn, entry: null, close };
    closeAbandoned(db);
    const entry = openEntry(db, source, clock.nowMs());
    await turn.commit();
    await beginWhenFree(turn, patience);
    return { db, turn, entry, close };
  } catch (error) {
    await close();
    throw error;
  }
}

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
