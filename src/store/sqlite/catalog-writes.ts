import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, systemClock } from '../../clock.ts';
import { CatalogBusyError } from '../../sql-database.ts';
import { announceCommit, openDatabase, rollBack } from './database.ts';
import { BUSY_PAUSE_MS, isBusy, unavailable } from './file-faults.ts';

/** The right to write to a catalogue file, until `end`. */
export interface WriteTurn {
  /** Begins a write transaction. Throws SQLite's error for a busy file while another connection writes. */
  begin(): void;
  /**
   * Commits what was written since `begin`. When it throws, nothing was kept and no transaction is open. After a WriteOvertaken
   * the same work may be done once more, in another turn.
   */
  commit(): Promise<void>;
  end(): Promise<void>;
}

export interface TurnOptions {
  /** Ends the wait; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for others, in ms. Then an error for which `isBusy` is true is thrown. */
  readonly waitMs: number;
}

/** Decides who writes to a catalogue, and where its commits go. */
export interface CatalogWrites {
  /** Waits until nobody else has the turn, on whatever machine, and until the file says what the last one wrote. */
  take(db: DatabaseSync, options: TurnOptions): Promise<WriteTurn>;
}

/** What operators' changes need. */
export interface WriterOptions {
  /** A connection to the migrated catalogue file, for reading. */
  readonly db: DatabaseSync;
  readonly clock: Clock;
  /** Where the commits go; into the file alone when left out. */
  readonly writes?: CatalogWrites;
}

/** Somebody else has written since this turn was taken, so its transaction was rolled back. */
export class WriteOvertaken extends Error {
  override name = 'WriteOvertaken';
}

/** A catalogue that is this file and nothing else: the file's own lock says whose turn it is. */
export const localWrites: CatalogWrites = {
  take: async (db) => ({
    begin: () => db.exec('BEGIN IMMEDIATE'),
    async commit() {
      try {
        db.exec('COMMIT');
      } catch (error) {
        rollBack(db);
        throw error;
      }
      announceCommit();
    },
    end: async () => {},
  }),
};

/** How often work is done again that others overtook. */
const OVERTAKEN_MAX = 5;

/**
 * Runs `work` in a write transaction of its own turn; work that waits needs its own connection as well. Throws
 * StoreUnavailableError, with nothing written, if another writer holds the file for too long or it can't be written.
 */
export async function writeInTurn<T>(
  writes: CatalogWrites,
  db: DatabaseSync,
  work: () => T | Promise<T>,
  options: TurnOptions,
): Promise<T> {
  for (let overtaken = 0; ; overtaken++) {
    try {
      const turn = await writes.take(db, options);
      try {
        await beginWhenFree(turn, options);
        return await commitWork(turn, db, work);
      } finally {
        await turn.end();
      }
    } catch (error) {
      if (!(error instanceof WriteOvertaken) || overtaken === OVERTAKEN_MAX) throw unavailable(error);
    }
  }
}

/** Longer than any commit takes, shorter than a person waits: a long import is reported instead. */
const PERSON_WAIT_MS = 3_000;

/**
 * The same while a person waits, on a connection of its own: who reads on `db` sees what was committed before. Throws
 * CatalogBusyError if an import takes longer.
 */
export async function writeForPerson<T>(
  writes: CatalogWrites,
  db: DatabaseSync,
  work: (own: DatabaseSync) => T | Promise<T>,
): Promise<T> {
  using own = openDatabase(db.location() ?? '', { busyTimeoutMs: 0 });
  try {
    return await writeInTurn(writes, own, () => work(own), { waitMs: PERSON_WAIT_MS });
  } catch (error) {
    if (isBusy(error)) throw new CatalogBusyError('an import holds the catalogue', { cause: error });
    throw error;
  }
}

/** Begins a turn's transaction as soon as no other connection writes to the file, such as one that follows the others. */
export async function beginWhenFree(turn: WriteTurn, { signal, waitMs }: TurnOptions): Promise<void> {
  const untilMs = systemClock.monotonicMs() + waitMs;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return turn.begin();
    } catch (error) {
      if (!isBusy(error) || systemClock.monotonicMs() >= untilMs) throw error;
      await wait(BUSY_PAUSE_MS);
    }
  }
}

async function commitWork<T>(turn: WriteTurn, db: DatabaseSync, work: () => T | Promise<T>): Promise<T> {
  let result: T;
  try {
    const made = work();
    // Don't yield more than necessary: somebody else may use the connection.
    result = made instanceof Promise ? await made : made;
  } catch (error) {
    rollBack(db);
    throw error;
  }
  await turn.commit();
  return result;
}
