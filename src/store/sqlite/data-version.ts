import type { DatabaseSync } from 'node:sqlite';

/** Commits that this process has made, on whatever file. */
let ownCommits = 0;

/** Call it after every commit that other connections of this process may have to notice. */
export function announceCommit(): void {
  ownCommits++;
}

const readers = new WeakMap<DatabaseSync, () => unknown>();

/**
 * A reader of a value that changes with every commit by another connection, in this process or another.
 *
 * SQLite is asked once a turn of the event loop, and again after a commit of this process: calls that one turn
 * handles had all begun to arrive when it started, so what another process committed before them is seen by all.
 */
export function dataVersionOf(db: DatabaseSync): () => unknown {
  const known = readers.get(db);
  if (known !== undefined) return known;
  const pragma = db.prepare('PRAGMA data_version');
  let version: unknown;
  let askedAt = -1;
  const forget = () => {
    askedAt = -1;
  };
  const read = () => {
    if (askedAt !== ownCommits) {
      version = pragma.get()?.data_version;
      askedAt = ownCommits;
      setImmediate(forget);
    }
    return version;
  };
  readers.set(db, read);
  return read;
}
