import { createReadStream, statSync } from 'node:fs';
import type { TaskThread } from '../base/run-task.ts';
import { type Clock, clockFrom } from '../clock.ts';
import type { Reading } from '../ingest/choose-reader.ts';
import { type FeedPreview, previewFeed } from '../ingest/feed-preview.ts';
import type { Reason } from '../ingest/feed-record.ts';
import type { FeedStore } from '../ingest/feed-store.ts';
import { type ImportReport, importFeed, StoreFullError } from '../ingest/import-feed.ts';
import type { ImportSource } from '../ingest/import-log.ts';
import { UnreadableInputError } from '../ingest/text/input.ts';

export interface FeedTask {
  readonly path: string;
  readonly reading: Reading;
  readonly isPreview?: boolean;
  /** Required for an import. */
  readonly source?: ImportSource | null;
  /** Default: true without a source. */
  readonly dryRun?: boolean;
  readonly force?: boolean | number;
  readonly full?: boolean;
}

export interface FeedTaskData extends FeedTask {
  readonly dataDir: string;
  readonly currency: string;
  /** The time at the start, from which the thread's clock continues. */
  readonly startMs: number;
}

export type FeedMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'begun'; readonly bytes: number }
  | { readonly kind: 'progress'; readonly lines: number; readonly readBytes: number };

export type FeedResult =
  | { readonly kind: 'preview'; readonly preview: FeedPreview }
  | { readonly kind: 'report'; readonly report: ImportReport }
  | { readonly kind: 'unreadable'; readonly reason: Reason }
  | { readonly kind: 'stopped' };

/** Large, because a tick of the event loop for each small chunk would cost more than reading its lines. */
const READ_BYTES = 1024 * 1024;

/** Runs in the thread: previews, checks or imports one file. */
export async function doFeedTask(
  task: FeedTaskData,
  { signal, tell }: TaskThread<FeedMessage>,
  createStore: (clock: Clock) => FeedStore,
): Promise<FeedResult> {
  const { path, isPreview, source = null, dryRun = source === null, force = false, full = false } = task;
  tell({ kind: 'started' });
  const clock = clockFrom(task.startMs);
  const input = createReadStream(path, { highWaterMark: READ_BYTES });
  const onBegun = () => tell({ kind: 'begun', bytes: statSync(path).size });
  const reading = { ...task.reading, currency: task.currency };
  try {
    if (isPreview === true) {
      onBegun();
      return { kind: 'preview', preview: await previewFeed(input, reading) };
    }
    const report = await importFeed({
      store: createStore(clock),
      input,
      reading,
      clock,
      source,
      strict: false,
      dryRun,
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
