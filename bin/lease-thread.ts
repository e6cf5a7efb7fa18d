import { workerData } from 'node:worker_threads';
import { serveLease } from '../src/store/postgres/catalog/held-lease.ts';

/** The entry point of the threads that renew the lease of a ranking run. */
serveLease(workerData);
