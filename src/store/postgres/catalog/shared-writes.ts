import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../../clock.ts';
import { StoreUnavailableError } from '../../../gate/store-unavailable-error.ts';
import {
  type CatalogWrites,
  type TurnOptions,
  WriteOvertaken,
  type WriteTurn,
} from '../../sqlite/catalog-writes.ts';
import { announceCommit } from '../../sqlite/data-version.ts';
import { rollBack } from '../../sqlite/database.ts';
import type { Database } from '../database.ts';
import { captureChanges, type TableChanges } from './change-capture.ts';
import { nameOf, type StoredFile, storeFile } from './edition-parts.ts';
import { type LeaseTicket, RENEW_MS, releaseLease, renewLease, takeLease } from './lease.ts';
import { pushChanges } from './push-changes.ts';
import { readReplicaState, writeReplicaState } from './replica.ts';

/** The catalogue that all instances share: somebody else holds the turn. */
class CatalogueHeld extends Error {
  override name = 'CatalogueHeld';
  /** As SQLite's, for whoever waits for a file that others write to. */
  readonly errcode = 5;
}

export interface SharedWritesOptions {
  readonly database: Database;
  /** The folder of the replica's edition files. */
  readonly directory: string;
  /** Brings the replica up to date: called with the turn held, before anything is written. */
  readonly catchUp: (db: DatabaseSync) => Promise<unknown>;
  /** Leases besides the turn without which nothing may be committed. */
  readonly leases?: () => readonly LeaseTicket[];
}

/** How often a process asks for the turn that another one holds. */
const TAKE_PAUSE_MS = 50;

/**
 * Writes to a replica that become truth: one turn at a time over all instances. A transaction is written to the replica, its rows
 * are committed to PostgreSQL, and only then is it committed to the replica. Whatever happens in between, followers and this
 * replica end up with what PostgreSQL says.
 *
 * The turn is a lease that its holder renews. A holder that was paused for too long finds at its commit that the catalogue has moved
 * on, and keeps nothing.
 */
export function createSharedWrites(options: SharedWritesOptions): CatalogWrites {
  return {
    async take(db, turn) {
      const ticket = await takeTurn(options.database, turn);
      const renewal = setInterval(() => {
        // A lost turn shows at the commit.
        renewLease(options.database, ticket).catch(() => {});
      }, RENEW_MS).unref();
      const end = async () => {
        clearInterval(renewal);
        // One that cannot be given back now ends by itself.
        await releaseLease(options.database, ticket).catch(() => {});
      };
      try {
        await options.catchUp(db);
        return { ...turnOn(db, options), end };
      } catch (error) {
        await end();
        throw error;
      }
    },
  };
}

async function takeTurn(database: Database, { signal, waitMs }: TurnOptions): Promise<LeaseTicket> {
  const untilMs = systemClock.monotonicMs() + waitMs;
  for (;;) {
    signal?.throwIfAborted();
    const ticket = await takeLease(database, 'catalogue');
    if (ticket !== null) return ticket;
    if (systemClock.monotonicMs() >= untilMs)
      throw new CatalogueHeld('another process writes to the catalogue');
    await wait(TAKE_PAUSE_MS);
  }
}

function turnOn(db: DatabaseSync, options: SharedWritesOptions): Omit<WriteTurn, 'end'> {
  const capture = captureChanges(db);
  return {
    begin() {
      db.exec('BEGIN IMMEDIATE');
      capture.clear();
    },
    async commit() {
      try {
        await commitShared(db, capture.changes(), options);
      } catch (error) {
        rollBack(db);
        throw error;
      }
    },
  };
}

async function commitShared(
  db: DatabaseSync,
  changes: readonly TableChanges[],
  { database, directory, leases = () => [] }: SharedWritesOptions,
): Promise<void> {
  const base = readReplicaState(db);
  const files = await storeEditions(changes, database, directory);
  const head = await pushChanges(database, { changes, files, base, leases: leases() });
  if (head === null) {
    throw new WriteOvertaken(
      'another process has written to the catalogue in the meantime, so nothing of this one was kept: start it again',
    );
  }
  writeReplicaState(db, { ...base, head });
  try {
    db.exec('COMMIT');
  } catch {
    // It is true all the same. The replica copies it as soon as its disk has room.
    rollBack(db);
  }
  announceCommit();
}

/** Puts the files of editions that are new in this transaction where every instance finds them. */
async function storeEditions(
  changes: readonly TableChanges[],
  database: Database,
  directory: string,
): Promise<StoredFile[]> {
  const editions = changes.find(({ table }) => table.name === 'edition');
  if (editions === undefined) return [];
  const files: StoredFile[] = [];
  for (const [kind, period, version] of [...editions.rows()]) {
    const name = nameOf({ kind: String(kind), period: Number(period), version: Number(version) });
    if (name === null) continue;
    if (!existsSync(join(directory, name)))
      throw new StoreUnavailableError(`the edition file ${name} is missing`);
    files.push(await storeFile(database, directory, name));
  }
  return files;
}
