import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { UndoOutcome, UndoRequest } from '../../src/ingest/import-undo.ts';
import type { BuyerKey } from '../../src/rankings/buyer-reference.ts';
import { runTask } from '../../src/run-task.ts';
import { ThreadedSearch } from '../../src/search/runtime/threaded-search.ts';
import { createSqliteCatalogStore } from '../../src/store/sqlite/catalog/catalog-store.ts';
import { createSqliteImportLog } from '../../src/store/sqlite/catalog/import-log.ts';
import { createSqliteItemOverrides } from '../../src/store/sqlite/catalog/item-overrides.ts';
import type { CatalogWrites } from '../../src/store/sqlite/catalog-writes.ts';
import { CATALOG_FILE, LISTS_FILE, migrate, openDatabase } from '../../src/store/sqlite/database.ts';
import { createAskLedger } from '../../src/store/sqlite/rankings/ledger-thread.ts';
import { createSqliteOrderDesk } from '../../src/store/sqlite/rankings/order-desk.ts';
import { createSqliteOrderPrivacy } from '../../src/store/sqlite/rankings/order-privacy.ts';
import { createSqliteRankingAdmin } from '../../src/store/sqlite/rankings/ranking-admin.ts';
import { createSqliteRankingStore } from '../../src/store/sqlite/rankings/ranking-store.ts';
import type { UndoTaskData } from '../work-thread.ts';
import type { StatePorts, StoreOptions } from './state-ports.ts';

export interface CatalogueOptions extends Pick<StoreOptions, 'config' | 'clock' | 'onProblem'> {
  /** The folder of the catalogue file: the data folder, or a replica in it. */
  readonly folder: string;
  /** A connection to the catalogue file, for reading. */
  readonly db: DatabaseSync;
  readonly writes: CatalogWrites;
  readonly state: StatePorts;
  readonly buyerKey: BuyerKey;
  /** Whether somebody is importing now; by default, as the file's lock says. */
  readonly isImporting?: () => Promise<boolean>;
}

const WORK_THREAD = new URL('../work-thread.ts', import.meta.url);

/** A read connection of the serving thread, to a file that is migrated first. */
export function openForReading(folder: string): DatabaseSync {
  const path = join(folder, CATALOG_FILE);
  const db = openDatabase(path, { busyTimeoutMs: 0 });
  migrate(db, 'catalog');
  db.close();
  return openDatabase(path, { busyTimeoutMs: 0, readOnly: true });
}

/** What a server reads from a catalogue file and how it changes it: the same on every store, as the file is a local one. */
export function openCataloguePorts(options: CatalogueOptions) {
  const { config, folder, db, clock, writes, buyerKey, isImporting, onProblem } = options;
  const { searchTerms, feedMappings, tokens, runRequests } = options.state;
  const items = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0 });
  const listsPath = join(folder, LISTS_FILE);
  const rankings = createSqliteRankingStore({ path: listsPath, catalog: db });
  const search = new ThreadedSearch({
    entry: new URL('../search-thread.ts', import.meta.url),
    dataDir: folder,
    clock,
    similarWords: () => searchTerms.similarWords(),
    onProblem: (problem) => onProblem(problem, 'the search index has a problem'),
  });
  const feedThread = {
    entry: WORK_THREAD,
    dataDir: folder,
    currency: config.currency,
    clock,
  };
  const { copiesPerBuyer } = config;
  const askLedger = createAskLedger(WORK_THREAD, { folder, copiesPerBuyer });
  return {
    catalog: {
      feedMappings,
      /** Those of the shop's machines that send feeds. */
      tokens,
      catalog: createSqliteCatalogStore(db),
      itemOverrides: createSqliteItemOverrides({ db: items, clock, writes }),
      importLog: createSqliteImportLog(db, isImporting),
      undoImport(request: UndoRequest): Promise<UndoOutcome> {
        const data: UndoTaskData = { folder, request, startMs: clock.nowMs() };
        return runTask(WORK_THREAD, { name: 'undo', data });
      },
    },
    rankings: {
      rankings,
      rankingAdmin: createSqliteRankingAdmin({ db, rankings, clock, askLedger, writes }),
      runRequests,
      orderPrivacy: createSqliteOrderPrivacy({ db: items, listsPath, clock, buyerKey, writes }),
      orderDesk: createSqliteOrderDesk({ db, clock, buyerKey, askLedger, writes }),
    },
    search: { search, searchTerms },
    /** Where every way into the service reads its feeds. */
    feedThread,
    /** The folder of the catalogue file, the lists and the search index, for the threads that work on them. */
    folder,
    async close(): Promise<void> {
      await search.close();
      rankings.close();
      items.close();
    },
  };
}
