import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { clockFrom } from '../src/clock.ts';
import type { UndoRequest } from '../src/ingest/import-undo.ts';
import type { FeedThreadData } from '../src/jobs/feed-run.ts';
import type { Task } from '../src/run-task.ts';
import type { IndexBuild } from '../src/search/runtime/index-build.ts';
import { CATALOG_FILE } from '../src/store/sqlite/database.ts';
import type { LedgerThreadData } from '../src/store/sqlite/rankings/ledger-thread.ts';
import { workBehindAnswers, workInBackground } from './background.ts';
import { withThreadWrites } from './store/thread-store.ts';

/** Data of the task that undoes an import. */
export interface UndoTaskData {
  /** The folder of the catalogue file. */
  readonly folder: string;
  readonly request: UndoRequest;
  /** The wall clock at the start; the thread continues from there. */
  readonly startMs: number;
}

type WorkTask =
  | Task<'feed', FeedThreadData>
  | Task<'undo', UndoTaskData>
  | Task<'ledger', LedgerThreadData>
  | Task<'index', IndexBuild>;

/**
 * The entry point of threads that do one task and end (src/run-task.ts). Each loads only the modules of its task.
 */
async function doTask(task: WorkTask): Promise<void> {
  if (task.name === 'feed') return importFeed(task.data);
  if (task.name === 'undo') return undoImport(task.data);
  if (task.name === 'ledger') return askLedger(task.data);
  return buildSearchIndex(task.data);
}

await doTask(workerData);

async function importFeed(data: FeedThreadData): Promise<void> {
  workInBackground();
  const { readConfig } = await import('../src/config.ts');
  const { serveFeedImport } = await import('../src/jobs/feed-thread.ts');
  const { buyerKeyOf } = await import('../src/rankings/buyer-reference.ts');
  const { secretsOf } = await import('../src/store/files/secrets-file.ts');
  const { createSqliteFeedStore } = await import('../src/store/sqlite/catalog/feed-store.ts');
  const { keyPepper } = secretsOf({ ...readConfig(), dataDir: data.dataDir });
  const buyerKey = buyerKeyOf(keyPepper);
  const path = join(data.dataDir, CATALOG_FILE);
  await withThreadWrites(data.dataDir, (writes) =>
    serveFeedImport(data, (clock) => createSqliteFeedStore({ path, clock, buyerKey, writes })),
  );
}

/** An import that changed the whole catalogue takes as long to undo. */
async function undoImport({ folder, request, startMs }: UndoTaskData): Promise<void> {
  workInBackground();
  const { createSqliteImportUndo } = await import('../src/store/sqlite/catalog/import-undo.ts');
  await withThreadWrites(folder, async (writes) => {
    const path = join(folder, CATALOG_FILE);
    const importUndo = createSqliteImportUndo({ path, clock: clockFrom(startMs), writes });
    parentPort?.postMessage(await importUndo.undo(request));
  });
}

/** Reads order lines, or restates a month. Somebody waits for it. */
async function askLedger(data: LedgerThreadData): Promise<void> {
  const { runLedgerTask } = await import('../src/store/sqlite/rankings/ledger-thread.ts');
  await withThreadWrites(dirname(data.path), async (writes) =>
    parentPort?.postMessage(await runLedgerTask(data, writes)),
  );
}

/** Until there is a first index, no search works. */
async function buildSearchIndex(data: IndexBuild): Promise<void> {
  if (data.base.position === 0) workBehindAnswers();
  else workInBackground();
  const { buildIndex } = await import('../src/search/runtime/index-build.ts');
  const { openSqliteChangeFeed } = await import('../src/store/sqlite/search/change-feed.ts');
  parentPort?.postMessage(buildIndex(data, openSqliteChangeFeed));
}
