import type { Clock } from '../clock.ts';
import type { Reading } from '../ingest/choose-reader.ts';
import type { FeedPreview } from '../ingest/feed-preview.ts';
import type { ImportReport } from '../ingest/import-feed.ts';
import type { ImportSource } from '../ingest/import-log.ts';
import type { Reason } from '../ingest/reason.ts';
import { message } from '../messages/messages.ts';
import { runTask } from '../run-task.ts';

/** Where the threads that read feeds work. */
export interface FeedThreadOptions {
  /** The file whose task `feed` calls doFeedTask on the store of a data folder. */
  readonly entry: URL;
  readonly dataDir: string;
  /** ISO 4217 code of the shop's prices. */
  readonly currency: string;
  readonly clock: Clock;
  /** Called with the cause of a failed check or import, except for unreadable files. */
  readonly onProblem: (error: unknown) => void;
  /** Default: FEED_LIMITS. */
  readonly limits?: Partial<FeedLimits>;
}

/** What one file may cost (docs/feeds.md#limits). It takes a hundredth of the time that it has alone on a quiet machine. */
const FEED_LIMITS = {
  /** Memory of the thread for JavaScript values, in MB. */
  memoryMb: 1024,
  /** How long it waits for the imports before it. Then its sender is told what goes on, and may send it again. */
  waitMaxMs: 30_000,
  /** Time for the work on a file, counted from its turn on: for any file, and for each MB of it. */
  alone: { baseMs: 600_000, perMbMs: 3_000 },
  /** The same while other feeds wait for it. */
  awaited: { baseMs: 15_000, perMbMs: 2_000 },
};
export type FeedLimits = Readonly<typeof FEED_LIMITS>;

/** Data of the task. */
export interface FeedTaskData {
  readonly dataDir: string;
  readonly path: string;
  readonly reading: Reading;
  readonly look: Look;
  readonly currency: string;
  /** Null for a check. */
  readonly source: ImportSource | null;
  readonly force: boolean | number;
  /** Whether the file names all items of its source. */
  readonly full: boolean;
  /** The wall clock at the start; the thread continues from there. */
  readonly startMs: number;
}

/** Whether the beginning of the file is looked at first: only that, or to see whether it needs a mapping. */
type Look = 'no' | 'first' | 'only';

/** What the task tells on its way. */
export type FeedTold =
  /** Its turn has come. */
  | { readonly kind: 'begun'; readonly bytes: number }
  /** It waits for other imports, as it does at first. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'progress'; readonly lines: number; readonly readBytes: number };

export type FeedResult =
  | { readonly kind: 'preview'; readonly preview: FeedPreview }
  | { readonly kind: 'report'; readonly report: ImportReport }
  | { readonly kind: 'unreadable'; readonly reason: Reason }
  | { readonly kind: 'stopped' };

export type RunOutcome =
  | FeedResult
  /** It waited for another import as long as it may. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed' };

/** One check (`source` null) or import of a file. */
export interface FeedTask extends Pick<FeedTaskData, 'path' | 'reading' | 'source' | 'force'> {
  /** Default false. */
  readonly full?: boolean;
  /** Default `no`. */
  readonly look?: Look;
}

interface Surroundings {
  /** Whether another feed waits, asked when its turn has come. */
  isAwaited(): boolean;
  onProgress(progress: Extract<FeedTold, { kind: 'progress' }>): void;
}

/** Starts a task on a thread of its own, with bounds on its memory and its time. `outcome` never rejects. */
export function startFeedRun(
  { entry, dataDir, currency, clock, onProblem, ...options }: FeedThreadOptions,
  { full = false, look = 'no', ...task }: FeedTask,
  { isAwaited, onProgress }: Surroundings,
) {
  const limits: FeedLimits = { ...FEED_LIMITS, ...options.limits };
  const data: FeedTaskData = { ...task, full, look, dataDir, currency, startMs: clock.nowMs() };
  const ending = new AbortController();
  let endedAs: RunOutcome = { kind: 'stopped' };
  let timer: NodeJS.Timeout | undefined;
  let begun: { readonly atMs: number; readonly bytes: number } | null = null;
  const endAfter = (ms: number, why: RunOutcome) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!ending.signal.aborted) endedAs = why;
      ending.abort();
    }, ms);
  };
  const endInTime = (time: FeedLimits['alone'], id: 'feeds.tooSlow' | 'feeds.heldUpOthers') => {
    if (begun === null) return;
    const ms = time.baseMs + (begun.bytes / 1024 / 1024) * time.perMbMs;
    const reason = message(id, { seconds: Math.ceil(ms / 1000) });
    endAfter(Math.max(0, begun.atMs + ms - clock.monotonicMs()), { kind: 'unreadable', reason });
  };
  const hurry = () => endInTime(limits.awaited, 'feeds.heldUpOthers');
  const waitForTurn = () => {
    begun = null;
    endAfter(limits.waitMaxMs, { kind: 'busy' });
  };
  const hear = (told: FeedTold) => {
    if (told.kind === 'progress') return onProgress(told);
    if (told.kind === 'waiting') return waitForTurn();
    begun = { atMs: clock.monotonicMs(), bytes: told.bytes };
    if (isAwaited()) hurry();
    else endInTime(limits.alone, 'feeds.tooSlow');
  };
  const explain = (error: unknown): RunOutcome => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { kind: 'unreadable', reason: message('feeds.tooMuchMemory', { max: limits.memoryMb }) };
    if (ending.signal.aborted) return endedAs;
    onProblem(error);
    return { kind: 'failed' };
  };
  const run = async (): Promise<RunOutcome> => {
    waitForTurn();
    try {
      const { memoryMb } = limits;
      const options = { memoryMb, signal: ending.signal, onTold: hear };
      const result = await runTask<FeedResult, FeedTold>(entry, { name: 'feed', data }, options);
      // A late report still counts.
      return ending.signal.aborted && result.kind !== 'report' ? endedAs : result;
    } catch (error) {
      return explain(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    outcome: run(),
    stop: () => ending.abort(),
    /** Another feed waits for this one, which has less time then. */
    hurry,
    /** Whether its turn hasn't come yet. */
    isWaiting: () => begun === null,
  };
}
