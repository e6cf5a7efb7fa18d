import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type CatalogWrites, type RecordedCommit, WriteOvertaken } from '../../sqlite/catalog-writes.ts';
import { readChanges, recordChanges } from '../../sqlite/changeset.ts';
import { busyCatalogue } from '../../sqlite/file-faults.ts';
import type { Database } from '../database.ts';
import { type LogFile, pushCommit, readPosition, writePosition } from './head.ts';
import { type LeaseTicket, takeWhenFree } from './lease.ts';
import { createSpool, storeParts } from './parts.ts';

export interface SharedWritesOptions {
  readonly database: Database;
  readonly file: LogFile;
  /** Brings the copy up to date: called with the turn held, before anything is written. */
  readonly catchUp: (db: DatabaseSync) => Promise<unknown>;
  /** A lease besides the turn without which nothing may be committed. */
  readonly lease?: LeaseTicket;
}

/**
 * Writes to a copy that become truth: one turn at a time over all instances. A transaction is written to the copy, its changes are
 * committed to the log, and only then is it committed to the copy. Whatever happens in between, followers and this copy end up with
 * what the log says.
 *
 * The turn is a lease that its holder renews. A holder that was paused for too long finds at its commit that the log has moved on, and
 * keeps nothing.
 */
export function createSharedWrites(options: SharedWritesOptions): CatalogWrites {
  const { database, file, catchUp } = options;
  return {
    async hold(db, patience) {
      await using held = new AsyncDisposableStack();
      // Lists are only written by ranking runs, which hold a lease of their own.
      if (file === 'catalog') {
        const lease = await takeWhenFree(database, 'catalogue', patience);
        if (lease === null) throw busyCatalogue();
        held.use(lease);
      }
      await catchUp(db);
      return held.move();
    },
    record: (db) => recordCommit(db, options),
  };
}

/** Records a transaction for the log: its next commit. `push` throws StoreUnavailableError, too. */
function recordCommit(db: DatabaseSync, { database, file, lease }: SharedWritesOptions): RecordedCommit {
  const spool = createSpool(dirname(String(db.location())));
  const urgency = createUrgency(db);
  const recording = recordChanges(db, (changeset) => {
    if (file === 'catalog') urgency.look(changeset);
    spool.add(changeset);
  });
  return {
    async push(): Promise<void> {
      recording.end();
      if (spool.isEmpty()) return;
      const base = readPosition(db);
      const stored = await storeParts(database, spool.parts());
      const isUrgent = urgency.isUrgent();
      const next = await pushCommit(database, { file, base, stored, isUrgent, lease: lease ?? null });
      if (next === null) {
        throw new WriteOvertaken(
          'another process has written to the catalogue in the meantime, so nothing of this one was kept: start it again',
        );
      }
      writePosition(db, next);
    },
    drop(): void {
      recording.drop();
      spool.close();
    },
  };
}

/** Above this a follower needs more than a moment, and calls would fail that wait for it. */
const ITEMS_MAX = 5_000;

/** What operators decide of items, and the column that says so: a feed changes only what stands beside it. */
const DECISIONS = 'item_override';
const PATCH = 1;

/**
 * Tells from the changesets of a commit whether every instance has to show it with its next answer: where an operator decided
 * something of an item, and where few enough items change and one of them is withheld or removed that was shown
 * (docs/machines.md#many-machines).
 */
function createUrgency(db: DatabaseSync) {
  const columns = db.prepare('PRAGMA table_info(item)').all();
  const withheldAt = columns.findIndex(({ name }) => name === 'withheld');
  let items = 0;
  let hides = false;
  let decides = false;
  return {
    look(changeset: Uint8Array): void {
      if (decides || items > ITEMS_MAX || !namesItems(changeset)) return;
      for (const { table, before, after } of readChanges(changeset)) {
        if (table === DECISIONS) decides ||= (after ?? before)?.[PATCH] !== undefined;
        if (table !== 'item') continue;
        items += 1;
        hides ||= after === null || (before !== null && after[withheldAt] === 1);
        if (items > ITEMS_MAX) return;
      }
    },
    isUrgent: () => decides || (hides && items <= ITEMS_MAX),
  };
}

/** Whether it is worth reading: order lines by the million are not. */
function namesItems(changeset: Uint8Array): boolean {
  const bytes = Buffer.from(changeset.buffer, changeset.byteOffset, changeset.byteLength);
  return ['item', DECISIONS].some((table) => bytes.includes(`${table}\0`));
}
