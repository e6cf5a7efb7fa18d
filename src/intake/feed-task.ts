import { createReadStream, statSync } from 'node:fs';
import { type Clock, clockFrom } from '../clock.ts';
import type { Reading } from '../ingest/choose-reader.ts';
import { type FeedPreview, previewFeed } from '../ingest/feed-preview.ts';
import { type FeedStore, StoreFullError } from '../ingest/feed-store.ts';
import { type ImportReport, importFeed } from '../ingest/import-feed.ts';
import type { ImportSource } from '../ingest/import-log.ts';
import type { Reason } from '../ingest/reason.ts';
import { UnreadableInputError } from '../ingest/text/input.ts';
import type { TaskThread } from '../run-task.ts';

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
  const options = { ...reading, currency };
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
      source,
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
