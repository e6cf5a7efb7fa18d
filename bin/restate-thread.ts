import { parentPort, workerData } from 'node:worker_threads';
import { runRestatement } from '../src/store/sqlite/rankings/ranking-desk.ts';

/** The entry of the threads in which the ranking desk restates months. */
parentPort?.postMessage(runRestatement(workerData));
