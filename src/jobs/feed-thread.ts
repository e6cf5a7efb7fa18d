import { createReadStream } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type Clock, clockFrom, kstCompactDate } from '../clock.ts';
import { chooseReader } from '../ingest/choose-reader.ts';
import { type FeedStore, StoreFullError } from '../ingest/feed-store.ts';
import { importFeed } from '../ingest/import-feed.ts';
import { UnreadableInputError } from '../ingest/lines.ts';
import type { FeedMessage, FeedThreadData } from './feed-intake.ts';

/** Large reads: a line costs less than a turn of the event loop. */
const READ_BYTES = 1024 * 1024;

/**
 * The work of the thread that createFeedIntake starts: it checks or imports one file and ends. Any message stops it.
 */
export async function serveFeedImport(
  { path, reading, currency, source, force, full, startMs }: FeedThreadData,
  createStore: (clock: Clock) => FeedStore,
): Promise<void> {
  const clock = clockFrom(startMs);
  const tell = (message: FeedMessage) => parentPort?.postMessage(message);
  const stop = new AbortController();
  parentPort?.on('message', () => stop.abort());
  const input = createReadStream(path, { highWaterMark: READ_BYTES });
  try {
    const report = await importFeed({
      store: createStore(clock),
      input,
      chooseReader: (bytes) =>
        chooseReader(bytes, { ...reading, currency, today: kstCompactDate(clock.nowMs()) }),
      clock,
      ...(source === null ? {} : { source }),
      strict: false,
      dryRun: source === null,
      force,
      full,
      signal: stop.signal,
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
