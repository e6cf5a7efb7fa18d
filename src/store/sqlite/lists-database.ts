import { existsSync, renameSync, statSync } from 'node:fs';
import { memoizeLast } from '../../base/memoize-last.ts';
import type { BeginOptions, LongTransaction, SqlDatabase } from '../../sql-database.ts';
import { createCatalogDatabase, openReader } from './catalog-database.ts';
import { fileFaultOf, readSafely } from './file-faults.ts';
import { beginOn } from './long-transaction.ts';
import { createTickReader, type TickReader } from './tick-reader.ts';

export interface ListsDatabase extends SqlDatabase, Disposable {
  /** How many changes of the lists this reader has seen. Never throws. */
  publications(): number;
}

/**
 * The file is opened when it is first read, created when missing, and opened again after a run has replaced it. `catalog` = the
 * catalogue's reader.
 */
export function openListsDatabase(path: string, catalog: Pick<TickReader, 'version'>): ListsDatabase {
  let opened: ReturnType<typeof openFile> | null = null;
  let publications = 0;
  const close = () => {
    opened?.close();
    opened = null;
  };
  // Looks for a replaced file only when the catalogue has changed, because a run that replaces it changes the catalogue, too.
  const lookAgain = memoizeLast((_version: unknown) => {
    if (opened?.inode !== inodeOf(path)) close();
  });
  const current = () => {
    lookAgain(catalog.version());
    opened ??= openFile(path);
    return opened;
  };
  // Increases `publications` once for each version of each opened file.
  const countVersion = memoizeLast((_opened: unknown) => memoizeLast((_version: unknown) => ++publications));
  const database = () => readSafely(current).database;
  return {
    query: async (text, values) => database().query(text, values),
    transaction: async (work, options) => database().transaction(work, options),
    snapshot: async (work) => database().snapshot(work),
    begin: (options) => beginLists(path, options),
    isLocked: async (lock) => database().isLocked(lock),
    nowMs: '0',
    eraseDeleted: async () => {},
    deleteStale: async () => {},
    publications(): number {
      try {
        const file = current();
        return countVersion(file)(file.database.version());
      } catch {
        return publications;
      }
    },
    [Symbol.dispose]: close,
  };
}

function openFile(path: string) {
  const lists = openReader(path, 0);
  const database = { ...createCatalogDatabase(lists), ...createTickReader(lists) };
  return { inode: inodeOf(path), database, close: () => lists.close() };
}

/** Begins the transaction of a ranking run; only one run at a time. A damaged file is put aside where `replacesDamaged`. */
async function beginLists(path: string, options: BeginOptions): Promise<LongTransaction> {
  const inode = inodeOf(path);
  try {
    return await beginWhole(path, options);
  } catch (error) {
    if (options.replacesDamaged !== true || fileFaultOf(error) !== 'damaged') throw error;
    // Another run may have put the file aside meanwhile.
    if (inodeOf(path) === inode) putAside(path);
    return await beginOn(path, options);
  }
}

async function beginWhole(path: string, options: BeginOptions): Promise<LongTransaction> {
  await using begun = new AsyncDisposableStack();
  const transaction = begun.use(await beginOn(path, options));
  if (options.replacesDamaged === true) {
    const [found] = await transaction.query<{ quick_check: string }>(
      'SELECT * FROM pragma_quick_check LIMIT 1',
    );
    if (found?.quick_check !== 'ok') throw Object.assign(new Error('the lists are damaged'), DAMAGED);
  }
  begun.move();
  return transaction;
}

/** The error for a failed integrity check, with SQLite's code for a damaged file. */
const DAMAGED = { errcode: 11 };

/** Renames an unusable lists file; readers find the new one that takes its place. */
function putAside(path: string): void {
  for (const end of ['', '-wal', '-shm'].filter((end) => existsSync(`${path}${end}`)))
    renameSync(`${path}${end}`, `${path}.damaged${end}`);
}

/** The inode of a path; null when there is no file. */
function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
