import { statSync } from 'node:fs';
import { memoizeLast } from '../../base/memoize-last.ts';
import type { SqlDatabase } from '../../sql-database.ts';
import { createCatalogDatabase, openReader } from './catalog-database.ts';
import { readSafely } from './file-faults.ts';
import { beginOn } from './long-transaction.ts';
import { createTickReader } from './tick-reader.ts';

export interface ListsDatabase extends SqlDatabase, Disposable {
  /** Counts changes of the lists that this reader has seen. Never throws. */
  publications(): number;
}

/**
 * Opens the file at the first read, because a server starts with damaged lists, too. A file that was deleted or replaced is
 * opened again once the catalogue has changed, as every run changes it.
 */
export function openListsDatabase(
  path: string,
  catalog: { version(): unknown } = { version: () => null },
): ListsDatabase {
  let opened: ReturnType<typeof openFile> | null = null;
  const close = () => {
    opened?.close();
    opened = null;
  };
  const closeReplaced = memoizeLast((_version: unknown) => {
    if (opened?.inode !== inodeOf(path)) close();
  });
  const database = () =>
    readSafely(() => {
      closeReplaced(catalog.version());
      opened ??= openFile(path);
      return opened;
    });
  let publications = 0;
  // Counts each version of each opened file once.
  const countVersion = memoizeLast((_opened: unknown) => memoizeLast((_version: unknown) => ++publications));
  return {
    query: async (text, values) => database().query(text, values),
    transaction: async (work, options) => database().transaction(work, options),
    snapshot: async (work) => database().snapshot(work),
    begin: (options) => beginOn(path, options),
    isLocked: async (lock) => database().isLocked(lock),
    nowMs: '0',
    eraseDeleted: async () => {},
    deleteStale: async () => {},
    publications(): number {
      try {
        const file = database();
        return countVersion(file)(file.version());
      } catch {
        return publications;
      }
    },
    [Symbol.dispose]: close,
  };
}

function openFile(path: string) {
  const lists = openReader(path, 0);
  const inode = inodeOf(path);
  return { ...createCatalogDatabase(lists), ...createTickReader(lists), inode, close: () => lists.close() };
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
