import { createReadStream, statSync } from 'node:fs';
import { type Clock, clockFrom, kstCompactDate, kstDayOf } from '../clock.ts';
import { chooseReader } from '../ingest/choose-reader.ts';
import { previewFeed } from '../ingest/feed-preview.ts';
import { type FeedStore, StoreFullError } from '../ingest/feed-store.ts';
import { importFeed } from '../ingest/import-feed.ts';
import { UnreadableInputError } from '../ingest/text/input.ts';
import type { TaskThread } from '../run-task.ts';
import type { FeedResult, FeedTaskData, FeedTold } from './feed-run.ts';

/** Large reads: a line costs less than a turn of the event loop. */
const READ_BYTES = 1024 * 1024;

/** The work of the tasks that startFeedRun starts: looks at, checks or imports one file. */
export async function doFeedTask(
  { path, reading, look, currency, source, force, full, startMs }: FeedTaskData,
  { signal, tell }: TaskThread<FeedTold>,
  createStore: (clock: Clock) => FeedStore,
): Promise<FeedResult> {
  const clock = clockFrom(startMs);
  const open = () => createReadStream(path, { highWaterMark: READ_BYTES });
  const tellBegun = () => tell({ kind: 'begun', bytes: statSync(path).size });
  const readerOptions = { ...reading, currency, today: kstCompactDate(kstDayOf(clock.nowMs())) };
  try {
    if (look !== 'no') {
      tellBegun();
      const preview = await previewFeed(open(), readerOptions);
      signal.throwIfAborted();
      if (look === 'only' || preview.kind !== 'own') return { kind: 'preview', preview };
      tell({ kind: 'waiting' });
    }
    const input = open();
    const report = await importFeed({
      store: createStore(clock),
      input,
      chooseReader: (bytes, categories) => chooseReader(bytes, { ...readerOptions, categories }),
      clock,
      ...(source === null ? {} : { source }),
      strict: false,
      dryRun: source === null,
      force,
      full,
      signal,
      onBegun: tellBegun,
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
