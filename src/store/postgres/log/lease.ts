import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../../../clock.ts';
import type { DatabaseAddress } from '../../../config/database-url.ts';
import { findsRow } from '../../../sql-database.ts';
import type { Database } from '../database.ts';
import type { TimedReader } from '../sql-statements.ts';

/** Work for one process at a time: writing to the catalogue, scheduled jobs, a ranking run, the first start, a base of the log. */
export type LeaseName = 'catalogue' | 'jobs' | 'ranking' | 'demo' | 'base';

/**
 * How long a lease lasts after its holder's last renewal, by the database's clock. Jobs and runs move to another instance
 * within ten seconds. The right to write lasts longer: losing it on a busy machine means importing the whole file again.
 */
export const LEASE_MS: Readonly<Record<LeaseName, number>> = {
  jobs: 6_000,
  ranking: 6_000,
  demo: 20_000,
  base: 20_000,
  catalogue: 20_000,
};
/** How often a holder renews its lease. */
export const RENEW_MS = 1_500;

/** The proof of having taken a lease. */
export interface LeaseTicket {
  readonly name: LeaseName;
  /** Grows whenever the lease is taken or given back. */
  readonly token: number;
}

/** Takes a lease that nobody holds. Null when somebody does. Throws StoreUnavailableError. */
export async function takeLease(database: TimedReader, name: LeaseName): Promise<LeaseTicket | null> {
  const [row] = await database.query<{ token: number }>(
    `UPDATE catalog.lease
     SET token = token + 1, held_until = clock_timestamp() + $2 * interval '1 ms'
     WHERE name = $1 AND held_until < clock_timestamp()
     RETURNING token`,
    [name, LEASE_MS[name]],
  );
  return row === undefined ? null : { name, token: row.token };
}

/** Holds a lease for longer. False when it has ended and somebody else has taken it since. */
export function renewLease(database: TimedReader, { name, token }: LeaseTicket): Promise<boolean> {
  return findsRow(
    database,
    `UPDATE catalog.lease SET held_until = clock_timestamp() + $3 * interval '1 ms'
     WHERE name = $1 AND token = $2
     RETURNING token`,
    [name, token, LEASE_MS[name]],
  );
}

/**
 * Gives a lease back, so that the next one needn't wait. A renewal that is still under way finds it ended. One that can't be given
 * back now ends by itself.
 */
export async function releaseLease(database: TimedReader, { name, token }: LeaseTicket): Promise<void> {
  const end = `UPDATE catalog.lease SET held_until = '-infinity', token = token + 1 WHERE name = $1 AND token = $2`;
  await database.query(end, [name, token]).catch(() => {});
}

/** Whether somebody holds a lease now. */
export function isLeaseHeld(database: TimedReader, name: LeaseName): Promise<boolean> {
  const held = 'SELECT FROM catalog.lease WHERE name = $1 AND held_until >= clock_timestamp()';
  return findsRow(database, held, [name]);
}

/** A lease counts as held only while this much of it is left. */
const MARGIN_MS = 500;

/**
 * Takes a lease as soon as it is free, and keeps it until `close`. If the database stays away, the lease runs out. While
 * `mayHold` says no, others can have it.
 */
export function holdLease(database: Database, name: LeaseName, mayHold: () => Promise<boolean>) {
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
    if (held !== null) await releaseLease(database, held);
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

/**
 * Takes a lease that nobody holds and renews it until it is disposed of: on a thread of its own where its holder computes for seconds
 * on end, and so names the database's address. Null when somebody holds it. One that is lost all the same shows at its holder's
 * commit. Throws StoreUnavailableError.
 */
export async function takeKept(
  database: Database,
  name: LeaseName,
  address?: DatabaseAddress,
): Promise<(AsyncDisposable & { readonly ticket: LeaseTicket }) | null> {
  const ticket = await takeLease(database, name);
  if (ticket === null) return null;
  const end = address === undefined ? renewHere(database, ticket) : renewInThread({ address, ticket });
  return {
    ticket,
    async [Symbol.asyncDispose]() {
      await end();
      await releaseLease(database, ticket);
    },
  };
}

/** Data of the thread that renews a lease (lease-thread.ts). */
export interface LeaseThreadData {
  readonly address: DatabaseAddress;
  readonly ticket: LeaseTicket;
}

function renewInThread(workerData: LeaseThreadData): () => Promise<unknown> {
  const thread = new Worker(new URL('./lease-thread.ts', import.meta.url), { workerData });
  // Without it the lease simply runs out.
  thread.on('error', () => {});
  return () => thread.terminate();
}

function renewHere(database: TimedReader, ticket: LeaseTicket): () => void {
  const timer = keepRenewing(database, ticket).unref();
  return () => clearInterval(timer);
}

export function keepRenewing(database: TimedReader, ticket: LeaseTicket): NodeJS.Timeout {
  return setInterval(() => {
    renewLease(database, ticket).catch(() => {});
  }, RENEW_MS);
}

/** The same as soon as nobody holds it. Null after `waitMs`. Throws the signal's reason when it is aborted. */
export async function takeWhenFree(
  database: Database,
  name: LeaseName,
  { signal, waitMs }: { readonly signal?: AbortSignal | undefined; readonly waitMs: number },
): Promise<AsyncDisposable | null> {
  const untilMs = systemClock.monotonicMs() + waitMs;
  for (;;) {
    signal?.throwIfAborted();
    const lease = await takeKept(database, name);
    if (lease !== null || systemClock.monotonicMs() >= untilMs) return lease;
    await wait(WAIT_STEP_MS);
  }
}

const WAIT_STEP_MS = 50;

/** Lists count days: a machine whose clock is further off than this makes none, and runs no other jobs. */
const SKEW_MAX_MS = 60_000;

/** How far a clock is ahead of the database's, give or take half of the time that asking took; 0 for at most SKEW_MAX_MS. */
export async function findClockSkewMs(
  database: TimedReader,
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
): Promise<number> {
  const askedAtMs = clock.monotonicMs();
  const [row] = await database.query<{ now_ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  const halfWayMs = (clock.monotonicMs() - askedAtMs) / 2;
  const skewMs = clock.nowMs() - halfWayMs - (row?.now_ms ?? 0);
  return Math.abs(skewMs) <= SKEW_MAX_MS ? 0 : skewMs;
}

/** What an operator reads of a clock that is too far from the database's; null when it isn't. */
export function clockProblem(skewMs: number): string | null {
  if (skewMs === 0) return null;
  const seconds = Math.round(Math.abs(skewMs) / 1000).toLocaleString('en-US');
  return `the clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`;
}
