import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import type { RunCause } from '../rankings/ranking-admin.ts';
import type { RankingTask } from '../rankings/tally-progress.ts';
import { type RankingReport, RankingStopped } from './ranking-run.ts';
import type { RankingProgress, RankingSettings } from './run-context.ts';

export interface RankingWorkerOptions {
  /** The file that makes the repository of a data folder and calls serveRankingRuns with it. */
  readonly entry: URL;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly settings: RankingSettings;
  readonly onProgress?: (progress: RankingProgress) => void;
}

/** Data that the thread is started with: everything that can be passed to another thread. */
export interface RankingThreadData {
  readonly dataDir: string;
  readonly settings: RankingSettings;
  /** One number; not 0 once the current run should stop. */
  readonly stopFlag: Int32Array;
}

/** Messages to the thread. */
export interface RankingOrder {
  readonly task: RankingTask;
  readonly cause: RunCause;
  /** The wall clock at the start of the run; the thread continues from there. */
  readonly startMs: number;
}

/** Messages from the thread. */
export type RankingMessage =
  | { readonly kind: 'progress'; readonly progress: RankingProgress }
  | { readonly kind: 'report'; readonly report: RankingReport }
  | { readonly kind: 'stopped' };

/**
 * Makes ranking runs on a thread of their own, so that the server keeps answering. The thread starts with the first
 * run and stays for the next ones, which needn't read the catalogue again.
 */
export function createRankingWorker(options: RankingWorkerOptions) {
  const { entry, dataDir, clock, settings, onProgress } = options;
  const stopFlag = new Int32Array(new SharedArrayBuffer(4));
  let thread: Worker | null = null;
  let current: PromiseWithResolvers<RankingReport> | null = null;
  const start = (): Worker => {
    const workerData: RankingThreadData = { dataDir, settings, stopFlag };
    const started = new Worker(entry, { workerData });
    started.on('message', (message: RankingMessage) => {
      if (message.kind === 'progress') onProgress?.(message.progress);
      else if (message.kind === 'report') current?.resolve(message.report);
      else current?.reject(new RankingStopped('the ranking run was stopped'));
    });
    const fail = (error: unknown) => {
      // A thread that failed also ends; by then the next one may be running.
      if (thread !== started) return;
      thread = null;
      current?.reject(error);
    };
    started.on('error', fail);
    started.on('exit', (code) => fail(new Error(`the ranking thread ended early with code ${code}`)));
    return started;
  };
  return {
    /**
     * One run, never two at once. Rejects with RankingStopped after `close`, or with the cause of a failure; the next
     * run then gets a new thread.
     */
    run(task: RankingTask, cause: RunCause = 'schedule'): Promise<RankingReport> {
      thread ??= start();
      current = Promise.withResolvers();
      const order: RankingOrder = { task, cause, startMs: clock.nowMs() };
      thread.postMessage(order);
      return current.promise;
    },
    /** Stops the current run before it publishes, waits for it, and ends the thread. */
    async close(): Promise<void> {
      Atomics.store(stopFlag, 0, 1);
      await current?.promise.catch(() => {});
      await thread?.terminate();
    },
  };
}
