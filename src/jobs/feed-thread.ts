import { constants, createReadStream, openSync, statSync } from 'node:fs';
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
/** Whoever may write to the feed folder doesn't choose which other file of this machine is read. */
const PLAIN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW;

/**
 * Runs in the threads that startFeedRun starts: previews, checks or imports one file, then ends. Any message stops it.
 */
export async function serveFeedImport(
  { path, reading, preview, currency, source, force, full, startMs }: FeedThreadData,
  createStore: (clock: Clock) => FeedStore,
): Promise<void> {
  const clock = clockFrom(startMs);
  const tell = (message: FeedMessage) => parentPort?.postMessage(message);
  const stop = new AbortController();
  parentPort?.on('message', () => stop.abort());
  const input = createReadStream(path, { highWaterMark: READ_BYTES, fd: openSync(path, PLAIN_FILE) });
  const tellBegun = () => tell({ kind: 'begun', bytes: statSync(path).size });
  const readerOptions = { ...reading, currency, today: kstCompactDate(clock.nowMs()) };
  try {
    if (preview) {
      tellBegun();
      const found = await previewFeed(input, readerOptions);
      return tell(stop.signal.aborted ? { kind: 'stopped' } : { kind: 'preview', preview: found });
    }
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
