import { workerData } from 'node:worker_threads';
import { createDatabase } from '../database.ts';
import { type LeaseThreadData, RENEW_MS, renewLease } from './lease.ts';

/** The thread that renews a lease until it is ended, for a holder that computes for seconds on end. */
const { address, ticket }: LeaseThreadData = workerData;
const database = createDatabase({ address, connectionsMax: 1 });
setInterval(() => {
  renewLease(database, ticket).catch(() => {});
}, RENEW_MS);
