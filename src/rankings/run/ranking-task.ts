import { type Clock, clockFrom } from '../../clock.ts';
import { runTask, type TaskThread } from '../../run-task.ts';
import type { RankingTask, RunCause } from '../schedule.ts';
import { type RankingReport, RankingStopped, runRankings } from './ranking-run.ts';
import type { OpenSession, RankingProgress, RankingSettings } from './ranking-session.ts';

export interface RankingRunnerOptions {
  /** The file whose task `ranking` calls doRankingTask on the sessions of a data folder. */
  readonly entry: URL;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly settings: RankingSettings;
  readonly onProgress?: (progress: RankingProgress) => void;
}

/** Data of the task. */
export interface RankingTaskData {
  readonly dataDir: string;
  readonly settings: RankingSettings;
  readonly task: RankingTask;
  readonly cause: RunCause;
  /** The wall clock at the start of the run; the thread continues from there. */
  readonly startMs: number;
}

/** Makes ranking runs, each on a thread of its own, so that the server keeps answering. */
export function createRankingRunner({ entry, dataDir, clock, settings, onProgress }: RankingRunnerOptions) {
  const closing = new AbortController();
  let current: Promise<unknown> = Promise.resolve();
  const stopped = () => new RankingStopped('the ranking run was stopped');
  return {
    /** One run, never two at once. Rejects with RankingStopped after `close`, or with the cause of a failure. */
    async run(task: RankingTask, cause: RunCause = 'schedule'): Promise<RankingReport> {
      const data: RankingTaskData = { dataDir, settings, task, cause, startMs: clock.nowMs() };
      const running = runTask<RankingReport | null, RankingProgress>(
        entry,
        { name: 'ranking', data },
        { signal: closing.signal, ...(onProgress === undefined ? {} : { onTold: onProgress }) },
      );
      current = running.catch(() => {});
      const report = await running.catch((error) => {
        throw closing.signal.aborted ? stopped() : error;
      });
      if (report === null) throw stopped();
      return report;
    },
    /** Stops the current run before it publishes, and waits for it. */
    async close(): Promise<void> {
      closing.abort();
      await current;
    },
  };
}

/** One run, on the thread. Null = it was stopped. */
export async function doRankingTask(
  { settings, task, cause, startMs }: RankingTaskData,
  { isStopped, tell }: TaskThread<RankingProgress>,
  open: OpenSession,
): Promise<RankingReport | null> {
  try {
    return await runRankings({
      open,
      kind: task.kind,
      cause,
      ...(task.kind === 'tally' ? { untilDay: task.untilDay } : {}),
      settings,
      clock: clockFrom(startMs),
      onProgress: tell,
      signal: {
        get aborted() {
          return isStopped();
        },
      },
    });
  } catch (error) {
    if (error instanceof RankingStopped) return null;
    throw error;
  }
}
