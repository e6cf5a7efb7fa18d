import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../clock.ts';
import { type FeedTask, type FeedThreadOptions, type RunOutcome, startFeedRun } from './feed-run.ts';

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
  /** Checks or imports it. Never rejects. */
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

/** Every way in which feeds come over HTTP, with the same bounds on what senders may hold (docs/feeds.md#limits). */
export interface FeedDoor {
  /**
   * Receives a feed into a file of its own, then hands it to `work`. The file is gone when this resolves or rejects. Throws
   * FeedRefusedError, before or while the body is read.
   */
  take<T>(feed: SentFeed, work: (received: ReceivedFeed) => Promise<T>): Promise<T>;
  /** Feeds that are on their way, the oldest first. */
  underWay(): readonly FeedUnderWay[];
  /** Ends the reading of a feed; an import that isn't committed yet keeps nothing. False when it isn't being read. */
  stop(feedId: number): boolean;
  /** Takes no more feeds and ends those that are read. */
  close(): void;
}

export interface FeedDoorOptions extends FeedThreadOptions {
  /** Default: DOOR_LIMITS. */
  readonly door?: DoorLimits;
}

export interface DoorLimits {
  /** How long a feed waits for the imports before it. Then its sender is told what goes on, and may send it again. */
  readonly waitMaxMs: number;
  /** How long a body may come in at any pace, how fast from then on, and how long in all. */
  readonly graceMs: number;
  readonly bytesPerSecondMin: number;
  readonly receiveMaxMs: number;
}

export const DOOR_LIMITS: DoorLimits = {
  waitMaxMs: 30_000,
  graceMs: 20_000,
  bytesPerSecondMin: 32 * 1024,
  receiveMaxMs: 30 * 60_000,
};

/** Feeds that are on their way: each has a file, and a thread once it is here. */
const FEEDS_MAX = 8;
/** Of those, feeds of machines: two places are left for people. */
const TOKEN_FEEDS_MAX = 6;
/** Of one token or one operator. */
const SENDER_FEEDS_MAX = 4;

const FOLDER = 'live-intake';

export function createFeedDoor(options: FeedDoorOptions): FeedDoor {
  const { door = DOOR_LIMITS, clock } = options;
  const folder = join(options.dataDir, FOLDER);
  // Left behind by a killed process.
  rmSync(folder, { recursive: true, force: true });
  const places = createPlaces();
  const start = createRunner(options, door.waitMaxMs);
  let isClosed = false;
  return {
    async take(feed, work) {
      const place = isClosed ? null : places.enter(feed);
      if (place === null) throw new FeedRefusedError('tooMany');
      const path = join(folder, `feed-${process.pid}-${place.feedId}`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { bytes, digest } = await receive(feed, path, { door, clock }, (doneBytes) => {
          place.doneBytes = doneBytes;
        });
        Object.assign(place, { stage: 'waiting', bytes, doneBytes: 0 } satisfies Partial<Place>);
        return await work({ bytes, digest, run: (task) => start({ ...task, path }, place, feed.connection) });
      } finally {
        places.leave(place);
        await rm(path, { force: true });
      }
    },
    underWay: () => places.all().map(({ stop: _, ...shown }) => shown),
    stop(feedId) {
      const place = places.all().find((one) => one.feedId === feedId);
      place?.stop?.();
      return (place?.stop ?? null) !== null;
    },
    close() {
      isClosed = true;
      for (const { stop } of places.all()) stop?.();
    },
  };
}

/** A feed under way, while it changes. */
type Place = { -readonly [Field in keyof FeedUnderWay]: FeedUnderWay[Field] } & { stop: (() => void) | null };

function createPlaces() {
  const taken = new Set<Place>();
  let lastId = 0;
  const count = (isCounted: (place: Place) => boolean) => [...taken].filter(isCounted).length;
  const isOfToken = ({ actor }: Pick<Place, 'actor'>) => actor.startsWith('token:');
  return {
    all: () => [...taken],
    /** Null when there is no room. */
    enter({ actor, name, bytes }: SentFeed): Place | null {
      const isFull =
        taken.size >= FEEDS_MAX ||
        count((place) => place.actor === actor) >= SENDER_FEEDS_MAX ||
        (isOfToken({ actor }) && count(isOfToken) >= TOKEN_FEEDS_MAX);
      if (isFull) return null;
      const feedId = ++lastId;
      const place: Place = {
        ...{ feedId, actor, name, bytes },
        ...{ stage: 'receiving', doneBytes: 0, lines: 0, stop: null },
      };
      taken.add(place);
      return place;
    },
    leave: (place: Place) => taken.delete(place),
  };
}

/** Runs tasks on their threads. One that reads while another waits for it has only the time that such a file needs. */
function createRunner(options: FeedThreadOptions, waitMaxMs: number) {
  const runs = new Set<ReturnType<typeof startFeedRun>>();
  return async (task: FeedTask, place: Place, connection: SentFeed['connection']): Promise<RunOutcome> => {
    const run = startFeedRun(
      options,
      { ...task, waitMaxMs, isAwaited: () => [...runs].some((one) => one.isWaiting()) },
      ({ readBytes, lines }) => {
        Object.assign(place, { stage: 'reading', doneBytes: readBytes, lines } satisfies Partial<Place>);
      },
    );
    for (const other of runs) other.hurry();
    runs.add(run);
    place.stop = run.stop;
    if (task.source === null) connection?.once('close', run.stop);
    try {
      return await run.outcome;
    } finally {
      runs.delete(run);
      connection?.off('close', run.stop);
      place.stop = null;
    }
  };
}

/** Writes a body to a file. What is left of a refused one is discarded unread. Throws FeedRefusedError. */
async function receive(
  { body, bytes: announced, bytesMax }: SentFeed,
  path: string,
  { door, clock }: { readonly door: DoorLimits; readonly clock: Clock },
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
    const isSlow = bytes < ((ms - door.graceMs) / 1000) * door.bytesPerSecondMin;
    if (isSlow || ms > door.receiveMaxMs) meter.destroy(new FeedRefusedError('tooSlow'));
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

const WATCH_MS = 250;
