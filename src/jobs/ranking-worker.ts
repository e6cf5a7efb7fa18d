import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import type { RankingTask } from '../rankings/tally-progress.ts';
import { type RankingReport, RankingStopped } from './ranking-run.ts';
import type { RankingProgress, RankingSettings } from './run-context.ts';

/** A ranking run on a thread of its own. */
export interface RankingWorker {
  /** The run's report. Rejects with RankingStopped after `stop`, or with what made the run fail. */
  readonly done: Promise<RankingReport>;
  /** Asks the run to end without publishing anything; `done` tells when it has. */
  stop(): void;
}

export interface RankingWorkerOptions {
  /** The file that makes the workshop of a data folder and calls runRankingThread with it. */
  readonly entry: URL;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly task: RankingTask;
  readonly settings: RankingSettings;
  readonly onProgress?: (progress: RankingProgress) => void;
}

/** What the thread is started with: everything that can be handed to another thread. */
export interface RankingThreadData {
  readonly dataDir: string;
  readonly task: RankingTask;
  readonly settings: RankingSettings;
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
export function startRankingWorker(options: RankingWorkerOptions): RankingWorker {
  const { entry, dataDir, task, settings } = options;
  const stopFlag = new Int32Array(new SharedArrayBuffer(4));
  const data: RankingThreadData = { dataDir, task, settings, startMs: options.clock.nowMs(), stopFlag };
  const worker = new Worker(entry, { workerData: data });
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
