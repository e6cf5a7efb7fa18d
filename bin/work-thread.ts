import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { serveTask, type Task, type TaskThread } from '../src/base/run-task.ts';
import { clockFrom } from '../src/clock.ts';
import type { UndoOutcome, UndoRequest } from '../src/ingest/import-undo.ts';
import type { FeedMessage, FeedTaskData } from '../src/intake/feed-task.ts';
import type { LedgerTask } from '../src/rankings/ledger/order-desk.ts';
import type { RankingTaskData } from '../src/rankings/run/ranking-run.ts';
import type { RankingProgress } from '../src/rankings/run/ranking-session.ts';
import type { IndexBuild } from '../src/search/runtime/built-index.ts';
import { CATALOG_FILE, LISTS_FILE } from '../src/store/sqlite/database.ts';
import { lowerPriority, lowestPriority } from './background.ts';
import { withThreadStore } from './store/home.ts';

export interface UndoTaskData {
  readonly folder: string;
  readonly request: UndoRequest;
  /** The wall clock at the start; the thread continues from there. */
  readonly startMs: number;
}

type WorkTask =
  | Task<'feed', FeedTaskData>
  | Task<'undo', UndoTaskData>
  | Task<'ledger', LedgerTask>
  | Task<'ranking', RankingTaskData>
  | Task<'index', IndexBuild>;

/** The entry point of threads that do one task and end (src/base/run-task.ts). Each loads only the modules of its task. */
const task: WorkTask = workerData;
if (task.name === 'feed') await serveTask<unknown, FeedMessage>((thread) => importFeed(task.data, thread));
else if (task.name === 'undo') await serveTask(() => undo(task.data));
else if (task.name === 'ledger') await serveTask(() => readOrderLines(task.data));
else if (task.name === 'ranking')
  await serveTask<unknown, RankingProgress>((thread) => makeRankings(task.data, thread));
else await serveTask(() => buildSearchIndex(task.data));

async function importFeed(data: FeedTaskData, thread: TaskThread<FeedMessage>) {
  lowestPriority();
  const { readConfig } = await import('../src/config/config.ts');
  const { doFeedTask } = await import('../src/intake/feed-task.ts');
  const { buyerKeyOf } = await import('../src/rankings/ledger/buyer-reference.ts');
  const { secretsOf } = await import('../src/store/files/secrets-file.ts');
  const { createFeedStore } = await import('../src/ingest/feed-store.ts');
  const { openCatalogDatabase } = await import('../src/store/sqlite/catalog-database.ts');
  const { keyPepper } = secretsOf({ ...readConfig(), dataDir: data.dataDir });
  const buyerKey = buyerKeyOf(keyPepper);
  const path = join(data.dataDir, CATALOG_FILE);
  return withThreadStore(async ({ writes }) => {
    using catalog = openCatalogDatabase(path, { writes });
    return await doFeedTask(data, thread, (clock) => createFeedStore({ catalog, clock, buyerKey }));
  });
}

/** Undoing an import of the whole catalogue takes as long as importing it. */
async function undo({ folder, request, startMs }: UndoTaskData): Promise<UndoOutcome> {
  lowestPriority();
  const { undoImport } = await import('../src/ingest/import-undo.ts');
  const { openCatalogDatabase } = await import('../src/store/sqlite/catalog-database.ts');
  const path = join(folder, CATALOG_FILE);
  return withThreadStore(async ({ writes }) => {
    using catalog = openCatalogDatabase(path, { writes });
    return await undoImport({ catalog, clock: clockFrom(startMs) }, request);
  });
}

/** Reads order lines, at normal priority because an operator is waiting. */
async function readOrderLines(data: LedgerTask) {
  const { runLedgerTask } = await import('../src/rankings/ledger/order-desk.ts');
  const { openCatalogDatabase } = await import('../src/store/sqlite/catalog-database.ts');
  using catalog = openCatalogDatabase(join(data.dataDir, CATALOG_FILE));
  using lists = openCatalogDatabase(join(data.dataDir, LISTS_FILE));
  return await runLedgerTask(catalog, lists, data);
}

async function makeRankings(
  { dataDir, task, startMs, ...about }: RankingTaskData,
  { isStopped, tell: onProgress }: TaskThread<RankingProgress>,
) {
  lowerPriority();
  const { runRankings } = await import('../src/rankings/run/ranking-run.ts');
  const clock = clockFrom(startMs);
  return withThreadStore(({ sessions }) =>
    runRankings({ ...about, ...task, open: sessions(dataDir), clock, isStopped, onProgress }),
  );
}

/** The first index has a higher priority, because no search works without it. */
async function buildSearchIndex(data: IndexBuild) {
  if (data.base.position === 0) lowerPriority();
  else lowestPriority();
  const { buildIndex } = await import('../src/search/runtime/built-index.ts');
  const { openSearchDatabase } = await import('./store/search-database.ts');
  using database = openSearchDatabase(data.dataDir);
  return await buildIndex(database, data);
}
