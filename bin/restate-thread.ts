import { parentPort, workerData } from 'node:worker_threads';
import { runRestatement } from '../src/store/sqlite/rankings/ranking-admin.ts';

/** The entry of the threads that restate months. */
parentPort?.postMessage(runRestatement(workerData));
