import { Worker } from 'node:worker_threads';
import type { KstDay } from '../clock.ts';
import type { RankingProgress, RankingReport, RankingRunOptions, RankingSettings } from './ranking-run.ts';
import { RankingStopped } from './ranking-run.ts';

/** A ranking run on a thread of its own. */
export interface RankingWorker {
  /** The run's report. Rejects with RankingStopped after `stop`, or with what made the run fail. */
  readonly done: Promise<RankingReport>;
  /** Asks the run to end without publishing anything; `done` tells when it has. */
  stop(): void;
}

/** What the thread is started with: everything that can be handed to another thread. */
export interface RankingTask {
  readonly dataDir: string;
  readonly settings: RankingSettings;
  readonly untilDay: KstDay | null;
  /** The wall clock at the start; the thread goes on from there. */
  readonly startMs: number;
  /** One number, not 0 once the run is to stop. */
  readonly stopFlag: Int32Array;
}

/** What the thread tells. */
export type RankingMessage =
  | { readonly kind: 'progress'; readonly progress: RankingProgress }
  | { readonly kind: 'report'; readonly report: RankingReport }
  | { readonly kind: 'stopped' };

/** Starts runRankings on a thread, so that a server goes on answering. */
export function startRankingWorker(options: Omit<RankingRunOptions, 'signal'>): RankingWorker {
  const stopFlag = new Int32Array(new SharedArrayBuffer(4));
  const task: RankingTask = {
    dataDir: options.dataDir,
    settings: options.settings,
    untilDay: options.untilDay ?? null,
    startMs: options.clock.nowMs(),
    stopFlag,
  };
  const worker = new Worker(new URL('./ranking-thread-worker.ts', import.meta.url), { workerData: task });
  const done = new Promise<RankingReport>((resolve, reject) => {
    worker.on('message', (message: RankingMessage) => {
      if (message.kind === 'progress') options.onProgress?.(message.progress);
      else if (message.kind === 'report') resolve(message.report);
      else reject(new RankingStopped('the ranking run was stopped'));
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`the ranking thread ended early with code ${code}`)));
  });
  return {
    done,
    stop: () => {
      Atomics.store(stopFlag, 0, 1);
    },
  };
}
