import { parentPort, workerData } from 'node:worker_threads';
import { runSearchBuild } from '../src/store/sqlite/search-build.ts';
import { workInBackground } from './background.ts';

/** The entry of the threads in which the search builds its segments. */
workInBackground();
if (parentPort !== null) runSearchBuild(workerData, parentPort);
