import { parentPort } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import type { RankingWorkshop } from '../rankings/ranking-workshop.ts';
import { RankingStopped, runRankings } from './ranking-run.ts';
import type { RankingMessage, RankingThreadData } from './ranking-worker.ts';

/** What the thread does that startRankingWorker starts, on the workshop that its entry file made. */
export async function runRankingThread(data: RankingThreadData, workshop: RankingWorkshop): Promise<void> {
  const startedMs = systemClock.monotonicMs();
  const tell = (message: RankingMessage) => parentPort?.postMessage(message);
  try {
    const report = await runRankings({
      workshop,
      kind: data.task.kind,
      ...(data.task.kind === 'tally' ? { untilDay: data.task.untilDay } : {}),
      settings: data.settings,
      clock: {
        nowMs: () => data.startMs + Math.floor(systemClock.monotonicMs() - startedMs),
        monotonicMs: systemClock.monotonicMs,
      },
      onProgress: (progress) => tell({ kind: 'progress', progress }),
      signal: {
        get aborted() {
          return Atomics.load(data.stopFlag, 0) !== 0;
        },
      },
    });
    tell({ kind: 'report', report });
  } catch (error) {
    if (!(error instanceof RankingStopped)) throw error;
    tell({ kind: 'stopped' });
  }
}
