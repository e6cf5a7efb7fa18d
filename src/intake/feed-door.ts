import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../clock.ts';
import { message } from '../messages/messages.ts';
import { runTask } from '../run-task.ts';
import type { FeedResult, FeedTask, FeedTaskData, FeedTold } from './feed-task.ts';

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

/** A feed that somebody sends over HTTP: a shop's machine with a token, or an operator in the console. */
export interface SentFeed {
  /** `token:<name>` or `account:<number>`, as in the import log. */
  readonly actor: string;
  readonly name: string;
  readonly body: Readable;
  /** As announced; null where the sender doesn't say. */
  readonly bytes: number | null;
  readonly bytesMax: number;
  /** The connection on which it comes: a check ends with it, because nobody hears its result. */
  readonly connection?: EventEmitter;
}

/** A feed that is here whole. */
export interface ReceivedFeed {
  readonly bytes: number;
  /** SHA-256 of its bytes as sent, in hexadecimal. */
  readonly digest: string;
  /** Looks at it, checks or imports it. Never rejects. */
  run(task: Omit<FeedTask, 'path'>): Promise<RunOutcome>;
}

/** How far a feed is that was sent to this instance. */
export interface FeedUnderWay {
  readonly feedId: number;
  readonly actor: string;
  readonly name: string;
  readonly stage: 'receiving' | 'waiting' | 'reading';
  /** As announced, until the feed is here. */
  readonly bytes: number | null;
  /** Bytes received or read, as the stage says. */
  readonly doneBytes: number;
  readonly lines: number;
}

/** Why a feed isn't taken. Nothing was changed, and nothing of it is kept. */
export class FeedRefusedError extends Error {
  override name = 'FeedRefusedError';
  readonly why: 'tooLarge' | 'tooSlow' | 'tooMany' | 'brokenOff';

  constructor(why: FeedRefusedError['why'], options?: ErrorOptions) {
    super(why, options);
    this.why = why;
  }
}

/** How long a body may come in at any pace, how fast from then on, and how long in all. */
const GRACE_MS = 20_000;
const BYTES_PER_SECOND_MIN = 32 * 1024;
const RECEIVE_MAX_MS = 30 * 60_000;
const WATCH_MS = 250;

/** Feeds that are on their way: each has a file, and a thread once it is here. */
const FEEDS_MAX = 8;
/** Of those, feeds of machines: two places are left for people. */
const TOKEN_FEEDS_MAX = 6;
/** Of one token or one operator. */
const SENDER_FEEDS_MAX = 4;

const FOLDER = 'live-intake';

export type RunOutcome =
  | FeedResult
  /** It waited for another import as long as it may. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed' };

/** A feed under way, while it changes. */
type Place = { -readonly [Field in keyof FeedUnderWay]: FeedUnderWay[Field] } & {
  /** Ends its thread; null while it has none. */
  stop: (() => void) | null;
  /** Another feed waits for it: once its turn has come, it has only the time that such a file needs. */
  hurry(): void;
};

export type FeedDoor = ReturnType<typeof createFeedDoor>;

/** Every way in which feeds come over HTTP, with the same bounds on what senders may hold (docs/feeds.md#limits). */
export function createFeedDoor(options: FeedThreadOptions) {
  const folder = join(options.dataDir, FOLDER);
  // Left behind by a killed process.
  rmSync(folder, { recursive: true, force: true });
  const places = new Set<Place>();
  let lastId = 0;
  let isClosed = false;
  return {
    /**
     * Receives a feed into a file of its own, then hands it to `work`. The file is gone when this resolves or rejects. Throws
     * FeedRefusedError, before or while the body is read.
     */
    async take<T>(feed: SentFeed, work: (received: ReceivedFeed) => Promise<T>): Promise<T> {
      if (isClosed || !hasRoom(places, feed.actor)) throw new FeedRefusedError('tooMany');
      const { actor, name, bytes: announced } = feed;
      const place: Place = {
        feedId: ++lastId,
        actor,
        name,
        bytes: announced,
        stage: 'receiving',
        doneBytes: 0,
        lines: 0,
        stop: null,
        hurry() {},
      };
      places.add(place);
      const path = join(folder, `feed-${process.pid}-${place.feedId}`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { bytes, digest } = await receive(feed, path, options.clock, (doneBytes) => {
          place.doneBytes = doneBytes;
        });
        Object.assign(place, { stage: 'waiting', bytes, doneBytes: 0 } satisfies Partial<Place>);
        const run = (task: Omit<FeedTask, 'path'>) =>
          runFeed(options, places, place, { ...task, path }, feed.connection);
        return await work({ bytes, digest, run });
      } finally {
        places.delete(place);
        await rm(path, { force: true });
      }
    },
    /** Feeds that are on their way, the oldest first. */
    underWay: (): FeedUnderWay[] => Array.from(places, ({ stop: _stop, hurry: _hurry, ...shown }) => shown),
    /** Ends the reading of a feed; an import that isn't committed yet keeps nothing. False when it isn't being read. */
    stop(feedId: number): boolean {
      const stop = [...places].find((one) => one.feedId === feedId)?.stop ?? null;
      stop?.();
      return stop !== null;
    },
    /** Takes no more feeds and ends those that are read. */
    close(): void {
      isClosed = true;
      for (const { stop } of places) stop?.();
    },
  };
}

function hasRoom(places: ReadonlySet<Place>, actor: string): boolean {
  const actors = Array.from(places, (place) => place.actor);
  const isToken = (one: string) => one.startsWith('token:');
  return (
    actors.length < FEEDS_MAX &&
    actors.filter((one) => one === actor).length < SENDER_FEEDS_MAX &&
    !(isToken(actor) && actors.filter(isToken).length >= TOKEN_FEEDS_MAX)
  );
}

/** Writes a body to a file. What is left of a refused one is discarded unread. Throws FeedRefusedError. */
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
  // It may have gone before anybody listened.
  if (body.destroyed) breakOff();
  try {
    // Not the body's own pipeline: that would cut the connection on which its sender hears why it isn't taken.
    await pipeline(body.pipe(meter), createWriteStream(path, { mode: 0o600 }));
    return { bytes, digest: hash.digest('hex') };
  } finally {
    clearInterval(watch);
    body.off('close', breakOff).unpipe(meter);
  }
}

/**
 * Reads a feed on a thread of its own, with bounds on its memory and its time. A check ends with the connection of its sender. Never
 * rejects.
 */
async function runFeed(
  { entry, dataDir, currency, clock, onProblem, limits: given }: FeedThreadOptions,
  places: ReadonlySet<Place>,
  place: Place,
  task: FeedTask,
  connection: EventEmitter | undefined,
): Promise<RunOutcome> {
  const { memoryMb, waitMaxMs, alone, awaited }: FeedLimits = { ...FEED_LIMITS, ...given };
  /** Aborted with what becomes of the feed. */
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
    place.stage = 'reading';
    place.hurry = () => endInTime(awaited, 'feeds.heldUpOthers');
    if ([...places].some(({ stage, stop }) => stage === 'waiting' && stop !== null)) place.hurry();
    else endInTime(alone, 'feeds.tooSlow');
  };
  const onTold = (told: FeedTold) => {
    if (told.kind === 'begun') begin(told.bytes);
    else Object.assign(place, { doneBytes: told.readBytes, lines: told.lines } satisfies Partial<Place>);
  };
  const stop = () => end({ kind: 'stopped' });
  for (const other of places) other.hurry();
  Object.assign(place, { stage: 'waiting', doneBytes: 0, stop } satisfies Partial<Place>);
  endAfter(waitMaxMs, { kind: 'busy' });
  if (task.dryRun ?? (task.source ?? null) === null) connection?.once('close', stop);
  try {
    const data: FeedTaskData = { ...task, dataDir, currency, startMs: clock.nowMs() };
    const options = { memoryMb, signal: ending.signal, onTold };
    const result = await runTask<FeedResult, FeedTold>(entry, { name: 'feed', data }, options);
    // A late report still counts.
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
    Object.assign(place, { stop: null, hurry() {} } satisfies Partial<Place>);
  }
}
