import { join } from 'node:path';
import { memoizeLast } from '../../src/base/memoize-last.ts';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { type KstDay, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import { exportFeed } from '../../src/ingest/feed-export.ts';
import { createFeedStore } from '../../src/ingest/feed-store.ts';
import { createImportLog } from '../../src/ingest/import-log.ts';
import { type UndoRequest, undoImport } from '../../src/ingest/import-undo.ts';
import { buyerKeyOf } from '../../src/rankings/ledger/buyer-reference.ts';
import { readSoldCopies } from '../../src/rankings/ledger/month-lines.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import type { LateLines, Restatement } from '../../src/rankings/ledger/restatement.ts';
import { countLate, restateMonth } from '../../src/rankings/ledger/restatement.ts';
import { countUnknownGoods } from '../../src/rankings/ledger/unknown-goods.ts';
import { hasSegments, readTallyProgress } from '../../src/rankings/run/run-record.ts';
import { buildIndex, emptyBase } from '../../src/search/runtime/built-index.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createCatalogDatabase, openCatalogDatabase } from '../../src/store/sqlite/catalog-database.ts';
import { LISTS_FILE } from '../../src/store/sqlite/database.ts';
import { createFileRevision } from '../../src/store/sqlite/file-revision.ts';
import { createTurnReader } from '../../src/store/sqlite/turn-reader.ts';
import { IMPORT_WAIT_MS, openHome } from './home.ts';
import { openSearchDatabase } from './search-database.ts';
import { openStatePorts, type StatePorts } from './state-ports.ts';

export type CommandStore = Awaited<ReturnType<typeof openCommandStore>>;

/**
 * Runs one command's work on the configured store. A running server keeps serving meanwhile. Each port is opened when it is first
 * used, waits for other writers, and is closed with the store. Throws StoreRefused and StoreUnavailableError.
 */
export async function withStore<T>(config: Config, work: (store: CommandStore) => Promise<T>): Promise<T> {
  await using store = await openCommandStore(config);
  return await work(store);
}

async function openCommandStore(config: Config) {
  const home = await openHome(config);
  const { connect, whileAlone } = home;
  const clock = systemClock;
  const openSql = memoizeLast<void, SqlDatabase>(home.openSql);
  const buyerKey = () => {
    // Before the secrets: if there are secrets but no accounts, accounts were lost.
    openSql();
    return buyerKeyOf(secretsOf(config).keyPepper);
  };
  const catalog = async () => createCatalogDatabase(await connect(), { ...home, waitMs: IMPORT_WAIT_MS });
  const lists = async () => openCatalogDatabase(join(await home.folder(), LISTS_FILE));
  return {
    state: memoizeLast<void, StatePorts>(() =>
      openStatePorts({ config, clock, onProblem: rethrow }, openSql(), 'command'),
    ),
    catalog: async () => {
      const db = await connect();
      const reader = createTurnReader(db);
      return createCatalogStore(reader, createFileRevision(db, reader));
    },
    /** With `restate`, order lines and cancellations of closed months count. */
    feeds: async (options?: { readonly restate?: boolean }) =>
      createFeedStore({ buyerKey: buyerKey(), ...options, catalog: await catalog(), clock }),
    exportFeed: async (take: Parameters<typeof exportFeed>[1]) => exportFeed(await catalog(), take),
    soldCopies: async (fromDay: KstDay, untilDay: KstDay) =>
      readSoldCopies(await catalog(), fromDay, untilDay),
    importLog: async () => createImportLog(await catalog()),
    tallyProgress: async () => readTallyProgress(await catalog()),
    countUnknownGoods: async (fromDay: KstDay) => countUnknownGoods(await catalog(), fromDay),
    hasSegments: async () => hasSegments(await catalog()),
    undoImport: async (request: UndoRequest) => undoImport({ catalog: await catalog(), clock }, request),
    /** Builds and saves the search index, so that a server starts with it. Returns what went wrong, or null. */
    async buildSearchIndex(): Promise<string | null> {
      const folder = await home.folder();
      using database = openSearchDatabase(folder);
      return (await buildIndex(database, { dataDir: folder, base: emptyBase() })).problem;
    },
    orderPrivacy: async () =>
      createOrderPrivacy({ catalog: await catalog(), lists: await lists(), clock, buyerKey: buyerKey() }),
    /** Opens a published month for one more count. Returns what was late. Null, without any change, if the month has no list. */
    restate: async (restatement: Restatement): Promise<LateLines | null> =>
      (await catalog()).transaction(async (sql) => {
        const late = await countLate(sql, restatement.month);
        return (await restateMonth(sql, restatement)) ? late : null;
      }),
    rankingSessions: async () => home.sessions(await home.folder()),
    whileAlone,
    [Symbol.asyncDispose]: home.close,
  };
}

function rethrow(error: unknown): never {
  throw error;
}
