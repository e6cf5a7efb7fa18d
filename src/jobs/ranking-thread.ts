import { parentPort } from 'node:worker_threads';
import { clockFrom } from '../clock.ts';
import type { RankingRepository } from '../rankings/ranking-repository.ts';
import { RankingStopped, runRankings } from './ranking-run.ts';
import type { RankingMessage, RankingOrder, RankingThreadData } from './ranking-worker.ts';
import type { RankingMemory } from './run-context.ts';

/**
 * Runs in the thread that createRankingWorker starts, on the repository made by its entry file: one run at a time, as
 * requested. A failed run ends the thread.
 */
export function serveRankingRuns(data: RankingThreadData, repository: RankingRepository): void {
  const memory: RankingMemory = { offers: null };
  parentPort?.on('message', (order: RankingOrder) => run(order, data, repository, memory));
}

async function run(
  { task, cause, startMs }: RankingOrder,
  { settings, stopFlag }: RankingThreadData,
  repository: RankingRepository,
  memory: RankingMemory,
): Promise<void> {
  const tell = (message: RankingMessage) => parentPort?.postMessage(message);
  try {
    const report = await runRankings({
      repository,
      kind: task.kind,
      cause,
      ...(task.kind === 'tally' ? { untilDay: task.untilDay, isThorough: task.isThorough === true } : {}),
      settings,
      memory,
      clock: clockFrom(startMs),
      onProgress: (progress) => tell({ kind: 'progress', progress }),
      signal: {
        get aborted() {
          return Atomics.load(stopFlag, 0) !== 0;
        },
      },
    });
    tell({ kind: 'report', report });
  } catch (error) {
    if (!(error instanceof RankingStopped)) throw error;
    tell({ kind: 'stopped' });
  }
}
