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
  /** The file whose task `feed` calls serveFeedImport on the store of a data folder. */
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

/** What one file may cost (docs/feeds.md#limits). */
export interface FeedLimits {
  /** Memory of the thread for JavaScript values, in MB. */
  readonly memoryMb: number;
  /** Time for the work on a file, counted from its turn on. */
  readonly alone: FeedTime;
  /** The same while other feeds wait for it. */
  readonly awaited: FeedTime;
}

interface FeedTime {
  /** For any file, in ms. */
  readonly baseMs: number;
  /** Besides, for each MB of it. */
  readonly perMbMs: number;
}

/** A file takes a hundredth of the time that it has alone on a quiet machine. */
const FEED_LIMITS: FeedLimits = {
  memoryMb: 1024,
  alone: { baseMs: 600_000, perMbMs: 3_000 },
  awaited: { baseMs: 15_000, perMbMs: 2_000 },
};

/** Data that the thread is started with. */
export interface FeedThreadData {
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

/** Messages from the thread. */
export type FeedMessage =
  /** Its turn has come. */
  | { readonly kind: 'begun'; readonly bytes: number }
  /** It waits for other imports, as it does at first. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'progress'; readonly lines: number; readonly readBytes: number }
  | { readonly kind: 'preview'; readonly preview: FeedPreview }
  | { readonly kind: 'report'; readonly report: ImportReport }
  | { readonly kind: 'unreadable'; readonly reason: Reason }
  | { readonly kind: 'stopped' };

export type RunOutcome =
  | Exclude<FeedMessage, { kind: 'progress' | 'begun' | 'waiting' }>
  /** It waited for another import as long as it may. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed' };

interface FeedRun {
  /** Never rejects. */
  readonly outcome: Promise<RunOutcome>;
  stop(): void;
  /** Whether its turn hasn't come yet. */
  isWaiting(): boolean;
  /** Another feed waits for this one, which has less time then. */
  hurry(): void;
}

type FeedProgress = Extract<FeedMessage, { kind: 'progress' }>;

/** One check (`source` null) or import of a file. */
export interface FeedTask extends Pick<FeedThreadData, 'path' | 'reading' | 'source' | 'force'> {
  /** Default false. */
  readonly full?: boolean;
  /** Default `no`. */
  readonly look?: Look;
}

/** How it shares the way into the store with other feeds. */
interface Sharing {
  /** How long it may wait for other imports before it ends as `busy`, in ms. */
  readonly waitMaxMs: number;
  /** Whether another feed waits, asked when its turn has come. */
  isAwaited(): boolean;
}

/** How long a thread that was asked to stop may take before it is ended. */
const STOP_MS = 10_000;

/** Starts a task on a thread of its own, with bounds on its memory and its time. */
export function startFeedRun(
  { entry, dataDir, currency, clock, onProblem, limits = FEED_LIMITS }: FeedThreadOptions,
  { full = false, look = 'no', waitMaxMs, isAwaited, ...task }: FeedTask & Sharing,
  onProgress: (progress: FeedProgress) => void = () => {},
): FeedRun {
  const workerData: FeedThreadData = { ...task, full, look, dataDir, currency, startMs: clock.nowMs() };
  const resourceLimits = { maxOldGenerationSizeMb: limits.memoryMb };
  const thread = new Worker(entry, { workerData: { name: 'feed', data: workerData }, resourceLimits });
  let refusal: RunOutcome | null = null;
  let timer: NodeJS.Timeout | undefined;
  let begun: { readonly atMs: number; readonly bytes: number } | null = null;
  let isEnding = false;
  const stop = () => {
    isEnding = true;
    thread.postMessage('stop');
    // A thread that never yields misses the message.
    clearTimeout(timer);
    timer = setTimeout(() => void thread.terminate(), STOP_MS);
  };
  const endAfter = (ms: number, why: RunOutcome) => {
    if (isEnding) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      refusal = why;
      stop();
    }, ms);
  };
  const endInTime = (time: FeedTime, id: 'feeds.tooSlow' | 'feeds.heldUpOthers') => {
    if (begun === null) return;
    const ms = time.baseMs + (begun.bytes / 1024 / 1024) * time.perMbMs;
    const reason = message(id, { seconds: Math.ceil(ms / 1000) });
    endAfter(Math.max(0, begun.atMs + ms - clock.monotonicMs()), { kind: 'unreadable', reason });
  };
  const hurry = () => endInTime(limits.awaited, 'feeds.heldUpOthers');
  const waitForTurn = () => {
    begun = null;
    endAfter(waitMaxMs, { kind: 'busy' });
  };
  waitForTurn();
  const outcome = new Promise<RunOutcome>((resolve) => {
    let told: RunOutcome | null = null;
    thread.on('message', (said: FeedMessage) => {
      if (said.kind === 'progress') onProgress(said);
      else if (said.kind === 'waiting') waitForTurn();
      else if (said.kind !== 'begun') told = said;
      else {
        begun = { atMs: clock.monotonicMs(), bytes: said.bytes };
        if (isAwaited()) hurry();
        else endInTime(limits.alone, 'feeds.tooSlow');
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
      // A late report still counts.
      resolve(told?.kind === 'report' ? told : (refusal ?? told ?? { kind: 'failed' }));
    });
  });
  return { outcome, stop, hurry, isWaiting: () => begun === null };
}
