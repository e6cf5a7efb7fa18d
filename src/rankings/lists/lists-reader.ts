import { memoizeLast } from '../../base/memoize-last.ts';
import type { Reader } from '../../sql-database.ts';
import { readSafely } from '../../store/sqlite/file-faults.ts';
import { createTurnReader, type TurnReader } from '../../store/sqlite/turn-reader.ts';
import { inodeOf, openLists } from './lists-file.ts';

/**
 * Reads a lists file, which is opened when it is first read, made when there is none, and opened again when a run has put it aside and
 * made another one. `catalog` = the reader of the catalogue.
 */
export function openListsReader(path: string, catalog: Pick<TurnReader, 'version'>) {
  let opened: ReturnType<typeof open> | null = null;
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
    opened ??= open(path);
    return opened;
  };
  // A number of its own for each version of each file.
  const countVersion = memoizeLast((_opened: unknown) => memoizeLast((_version: unknown) => ++publications));
  const reader: Reader = { query: async (text, values) => readSafely(current).query(text, values) };
  return {
    ...reader,
    /** How often the lists have changed, as far as this reader has seen. Never throws. */
    publications(): number {
      try {
        const file = current();
        return countVersion(file)(file.version());
      } catch {
        return publications;
      }
    },
    close,
  };
}

function open(path: string) {
  // A first start has no file yet.
  openLists(path).close();
  const lists = openLists(path, { readOnly: true });
  const { query, version } = createTurnReader(lists);
  return { inode: inodeOf(path), query, version, close: () => lists.close() };
}
