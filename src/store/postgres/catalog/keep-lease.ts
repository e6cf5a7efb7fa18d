import { parentPort, Worker } from 'node:worker_threads';
import type { DatabaseAddress } from '../../../config/database-url.ts';
import { createDatabase } from '../database.ts';
import { type LeaseTicket, RENEW_MS, renewLease } from './lease.ts';

/** Data that the thread is started with. */
export interface LeaseThreadData {
  readonly address: DatabaseAddress;
  readonly ticket: LeaseTicket;
}

/**
 * Renews a lease on a thread of its own, for a holder that computes for seconds on end. Returns what ends it. A lease that was lost
 * all the same shows at the holder's commit.
 */
export function keepLeaseInThread(entry: URL, data: LeaseThreadData): () => Promise<void> {
  const thread = new Worker(entry, { workerData: data });
  // Without it the holder's own lease simply runs out.
  thread.on('error', () => {});
  thread.unref();
  return async () => {
    await thread.terminate();
  };
}

/** What that thread does, until it is ended. */
export function serveLease({ address, ticket }: LeaseThreadData): void {
  const database = createDatabase({ address, connectionsMax: 1 });
  setInterval(() => {
    renewLease(database, ticket).catch(() => {});
  }, RENEW_MS);
  // Keeps the thread alive, and ends it with the thread that started it.
  parentPort?.on('message', () => {});
}
