import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database.ts';

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
export async function takeLease(database: Queryable, name: LeaseName): Promise<LeaseTicket | null> {
  const [row] = await database.query<{ token: number }>(
    `UPDATE catalog.lease
     SET holder = $2, token = token + 1, held_until = clock_timestamp() + $3 * interval '1 ms'
     WHERE name = $1 AND held_until < clock_timestamp()
     RETURNING token`,
    [name, randomUUID(), LEASE_MS[name]],
  );
  return row === undefined ? null : { name, token: row.token };
}

/** Holds a lease for longer. False when it has ended and somebody else has taken it since. */
export async function renewLease(database: Queryable, { name, token }: LeaseTicket): Promise<boolean> {
  const rows = await database.query(
    `UPDATE catalog.lease SET held_until = clock_timestamp() + $3 * interval '1 ms'
     WHERE name = $1 AND token = $2
     RETURNING token`,
    [name, token, LEASE_MS[name]],
  );
  return rows.length > 0;
}

/** Gives a lease back, so that the next one needn't wait. A renewal that is still under way finds it ended. */
export async function releaseLease(database: Queryable, { name, token }: LeaseTicket): Promise<void> {
  await database.query(
    `UPDATE catalog.lease SET held_until = '-infinity', token = token + 1 WHERE name = $1 AND token = $2`,
    [name, token],
  );
}

/** Whether somebody holds a lease now. */
export async function isLeaseHeld(database: Queryable, name: LeaseName): Promise<boolean> {
  const rows = await database.query(
    'SELECT FROM catalog.lease WHERE name = $1 AND held_until >= clock_timestamp()',
    [name],
  );
  return rows.length > 0;
}
