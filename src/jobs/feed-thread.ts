import { createReadStream, statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type Clock, clockFrom, kstCompactDate } from '../clock.ts';
import { chooseReader } from '../ingest/choose-reader.ts';
import { previewFeed } from '../ingest/feed-preview.ts';
import { type FeedStore, StoreFullError } from '../ingest/feed-store.ts';
import { importFeed } from '../ingest/import-feed.ts';
import { UnreadableInputError } from '../ingest/text/lines.ts';
import type { FeedMessage, FeedThreadData } from './feed-run.ts';

/** Large reads: a line costs less than a turn of the event loop. */
const READ_BYTES = 1024 * 1024;

/**
 * Runs in the threads that startFeedRun starts: looks at, checks or imports one file, then ends. Any message stops it.
 */
export async function serveFeedImport(
  { path, reading, look, currency, source, force, full, startMs }: FeedThreadData,
  createStore: (clock: Clock) => FeedStore,
): Promise<void> {
  const clock = clockFrom(startMs);
  const tell = (message: FeedMessage) => parentPort?.postMessage(message);
  const stop = new AbortController();
  parentPort?.on('message', () => stop.abort());
  const open = () => createReadStream(path, { highWaterMark: READ_BYTES });
  const tellBegun = () => tell({ kind: 'begun', bytes: statSync(path).size });
  const readerOptions = { ...reading, currency, today: kstCompactDate(clock.nowMs()) };
  try {
    if (look !== 'no') {
      tellBegun();
      const preview = await previewFeed(open(), readerOptions);
      stop.signal.throwIfAborted();
      if (look === 'only' || preview.kind !== 'own') return tell({ kind: 'preview', preview });
      tell({ kind: 'waiting' });
    }
    const input = open();
    const report = await importFeed({
      store: createStore(clock),
      input,
      chooseReader: (bytes) => chooseReader(bytes, readerOptions),
      clock,
      ...(source === null ? {} : { source }),
      strict: false,
      dryRun: source === null,
      force,
      full,
      signal: stop.signal,
      onBegun: tellBegun,
      onProgress: (lines) => tell({ kind: 'progress', lines, readBytes: input.bytesRead }),
    });
    tell({ kind: 'report', report });
  } catch (error) {
    if (stop.signal.aborted) tell({ kind: 'stopped' });
    else if (error instanceof UnreadableInputError || error instanceof StoreFullError)
      tell({ kind: 'unreadable', reason: error.reason });
    else throw error;
  } finally {
    parentPort?.close();
  }
}
