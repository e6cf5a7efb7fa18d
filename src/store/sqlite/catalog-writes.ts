import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import { announceCommit, rollBack, tryBegin } from './database.ts';
import { BUSY_PAUSE_MS, busyCatalogue, unavailable } from './file-faults.ts';

export interface TurnOptions {
  /** Ends the wait; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for others, in ms. Then an error for which `isBusy` is true is thrown. */
  readonly waitMs: number;
}

/** Decides who writes to a catalogue, and where its commits go. */
export interface CatalogWrites {
  /** Waits until nobody else has the turn, on whatever machine, and until the file says what the last one wrote. */
  hold(db: DatabaseSync, options: TurnOptions): Promise<AsyncDisposable | null>;
  /** Records the transaction that has just begun; null where commits go nowhere but into the file. */
  record(db: DatabaseSync): RecordedCommit | null;
}

/** A transaction whose commit others make, too. */
export interface RecordedCommit {
  /** Makes it true, whatever becomes of this file. Throws WriteOvertaken. */
  push(): Promise<void>;
  /** Forgets it, unless it was pushed. */
  drop(): void;
}

/** Somebody else has written since this turn was taken, so its transaction was rolled back. */
export class WriteOvertaken extends Error {
  override name = 'WriteOvertaken';
}

/** A catalogue that is this file and nothing else: the file's own lock says whose turn it is. */
export const localWrites: CatalogWrites = { hold: async () => null, record: () => null };

/** Takes the right to write to a catalogue file, until `end`. */
export async function takeTurn(writes: CatalogWrites, db: DatabaseSync, options: TurnOptions) {
  const held = await writes.hold(db, options);
  let recorded: RecordedCommit | null = null;
  const drop = () => {
    recorded?.drop();
    recorded = null;
  };
  return {
    /** Begins a write transaction as soon as no other connection writes to the file, such as one that follows the others. */
    async begin({ signal, waitMs }: TurnOptions): Promise<void> {
      drop();
      const untilMs = systemClock.monotonicMs() + waitMs;
      for (;;) {
        signal?.throwIfAborted();
        if (tryBegin(db)) break;
        if (systemClock.monotonicMs() >= untilMs) throw busyCatalogue();
        await wait(BUSY_PAUSE_MS);
      }
      recorded = writes.record(db);
    },
    /**
     * Commits what was written since `begin`. When it throws, nothing was kept and no transaction is open. After a WriteOvertaken
     * the same work may be done once more, in another turn.
     */
    async commit(): Promise<void> {
      let isTrue = false;
      try {
        await recorded?.push();
        isTrue = recorded !== null;
        db.exec('COMMIT');
      } catch (error) {
        rollBack(db);
        // What was pushed is true all the same: the copy follows as soon as its disk has room.
        if (!isTrue) throw error;
      } finally {
        drop();
      }
      announceCommit();
    },
    async end(): Promise<void> {
      drop();
      await held?.[Symbol.asyncDispose]();
    },
  };
}

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
      const turn = await takeTurn(writes, db, options);
      try {
        await turn.begin(options);
        const made = work();
        // Don't yield more than necessary: somebody else may use the connection.
        const result = made instanceof Promise ? await made : made;
        await turn.commit();
        return result;
      } finally {
        rollBack(db);
        await turn.end();
      }
    } catch (error) {
      if (!(error instanceof WriteOvertaken) || overtaken === OVERTAKEN_MAX) throw unavailable(error);
    }
  }
}
