import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runTask } from '../base/run-task.ts';
import type { Clock } from '../clock.ts';
import { message } from '../messages/messages.ts';
import type { FeedMessage, FeedResult, FeedTask, FeedTaskData } from './feed-task.ts';

export interface FeedThreadOptions {
  /** A script whose task `feed` calls doFeedTask with the store in `dataDir`. */
  readonly entry: URL;
  readonly dataDir: string;
  readonly currency: string;
  readonly clock: Clock;
  /** Called with the cause of a failed check or import, except for unreadable files. */
  readonly onProblem: (error: unknown) => void;
  readonly limits?: Partial<FeedLimits>;
}

/** Limits for one file (docs/feeds.md#limits). On a quiet machine, a typical file takes about 1 % of its time limit. */
const FEED_LIMITS = {
  /** Memory of the thread for JavaScript values. */
  memoryMb: 1024,
  /** How long a feed waits for earlier imports before it is refused as busy. */
  waitMaxMs: 30_000,
  /** Time limit for a file from when its import begins, after the wait: a base, and more for each MB. */
  alone: { baseMs: 600_000, perMbMs: 3_000 },
  /** The time limit while other feeds wait for this feed. */
  awaited: { baseMs: 15_000, perMbMs: 2_000 },
};
type FeedLimits = Readonly<typeof FEED_LIMITS>;

/** Threads start slowly on a busy machine. */
const START_MAX_MS = 600_000;

/** A feed that is sent over HTTP: by a shop's machine with a token, or by an operator in the console. */
export interface SentFeed {
  /** `token:<name>` or `account:<number>`, as in the import log. */
  readonly actor: string;
  readonly name: string;
  readonly body: Readable;
  /** The announced size, or null. */
  readonly bytes: number | null;
  readonly bytesMax: number;
  /** A dry run stops when this connection closes, because nobody would get the result. */
  readonly connection?: EventEmitter;
}

export interface ReceivedFeed {
  readonly bytes: number;
  readonly digest: string;
  /** Never rejects. */
  run(task: Omit<FeedTask, 'path'>): Promise<RunOutcome>;
}

export interface FeedUnderWay {
  readonly feedId: number;
  readonly actor: string;
  readonly name: string;
  readonly stage: 'receiving' | 'waiting' | 'reading';
  /** The announced size until the feed is received, then the real size. */
  readonly bytes: number | null;
  readonly doneBytes: number;
  readonly lines: number;
}

/** Nothing was changed, and the feed's file is deleted. */
export class FeedRefusedError extends Error {
  override name = 'FeedRefusedError';
  readonly why: 'tooLarge' | 'tooSlow' | 'tooMany' | 'brokenOff';

  constructor(why: FeedRefusedError['why'], options?: ErrorOptions) {
    super(why, options);
    this.why = why;
  }
}

/** A body may arrive at any speed for GRACE_MS, then at BYTES_PER_SECOND_MIN on average. */
const GRACE_MS = 20_000;
const BYTES_PER_SECOND_MIN = 32 * 1024;
const RECEIVE_MAX_MS = 30 * 60_000;
const WATCH_MS = 250;

/** Each feed occupies a file, and a thread as soon as the file is complete. */
const FEEDS_MAX = 8;
/** The other two slots are for operators in the console. */
const TOKEN_FEEDS_MAX = 6;
const SENDER_FEEDS_MAX = 4;

const FOLDER = 'live-intake';

export type RunOutcome =
  | FeedResult
  /** The feed waited longer than `waitMaxMs` for another import. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed' };

type FeedSlot = { -readonly [Field in keyof FeedUnderWay]: FeedUnderWay[Field] } & {
  /** Stops the thread; null while there is no thread. */
  stop: (() => void) | null;
  /** Reduces the time limit of a feed that is being read to `awaited`, because another feed waits. */
  shortenDeadline(): void;
};

export type FeedDoor = ReturnType<typeof createFeedDoor>;

/** Receives all feeds sent over HTTP, within limits on what senders may occupy (docs/feeds.md#limits). */
export function createFeedDoor(options: FeedThreadOptions) {
  const folder = join(options.dataDir, FOLDER);
  // Deletes files that a killed process left behind.
  rmSync(folder, { recursive: true, force: true });
  const slots = new Set<FeedSlot>();
  let lastId = 0;
  let isClosed = false;
  return {
    /**
     * Receives a feed into a file, hands it to `work`, and deletes the file. Throws FeedRefusedError before or while the body
     * is read.
     */
    async take<T>(feed: SentFeed, work: (received: ReceivedFeed) => Promise<T>): Promise<T> {
      if (isClosed || !hasRoom(slots, feed.actor)) throw new FeedRefusedError('tooMany');
      const { actor, name, bytes: announced } = feed;
      const slot: FeedSlot = {
        feedId: ++lastId,
        actor,
        name,
        bytes: announced,
        stage: 'receiving',
        doneBytes: 0,
        lines: 0,
        stop: null,
        shortenDeadline() {},
      };
      slots.add(slot);
      const path = join(folder, `feed-${process.pid}-${slot.feedId}`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { bytes, digest } = await receive(feed, path, options.clock, (doneBytes) => {
          slot.doneBytes = doneBytes;
        });
        Object.assign(slot, { stage: 'waiting', bytes, doneBytes: 0 } satisfies Partial<FeedSlot>);
        const run = (task: Omit<FeedTask, 'path'>) =>
          runFeed(options, slots, slot, { ...task, path }, feed.connection);
        return await work({ bytes, digest, run });
      } finally {
        slots.delete(slot);
        await rm(path, { force: true });
      }
    },
    underWay: (): FeedUnderWay[] =>
      Array.from(slots, ({ stop: _stop, shortenDeadline: _hurry, ...shown }) => shown),
    /** Stops the thread of a feed; the import changes nothing unless it is already committed. False if the feed has no thread. */
    stop(feedId: number): boolean {
      const stop = [...slots].find((one) => one.feedId === feedId)?.stop ?? null;
      stop?.();
      return stop !== null;
    },
    /** Refuses further feeds and stops the current feeds. */
    close(): void {
      isClosed = true;
      for (const { stop } of slots) stop?.();
    },
  };
}

function hasRoom(slots: ReadonlySet<FeedSlot>, actor: string): boolean {
  const actors = Array.from(slots, (slot) => slot.actor);
  const isToken = (one: string) => one.startsWith('token:');
  return (
    actors.length < FEEDS_MAX &&
    actors.filter((one) => one === actor).length < SENDER_FEEDS_MAX &&
    !(isToken(actor) && actors.filter(isToken).length >= TOKEN_FEEDS_MAX)
  );
}

/** Writes a body to a file. The rest of a refused body is discarded. Throws FeedRefusedError. */
async function receive(
  { body, bytes: announced, bytesMax }: SentFeed,
  path: string,
  clock: Clock,
  onBytes: (bytes: number) => void,
) {
  if ((announced ?? 0) > bytesMax) throw new FeedRefusedError('tooLarge');
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      onBytes(bytes);
      done(bytes > bytesMax ? new FeedRefusedError('tooLarge') : null, chunk);
    },
  });
  const startedMs = clock.monotonicMs();
  const watch = setInterval(() => {
    const ms = clock.monotonicMs() - startedMs;
    const isSlow = bytes < ((ms - GRACE_MS) / 1000) * BYTES_PER_SECOND_MIN;
    if (isSlow || ms > RECEIVE_MAX_MS) meter.destroy(new FeedRefusedError('tooSlow'));
  }, WATCH_MS);
  const breakOff = () => body.readableEnded || meter.destroy(new FeedRefusedError('brokenOff'));
  body.once('error', breakOff).once('close', breakOff);
  // The sender may have disconnected before the listeners were added.
  if (body.destroyed) breakOff();
  try {
    // A refusal destroys the streams of the pipeline. With `body` in it, the sender would lose the connection before the refusal.
    await pipeline(body.pipe(meter), createWriteStream(path, { mode: 0o600 }));
    return { bytes, digest: hash.digest('hex') };
  } finally {
    clearInterval(watch);
    body.off('close', breakOff).unpipe(meter);
  }
}

/** Reads a feed on a thread of its own, with bounds on memory and time. Never rejects. */
async function runFeed(
  { entry, dataDir, currency, clock, onProblem, limits: given }: FeedThreadOptions,
  slots: ReadonlySet<FeedSlot>,
  slot: FeedSlot,
  task: FeedTask,
  connection: EventEmitter | undefined,
): Promise<RunOutcome> {
  const { memoryMb, waitMaxMs, alone, awaited }: FeedLimits = { ...FEED_LIMITS, ...given };
  /** Aborted with the outcome of the feed. */
  const ending = new AbortController();
  const end = (why: RunOutcome) => ending.abort(why);
  let timer: NodeJS.Timeout | undefined;
  const endAfter = (ms: number, why: RunOutcome) => {
    clearTimeout(timer);
    timer = setTimeout(end, ms, why);
  };
  const begin = (bytes: number) => {
    const atMs = clock.monotonicMs();
    const endInTime = (time: FeedLimits['alone'], id: 'feeds.tooSlow' | 'feeds.heldUpOthers') => {
      const ms = time.baseMs + (bytes / 1024 / 1024) * time.perMbMs;
      const reason = message(id, { seconds: Math.ceil(ms / 1000) });
      endAfter(Math.max(0, atMs + ms - clock.monotonicMs()), { kind: 'unreadable', reason });
    };
    slot.stage = 'reading';
    slot.shortenDeadline = () => endInTime(awaited, 'feeds.heldUpOthers');
    if ([...slots].some(({ stage, stop }) => stage === 'waiting' && stop !== null)) slot.shortenDeadline();
    else endInTime(alone, 'feeds.tooSlow');
  };
  const onMessage = (progress: FeedMessage) => {
    if (progress.kind === 'started') endAfter(waitMaxMs, { kind: 'busy' });
    else if (progress.kind === 'begun') begin(progress.bytes);
    else
      Object.assign(slot, {
        doneBytes: progress.readBytes,
        lines: progress.lines,
      } satisfies Partial<FeedSlot>);
  };
  const stop = () => end({ kind: 'stopped' });
  for (const other of slots) other.shortenDeadline();
  Object.assign(slot, { stage: 'waiting', doneBytes: 0, stop } satisfies Partial<FeedSlot>);
  endAfter(START_MAX_MS, { kind: 'busy' });
  if (task.dryRun ?? (task.source ?? null) === null) connection?.once('close', stop);
  try {
    const data: FeedTaskData = { ...task, dataDir, currency, startMs: clock.nowMs() };
    const options = { memoryMb, signal: ending.signal, onMessage };
    const result = await runTask<FeedResult, FeedMessage>(entry, { name: 'feed', data }, options);
    // A report that arrives after the abort still counts: the import was committed.
    return ending.signal.aborted && result.kind !== 'report' ? ending.signal.reason : result;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { kind: 'unreadable', reason: message('feeds.tooMuchMemory', { max: memoryMb }) };
    if (ending.signal.aborted) return ending.signal.reason;
    onProblem(error);
    return { kind: 'failed' };
  } finally {
    clearTimeout(timer);
    connection?.off('close', stop);
    Object.assign(slot, { stop: null, shortenDeadline() {} } satisfies Partial<FeedSlot>);
  }
}
