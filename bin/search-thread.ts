import { parentPort, workerData } from 'node:worker_threads';
import { runSearchThread } from '../src/search/runtime/search-thread.ts';

/** The entry point of the thread that ThreadedSearch starts. */
if (parentPort !== null) {
  runSearchThread(workerData, parentPort, new URL('./work-thread.ts', import.meta.url));
}
