import { workerData } from 'node:worker_threads';
import { serveTask, type Task, type TaskThread } from '../src/base/run-task.ts';
import { clockFrom } from '../src/clock.ts';
import type { UndoOutcome, UndoRequest } from '../src/ingest/import-undo.ts';
import type { FeedMessage, FeedTaskData } from '../src/intake/feed-task.ts';
import type { LedgerTask } from '../src/rankings/ledger/order-desk.ts';
import type { RankingTaskData } from '../src/rankings/run/ranking-run.ts';
import type { RankingProgress } from '../src/rankings/run/ranking-session.ts';
import type { IndexBuild } from '../src/search/runtime/built-index.ts';
import { lowerPriority } from './background.ts';
import { withThreadEngine } from './store/open-engine.ts';

type UndoData = { readonly dataDir: string; readonly request: UndoRequest; readonly startMs: number };
type WorkTask =
  | Task<'feed', FeedTaskData>
  | Task<'undo', UndoData>
  | Task<'ledger', LedgerTask>
  | Task<'ranking', RankingTaskData>
  | Task<'index', IndexBuild>;

/** Entry point of threads that do one task (src/base/run-task.ts). Each loads only its modules. */
const task: WorkTask = workerData;
// Not for order lines, for which an operator waits.
if (task.name !== 'ledger') lowerPriority();
if (task.name === 'feed') await serveTask<unknown, FeedMessage>((thread) => importFeed(task.data, thread));
else if (task.name === 'undo') await serveTask(() => undo(task.data));
else if (task.name === 'ledger') await serveTask(() => readOrderLines(task.data));
else if (task.name === 'ranking')
  await serveTask<unknown, RankingProgress>((thread) => makeRankings(task.data, thread));
else await serveTask(() => buildSearchIndex(task.data));

async function importFeed(data: FeedTaskData, thread: TaskThread<FeedMessage>) {
  const { doFeedTask } = await import('../src/intake/feed-task.ts');
  const { buyerKeyOf } = await import('../src/rankings/ledger/buyer-reference.ts');
  const { secretsOf } = await import('../src/store/private-files.ts');
  const { createFeedStore } = await import('../src/ingest/feed-store.ts');
  return withThreadEngine(data.dataDir, ({ catalog }, config) => {
    const buyerKey = buyerKeyOf(secretsOf(config).keyPepper);
    return doFeedTask(data, thread, (clock) => createFeedStore({ catalog, clock, buyerKey }));
  });
}

async function undo({ dataDir, request, startMs }: UndoData): Promise<UndoOutcome> {
  const { undoImport } = await import('../src/ingest/import-undo.ts');
  const clock = clockFrom(startMs);
  return withThreadEngine(dataDir, ({ catalog }) => undoImport({ catalog, clock }, request));
}

async function readOrderLines(data: LedgerTask) {
  const { runLedgerTask } = await import('../src/rankings/ledger/order-desk.ts');
  return withThreadEngine(data.dataDir, ({ catalog, lists }) => runLedgerTask(catalog, lists, data));
}

async function makeRankings(
  { dataDir, fence, task, startMs, ...about }: RankingTaskData,
  { isStopped, tell: onProgress }: TaskThread<RankingProgress>,
) {
  const { runRankings } = await import('../src/rankings/run/ranking-run.ts');
  const { sessionsOf } = await import('../src/rankings/run/ranking-session.ts');
  const clock = clockFrom(startMs);
  return withThreadEngine(
    dataDir,
    (engine) => runRankings({ ...about, ...task, open: sessionsOf(engine), clock, isStopped, onProgress }),
    fence,
  );
}

async function buildSearchIndex(data: IndexBuild) {
  const { buildIndex } = await import('../src/search/runtime/built-index.ts');
  return withThreadEngine(data.dataDir, ({ catalog }) => buildIndex(catalog, data));
}
