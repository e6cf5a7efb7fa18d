import { parentPort, workerData } from 'node:worker_threads';
import { localWrites } from '../src/store/sqlite/catalog-writes.ts';
import { runRestatement } from '../src/store/sqlite/rankings/ranking-admin.ts';

/** The entry of the threads that restate months. */
parentPort?.postMessage(await runRestatement(workerData, localWrites));
