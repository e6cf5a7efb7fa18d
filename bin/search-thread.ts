import { parentPort, workerData } from 'node:worker_threads';
import { runSearchThread } from '../src/store/sqlite/search-thread.ts';

/** The entry of the thread that createSqliteSearchIndex starts. */
if (parentPort !== null) {
  runSearchThread(workerData, parentPort, new URL('./search-build-thread.ts', import.meta.url));
}
