import { workerData } from 'node:worker_threads';
import { createDatabase } from '../database.ts';
import { keepRenewing, type LeaseThreadData } from './lease.ts';

/** The thread that renews a lease until it is ended. */
const { address, ticket }: LeaseThreadData = workerData;
keepRenewing(createDatabase({ address, connectionsMax: 1 }), ticket);
