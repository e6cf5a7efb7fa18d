import { parentPort, workerData } from 'node:worker_threads';
import { runSearchThread } from '../src/search/runtime/search-thread.ts';
import { openSqliteChangeFeed } from '../src/store/sqlite/search/change-feed.ts';

/** The entry of the thread that createThreadedSearch starts. */
if (parentPort !== null) {
  runSearchThread(workerData, parentPort, openSqliteChangeFeed, {
    segment: new URL('./segment-build-thread.ts', import.meta.url),
    lexicon: new URL('./lexicon-build-thread.ts', import.meta.url),
  });
}
