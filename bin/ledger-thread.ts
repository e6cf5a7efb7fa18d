import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type LedgerThreadData, runLedgerTask } from '../src/store/sqlite/rankings/ledger-thread.ts';
import { withThreadWrites } from './store/thread-store.ts';

/** The entry point of the threads that read order lines and restate months. */
const data: LedgerThreadData = workerData;
await withThreadWrites(dirname(data.path), async (writes) =>
  parentPort?.postMessage(await runLedgerTask(data, writes)),
);
