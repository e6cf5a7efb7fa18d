import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import type { Reading } from '../ingest/choose-reader.ts';
import type { FeedPreview } from '../ingest/feed-preview.ts';
import type { ImportReport } from '../ingest/import-feed.ts';
import type { ImportSource } from '../ingest/import-log.ts';
import type { Reason } from '../ingest/reason.ts';
import { message } from '../messages/messages.ts';

/** Where the threads that read feeds work. */
export interface FeedThreadOptions {
  /** The file that calls serveFeedImport on the store of a data folder. */
  readonly entry: URL;
  readonly dataDir: string;
  /** ISO 4217 code of the shop's prices. */
  readonly currency: string;
  readonly clock: Clock;
  /** Called with the cause of a failed check or import, except for unreadable files. */
  readonly onProblem: (error: unknown) => void;
  /** Default: FEED_LIMITS. */
  readonly limits?: FeedLimits;
}

/** What one file may cost (docs/rules/feeds.md#limits). */
export interface FeedLimits {
  /** Memory of the thread for JavaScript values, in MB. */
  readonly memoryMb: number;
  /** Time for the work on any file, in ms, counted from its turn on. */
  readonly baseMs: number;
  /** Time besides for each MB of it. */
  readonly perMbMs: number;
}

/** A file takes a hundredth of this time on a quiet machine. */
const FEED_LIMITS: FeedLimits = { memoryMb: 1024, baseMs: 600_000, perMbMs: 3_000 };

/** Data that the thread is started with. */
export interface FeedThreadData {
  readonly dataDir: string;
  readonly path: string;
  readonly reading: Reading;
  /** Only look at the beginning of the file. */
  readonly preview: boolean;
  readonly currency: string;
  /** Null for a check. */
  readonly source: ImportSource | null;
  readonly force: boolean;
  /** Whether the file names all items of its source. */
  readonly full: boolean;
  /** The wall clock at the start; the thread continues from there. */
  readonly startMs: number;
}

/** Messages from the thread. */
export type FeedMessage =
  /** Its turn has come. Until then it waits for other imports. */
  | { readonly kind: 'begun'; readonly bytes: number }
  | { readonly kind: 'progress'; readonly lines: number; readonly readBytes: number }
  | { readonly kind: 'preview'; readonly preview: FeedPreview }
  | { readonly kind: 'report'; readonly report: ImportReport }
  | { readonly kind: 'unreadable'; readonly reason: Reason }
  | { readonly kind: 'stopped' };

export type RunOutcome = Exclude<FeedMessage, { kind: 'progress' | 'begun' }> | { readonly kind: 'failed' };

interface FeedRun {
  /** Never rejects. */
  readonly outcome: Promise<RunOutcome>;
  stop(): void;
}

type FeedProgress = Extract<FeedMessage, { kind: 'progress' }>;

/** One check (`source` null) or import of a file. */
export interface FeedTask extends Pick<FeedThreadData, 'path' | 'reading' | 'source' | 'force'> {
  /** Default false. */
  readonly full?: boolean;
  /** Default false. */
  readonly preview?: boolean;
  /** How long it may wait for other imports before it ends as `stopped`, in ms. Default: as long as they take. */
  readonly waitMaxMs?: number;
}

/** How long a thread that was asked to stop may take before it is ended. */
const STOP_MS = 10_000;

/** Starts a task on a thread of its own, with bounds on its memory and its time. */
export function startFeedRun(
  { entry, dataDir, currency, clock, onProblem, limits = FEED_LIMITS }: FeedThreadOptions,
  { full = false, preview = false, waitMaxMs, ...task }: FeedTask,
  onProgress: (progress: FeedProgress) => void = () => {},
): FeedRun {
  const workerData: FeedThreadData = { ...task, full, preview, dataDir, currency, startMs: clock.nowMs() };
  const resourceLimits = { maxOldGenerationSizeMb: limits.memoryMb };
  const thread = new Worker(entry, { workerData, resourceLimits });
  let refusal: RunOutcome | null = null;
  let timer: NodeJS.Timeout | undefined;
  const endAfter = (ms: number, end: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(end, ms);
  };
  const stop = () => {
    thread.postMessage('stop');
    // One that reads without a pause doesn't hear it.
    endAfter(STOP_MS, () => void thread.terminate());
  };
  const outOfTime = (ms: number) => () => {
    refusal = { kind: 'unreadable', reason: message('feeds.tooSlow', { minutes: Math.ceil(ms / 60_000) }) };
    stop();
  };
  if (waitMaxMs !== undefined) endAfter(waitMaxMs, stop);
  const outcome = new Promise<RunOutcome>((resolve) => {
    let told: RunOutcome | null = null;
    thread.on('message', (said: FeedMessage) => {
      if (said.kind === 'progress') onProgress(said);
      else if (said.kind !== 'begun') told = said;
      else {
        const ms = limits.baseMs + (said.bytes / 1024 / 1024) * limits.perMbMs;
        endAfter(ms, outOfTime(ms));
      }
    });
    thread.on('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        refusal = { kind: 'unreadable', reason: message('feeds.tooMuchMemory', { max: limits.memoryMb }) };
      else onProblem(error);
    });
    // Its connection to the store is closed only then.
    thread.on('exit', () => {
      clearTimeout(timer);
      // What it has done stands, however late.
      resolve(told?.kind === 'report' ? told : (refusal ?? told ?? { kind: 'failed' }));
    });
  });
  return { outcome, stop };
}
