import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../../clock.ts';
import type { DatabaseAddress } from '../../../config/database-url.ts';
import { runTask } from '../../../run-task.ts';
import { createDatabase, type Database } from '../database.ts';
import {
  LEASE_MS,
  type LeaseName,
  type LeaseTicket,
  RENEW_MS,
  releaseLease,
  renewLease,
  takeLease,
} from './lease.ts';

/** A lease counts as held only while this much of it is left. */
const MARGIN_MS = 500;

/**
 * Takes a lease as soon as it is free, and keeps it until `close`. If the database stays away, the lease runs out. While
 * `mayHold` says no, others can have it.
 */
export function holdLease(
  database: Database,
  name: LeaseName,
  mayHold: () => Promise<boolean> = async () => true,
) {
  let ticket: LeaseTicket | null = null;
  let heldUntilMs = -Infinity;
  const step = async () => {
    const askedAtMs = systemClock.monotonicMs();
    try {
      if (!(await mayHold())) return await giveBack();
      if (ticket === null) ticket = await takeLease(database, name);
      else if (!(await renewLease(database, ticket))) ticket = null;
      if (ticket !== null) heldUntilMs = askedAtMs + LEASE_MS[name] - MARGIN_MS;
    } catch {
      // It runs out by itself, unless the database answers again in time.
    }
  };
  const giveBack = async () => {
    const held = ticket;
    ticket = null;
    if (held !== null) await releaseLease(database, held).catch(() => {});
  };
  let running = step();
  const timer = setInterval(() => {
    running = running.then(step);
  }, RENEW_MS);
  return {
    /** Whether it is ours now, with some time left. */
    isHeld: () => ticket !== null && systemClock.monotonicMs() < heldUntilMs,
    /** Gives it back. */
    async close(): Promise<void> {
      clearInterval(timer);
      await running;
      await giveBack();
    },
  };
}

/** Waits for a lease, and runs `work` while it is held. */
export async function whileHeld<T>(database: Database, name: LeaseName, work: () => Promise<T>): Promise<T> {
  const lease = holdLease(database, name);
  try {
    while (!lease.isHeld()) await wait(WAIT_STEP_MS);
    return await work();
  } finally {
    await lease.close();
  }
}

const WAIT_STEP_MS = 50;

/** Runs `work` while a lease is held, or not at all when somebody else holds it. */
export async function ifFree(database: Database, name: LeaseName, work: () => Promise<void>): Promise<void> {
  const ticket = await takeLease(database, name);
  if (ticket === null) return;
  const end = keepLease(database, ticket);
  try {
    await work();
  } finally {
    await end();
  }
}

/** Renews a lease until the returned function gives it back. One that is lost all the same shows at its holder's commit. */
export function keepLease(database: Database, ticket: LeaseTicket): () => Promise<void> {
  const renewal = setInterval(() => {
    renewLease(database, ticket).catch(() => {});
  }, RENEW_MS).unref();
  return async () => {
    clearInterval(renewal);
    // One that cannot be given back now ends by itself.
    await releaseLease(database, ticket).catch(() => {});
  };
}

/** Data of the task that renews a lease. */
export interface LeaseTaskData {
  readonly address: DatabaseAddress;
  readonly ticket: LeaseTicket;
}

/**
 * Renews a lease on a thread of its own, for a holder that computes for seconds on end: as task `lease` of `entry`. Returns
 * what ends it. A lease that was lost all the same shows at the holder's commit.
 */
export function keepLeaseInThread(entry: URL, data: LeaseTaskData): () => Promise<void> {
  const ending = new AbortController();
  // Without it the holder's own lease simply runs out.
  const ended = runTask<void>(entry, { name: 'lease', data }, { signal: ending.signal }).catch(() => {});
  return async () => {
    ending.abort();
    await ended;
  };
}

/** The work of that task. */
export async function renewUntil({ address, ticket }: LeaseTaskData, signal: AbortSignal): Promise<void> {
  await using database = createDatabase({ address, connectionsMax: 1 });
  while (!signal.aborted) {
    await wait(RENEW_MS, null, { signal }).catch(() => {});
    if (!signal.aborted) await renewLease(database, ticket).catch(() => {});
  }
}
