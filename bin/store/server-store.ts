import { join } from 'node:path';
import { createKeyHashes } from '../../src/accounts/api-key.ts';
import { createCallLog } from '../../src/accounts/call-log.ts';
import { runTask } from '../../src/base/run-task.ts';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import { createGate } from '../../src/gate/create-gate.ts';
import { createImportLog } from '../../src/ingest/import-log.ts';
import type { UndoOutcome, UndoRequest } from '../../src/ingest/import-undo.ts';
import { buyerKeyOf } from '../../src/rankings/ledger/buyer-reference.ts';
import { createOrderDesk } from '../../src/rankings/ledger/order-desk.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import { openListsReader } from '../../src/rankings/lists/lists-reader.ts';
import { createRankingStore } from '../../src/rankings/lists/ranking-store.ts';
import { createRankingAdmin } from '../../src/rankings/run/ranking-admin.ts';
import { ThreadedSearch } from '../../src/search/runtime/threaded-search.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createCatalogDatabase } from '../../src/store/sqlite/catalog-database.ts';
import { CATALOG_FILE, LISTS_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { createFileRevision } from '../../src/store/sqlite/file-revision.ts';
import { createTurnReader } from '../../src/store/sqlite/turn-reader.ts';
import type { UndoTaskData } from '../work-thread.ts';
import { openEmbedded, openShared } from './place.ts';
import { openStatePorts, type StoreOptions } from './state-ports.ts';

/** All that the service knows about where its data are. */
export type Store = Awaited<ReturnType<typeof openStore>>;

const WORK_THREAD = new URL('../work-thread.ts', import.meta.url);

/**
 * Opens the ports of a server, which are the same on every store, as the catalogue file is a local one. Of an embedded one, the
 * caller has ensured that no other server uses it. On PostgreSQL it waits until this instance's replica has what is committed now,
 * which takes time for the first copy of a large catalogue. Throws StoreRefused and StoreUnavailableError.
 */
export async function openStore(options: StoreOptions) {
  const { config, clock, onProblem } = options;
  const { database } = config;
  const place = database === null ? await openEmbedded(options) : await openShared(options, database);
  const { folder, db, attempts, shared } = place;
  const { keyPepper, sessionSecret } = secretsOf(config);
  const buyerKey = buyerKeyOf(keyPepper);
  const state = openStatePorts(options, place.sql, 'portal');
  const listsPath = join(folder, LISTS_FILE);
  // On a connection of its own: operators see what a thread has just written, within the same turn.
  const operated = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  const tables = createCatalogDatabase(operated, place);
  const reader = createTurnReader(db);
  const lists = openListsReader(listsPath, reader);
  const revision = createFileRevision(db, reader, lists.publications);
  const rankings = createRankingStore({ lists, catalog: reader, revision });
  const catalog = createCatalogStore(reader, revision);
  const search = new ThreadedSearch({
    entry: new URL('../search-thread.ts', import.meta.url),
    dataDir: folder,
    clock,
    revision: catalog.revision,
    similarWords: () => state.searchTerms.similarWords(),
    onProblem: (problem) => onProblem(problem, 'the search index has a problem'),
  });
  return {
    ...state,
    gate: createGate({
      rows: place.rows,
      limiter: attempts,
      hashOf: createKeyHashes(config.keyPrefix, keyPepper),
    }),
    callLog: createCallLog({ database: place.calls, clock }, (error) =>
      onProblem(error, 'the breakdown of calls could not be written and is kept for the next batch'),
    ),
    attempts,
    /** Of what readers see. */
    revision,
    lists,
    catalog,
    itemOverrides: createItemOverrides({ catalog: tables, clock }),
    importLog: createImportLog(tables),
    undoImport(request: UndoRequest): Promise<UndoOutcome> {
      const data: UndoTaskData = { folder, request, startMs: clock.nowMs() };
      return runTask(WORK_THREAD, { name: 'undo', data });
    },
    rankings,
    rankingAdmin: createRankingAdmin(tables, rankings),
    orderPrivacy: createOrderPrivacy({ catalog: tables, lists, clock, buyerKey }),
    orderDesk: createOrderDesk({
      catalog: tables,
      clock,
      buyerKey,
      entry: WORK_THREAD,
      dataDir: folder,
      copiesPerBuyer: config.copiesPerBuyer,
    }),
    search,
    /** Where every way into the service reads its feeds. */
    feedThread: { entry: WORK_THREAD, dataDir: folder, currency: config.currency, clock },
    /** For the threads that work on catalogue, lists and search index. */
    folder,
    /** What this instance shares with others. */
    shared,
    /** Signs cookies and other values that a browser hands back. */
    sessionSecret,
    /** Stops its threads and closes the files or connections. Flush the ports that keep something in memory first. */
    async close(): Promise<void> {
      await search.close();
      lists.close();
      operated.close();
      await place.close();
      db.close();
    },
  };
}
