import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../src/clock.ts';
import type { BuyerKey } from '../../src/rankings/buyer-reference.ts';
import type { RestatedLines, Restatement } from '../../src/rankings/restatement.ts';
import { buildFirstIndex } from '../../src/search/runtime/index-build.ts';
import { createSqliteCatalogStore } from '../../src/store/sqlite/catalog/catalog-store.ts';
import { createSqliteFeedStore } from '../../src/store/sqlite/catalog/feed-store.ts';
import { createSqliteImportLog } from '../../src/store/sqlite/catalog/import-log.ts';
import { createSqliteImportUndo } from '../../src/store/sqlite/catalog/import-undo.ts';
import type { CatalogWrites } from '../../src/store/sqlite/catalog-writes.ts';
import { CATALOG_FILE, LISTS_FILE } from '../../src/store/sqlite/database.ts';
import { createSqliteOrderPrivacy } from '../../src/store/sqlite/rankings/order-privacy.ts';
import { restateMonth } from '../../src/store/sqlite/rankings/restatement.ts';
import { readTallyProgress } from '../../src/store/sqlite/rankings/tally-record.ts';
import { openSqliteChangeFeed } from '../../src/store/sqlite/search/change-feed.ts';

/** The catalogue file that a command works on: the store's own, or a replica. It is made when it is first needed. */
export interface CommandCatalogue {
  folder(): Promise<string>;
  /** A connection to a file that has what others have committed; closed with the store. */
  connect(): Promise<DatabaseSync>;
  /** Where commits go. */
  writes(): CatalogWrites;
  buyerKey(): BuyerKey;
  /** Whether somebody is importing now; by default, as the file's lock says. */
  readonly isImporting?: () => Promise<boolean>;
}

/** How long a command waits for an import to end. */
export const IMPORT_WAIT_MS = 600_000;

/** The ports of a command that work on a catalogue file, on every store. */
export function catalogueCommandPorts(file: CommandCatalogue) {
  const clock = systemClock;
  const open = async () => {
    const folder = await file.folder();
    return {
      folder,
      path: join(folder, CATALOG_FILE),
      listsPath: join(folder, LISTS_FILE),
      clock,
      writes: file.writes(),
    };
  };
  return {
    catalog: async () => createSqliteCatalogStore(await file.connect()),
    /** With `restate`, order lines and cancellations of closed months count. */
    feeds: async (options?: { readonly restate?: boolean }) =>
      createSqliteFeedStore({ buyerKey: file.buyerKey(), ...options, ...(await open()) }),
    importLog: async () => createSqliteImportLog(await file.connect(), file.isImporting),
    tallyProgress: async () => readTallyProgress(await file.connect()),
    importUndo: async () => createSqliteImportUndo(await open()),
    /** Builds and saves the search index, so that a server starts with it. Returns what went wrong, or null. */
    buildSearchIndex: async () => buildFirstIndex(await file.folder(), openSqliteChangeFeed),
    orderPrivacy: async () =>
      createSqliteOrderPrivacy({ db: await file.connect(), buyerKey: file.buyerKey(), ...(await open()) }),
    /** Opens a published month for one more count. Null, without any change, if the month has no list. */
    restate: async (restatement: Restatement): Promise<RestatedLines | null> =>
      restateMonth(await file.connect(), restatement, (await open()).writes, IMPORT_WAIT_MS),
  };
}

export type CatalogueCommandPorts = ReturnType<typeof catalogueCommandPorts>;
