import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type RestateThreadData, runRestatement } from '../src/store/sqlite/rankings/ranking-admin.ts';
import { withThreadWrites } from './store/thread-store.ts';

/** The entry of the threads that restate months. */
const data: RestateThreadData = workerData;
await withThreadWrites(dirname(data.path), async (writes) =>
  parentPort?.postMessage(await runRestatement(data, writes)),
);
