import { existsSync, renameSync, statSync } from 'node:fs';
import { memoizeLast } from '../../base/memoize-last.ts';
import type { BeginOptions, LongTransaction, SqlDatabase } from '../../sql-database.ts';
import { createCatalogDatabase, openReader } from './catalog-database.ts';
import { fileFaultOf, readSafely } from './file-faults.ts';
import { beginOn } from './long-transaction.ts';
import { createTurnReader, type TurnReader } from './turn-reader.ts';

/** The database of a lists file. */
export interface ListsDatabase extends SqlDatabase, Disposable {
  /** How often the lists have changed, as far as this reader has seen. Never throws. */
  publications(): number;
}

/**
 * The file is opened when it is first read, made when there is none, and opened again when a run has put it aside and made another
 * one. `catalog` = the reader of the catalogue.
 */
export function openListsDatabase(path: string, catalog: Pick<TurnReader, 'version'>): ListsDatabase {
  let opened: ReturnType<typeof openFile> | null = null;
  let publications = 0;
  const close = () => {
    opened?.close();
    opened = null;
  };
  // Such a run changes the catalogue, too.
  const lookAgain = memoizeLast((_version: unknown) => {
    if (opened?.inode !== inodeOf(path)) close();
  });
  const current = () => {
    lookAgain(catalog.version());
    opened ??= openFile(path);
    return opened;
  };
  // A number of its own for each version of each file.
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
  const database = { ...createCatalogDatabase(lists), ...createTurnReader(lists) };
  return { inode: inodeOf(path), database, close: () => lists.close() };
}

/** Begins the transaction of a run, which keeps every other run out. A damaged file is put aside where `replacesDamaged`. */
async function beginLists(path: string, options: BeginOptions): Promise<LongTransaction> {
  const inode = inodeOf(path);
  try {
    return await beginWhole(path, options);
  } catch (error) {
    if (options.replacesDamaged !== true || fileFaultOf(error) !== 'damaged') throw error;
    // Another run may have done it meanwhile.
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

/** What a check found, as SQLite says it. */
const DAMAGED = { errcode: 11 };

/** Puts a lists file aside that can't be used any more; readers find the new one that takes its place. */
function putAside(path: string): void {
  for (const end of ['', '-wal', '-shm'].filter((end) => existsSync(`${path}${end}`)))
    renameSync(`${path}${end}`, `${path}.damaged${end}`);
}

/** Which file a path leads to; null for none. */
function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
