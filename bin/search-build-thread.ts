import { parentPort, workerData } from 'node:worker_threads';
import { runSearchBuild } from '../src/store/sqlite/search-build.ts';

/** The entry of the threads in which the search builds its segments. */
if (parentPort !== null) runSearchBuild(workerData, parentPort);
