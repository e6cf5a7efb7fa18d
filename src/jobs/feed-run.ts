import { createReadStream, statSync } from 'node:fs';
import { type Clock, clockFrom, kstCompactDate, kstDayOf } from '../clock.ts';
import type { Reading } from '../ingest/choose-reader.ts';
import { type FeedPreview, previewFeed } from '../ingest/feed-preview.ts';
import { type FeedStore, StoreFullError } from '../ingest/feed-store.ts';
import { type ImportReport, importFeed } from '../ingest/import-feed.ts';
import type { ImportSource } from '../ingest/import-log.ts';
import type { Reason } from '../ingest/reason.ts';
import { UnreadableInputError } from '../ingest/text/input.ts';
import { message } from '../messages/messages.ts';
import { runTask, type TaskThread } from '../run-task.ts';

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
type FeedLimits = Readonly<typeof FEED_LIMITS>;

/** One look at the beginning of a file, one check of it, or one import. */
export interface FeedTask {
  readonly path: string;
  readonly reading: Reading;
  /** Default false. */
  readonly isLook?: boolean;
  /** Default null; only a check may lack it. */
  readonly source?: ImportSource | null;
  /** Whether it is a check. Default: without a source it is. */
  readonly dryRun?: boolean;
  /** Default false. */
  readonly force?: boolean | number;
  /** Whether the file names all items of its source. Default false. */
  readonly full?: boolean;
}

/** Data of the thread. */
export interface FeedTaskData extends FeedTask {
  readonly dataDir: string;
  readonly currency: string;
  /** The wall clock at the start; the thread continues from there. */
  readonly startMs: number;
}

/** What the thread tells on its way: that its turn has come, and then how far it is. */
export type FeedTold =
  | { readonly kind: 'begun'; readonly bytes: number }
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

interface Run {
  /** Whether its turn hasn't come yet. */
  isWaiting: boolean;
  /** Another feed waits for it: it has only the time that such a file needs. */
  hurry(): void;
}

/**
 * Starts tasks on threads of their own, with bounds on their memory and their time. `stop` ends one; `outcome` never rejects.
 */
export function createFeedRunner({
  entry,
  dataDir,
  currency,
  clock,
  onProblem,
  ...options
}: FeedThreadOptions) {
  const limits: FeedLimits = { ...FEED_LIMITS, ...options.limits };
  const { memoryMb } = limits;
  const runs = new Set<Run>();
  return (
    task: FeedTask,
    onProgress: (progress: Extract<FeedTold, { kind: 'progress' }>) => void,
  ): { readonly outcome: Promise<RunOutcome>; stop(): void } => {
    const ending = new AbortController();
    let endedAs: RunOutcome = { kind: 'stopped' };
    let timer: NodeJS.Timeout | undefined;
    const endAfter = (ms: number, why: RunOutcome) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!ending.signal.aborted) endedAs = why;
        ending.abort();
      }, ms);
    };
    const run: Run = { isWaiting: true, hurry() {} };
    const begin = (bytes: number) => {
      const atMs = clock.monotonicMs();
      const endInTime = (time: FeedLimits['alone'], id: 'feeds.tooSlow' | 'feeds.heldUpOthers') => {
        const ms = time.baseMs + (bytes / 1024 / 1024) * time.perMbMs;
        const reason = message(id, { seconds: Math.ceil(ms / 1000) });
        endAfter(Math.max(0, atMs + ms - clock.monotonicMs()), { kind: 'unreadable', reason });
      };
      run.isWaiting = false;
      run.hurry = () => endInTime(limits.awaited, 'feeds.heldUpOthers');
      if ([...runs].some(({ isWaiting }) => isWaiting)) run.hurry();
      else endInTime(limits.alone, 'feeds.tooSlow');
    };
    const work = async (): Promise<RunOutcome> => {
      try {
        const data: FeedTaskData = { ...task, dataDir, currency, startMs: clock.nowMs() };
        const onTold = (told: FeedTold) => (told.kind === 'begun' ? begin(told.bytes) : onProgress(told));
        const result = await runTask<FeedResult, FeedTold>(
          entry,
          { name: 'feed', data },
          { memoryMb, signal: ending.signal, onTold },
        );
        // A late report still counts.
        return ending.signal.aborted && result.kind !== 'report' ? endedAs : result;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
          return { kind: 'unreadable', reason: message('feeds.tooMuchMemory', { max: memoryMb }) };
        if (ending.signal.aborted) return endedAs;
        onProblem(error);
        return { kind: 'failed' };
      } finally {
        clearTimeout(timer);
        runs.delete(run);
      }
    };
    for (const other of runs) other.hurry();
    runs.add(run);
    endAfter(limits.waitMaxMs, { kind: 'busy' });
    return { outcome: work(), stop: () => ending.abort() };
  };
}

/** Large reads: a line costs less than a turn of the event loop. */
const READ_BYTES = 1024 * 1024;

/** What the threads do: looks at, checks or imports one file. */
export async function doFeedTask(
  {
    path,
    reading,
    isLook,
    currency,
    source = null,
    dryRun,
    force = false,
    full = false,
    startMs,
  }: FeedTaskData,
  { signal, tell }: TaskThread<FeedTold>,
  createStore: (clock: Clock) => FeedStore,
): Promise<FeedResult> {
  const clock = clockFrom(startMs);
  const input = createReadStream(path, { highWaterMark: READ_BYTES });
  const onBegun = () => tell({ kind: 'begun', bytes: statSync(path).size });
  const options = { ...reading, currency, today: kstCompactDate(kstDayOf(clock.nowMs())) };
  try {
    if (isLook === true) {
      onBegun();
      return { kind: 'preview', preview: await previewFeed(input, options) };
    }
    const report = await importFeed({
      store: createStore(clock),
      input,
      reading: options,
      clock,
      ...(source === null ? {} : { source }),
      strict: false,
      dryRun: dryRun ?? source === null,
      force,
      full,
      signal,
      onBegun,
      onProgress: (lines) => tell({ kind: 'progress', lines, readBytes: input.bytesRead }),
    });
    return { kind: 'report', report };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    if (error instanceof UnreadableInputError || error instanceof StoreFullError)
      return { kind: 'unreadable', reason: error.reason };
    throw error;
  }
}
