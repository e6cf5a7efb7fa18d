import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { RankingStopped, runRankings } from './ranking-run.ts';
import type { RankingMessage, RankingTask } from './ranking-worker.ts';

/** The thread that startRankingWorker starts. */
const task: RankingTask = workerData;
const startedMs = systemClock.monotonicMs();
const tell = (message: RankingMessage) => parentPort?.postMessage(message);

try {
  const report = await runRankings({
    dataDir: task.dataDir,
    settings: task.settings,
    ...(task.untilDay === null ? {} : { untilDay: task.untilDay }),
    clock: {
      nowMs: () => task.startMs + Math.floor(systemClock.monotonicMs() - startedMs),
      monotonicMs: systemClock.monotonicMs,
    },
    onProgress: (progress) => tell({ kind: 'progress', progress }),
    signal: {
      get aborted() {
        return Atomics.load(task.stopFlag, 0) !== 0;
      },
    },
  });
  tell({ kind: 'report', report });
} catch (error) {
  if (!(error instanceof RankingStopped)) throw error;
  tell({ kind: 'stopped' });
}
