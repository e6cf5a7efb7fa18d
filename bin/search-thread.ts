import { parentPort, workerData } from 'node:worker_threads';
import { runSearchThread } from '../src/search/runtime/search-thread.ts';
import { openSqliteChangeFeed } from '../src/store/sqlite/search/change-feed.ts';

/** The entry point of the thread that ThreadedSearch starts. */
if (parentPort !== null) {
  const builder = new URL('./work-thread.ts', import.meta.url);
  runSearchThread(workerData, parentPort, openSqliteChangeFeed, builder);
}
