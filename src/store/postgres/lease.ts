import { type Clock, systemClock } from '../../clock.ts';
import { findsRow, type Reader, StoreUnavailableError } from '../../sql-database.ts';

/** How long the jobs are an instance's after its last renewal, by the database's clock: another one has them within ten seconds. */
const LEASE_MS = 6_000;
/** How often their holder renews. */
const RENEW_MS = 1_500;
/** They count as held only while this much of it is left. */
const MARGIN_MS = 500;

/**
 * Takes the lease of the jobs as soon as it is free, and keeps it until `close`. If the database stays away, it runs out. While
 * `mayHold` says no, others can have it.
 */
export function holdJobs(database: Reader, mayHold: () => Promise<boolean>) {
  let fence: number | null = null;
  let heldUntilMs = -Infinity;
  const step = async () => {
    const askedAtMs = systemClock.monotonicMs();
    try {
      if (!(await mayHold())) return await giveBack();
      fence = fence === null ? await takeLease(database) : await renewLease(database, fence);
      if (fence !== null) heldUntilMs = askedAtMs + LEASE_MS - MARGIN_MS;
    } catch {
      // It runs out by itself, unless the database answers again in time.
    }
  };
  const giveBack = async () => {
    const held = fence;
    fence = null;
    if (held !== null) await releaseLease(database, held).catch(() => {});
  };
  let running = step();
  const timer = setInterval(() => {
    running = running.then(step);
  }, RENEW_MS);
  return {
    /** The number under which the jobs are this instance's now, with some time left; otherwise null. */
    fence: (): number | null => (systemClock.monotonicMs() < heldUntilMs ? fence : null),
    /** Gives them back. */
    async close(): Promise<void> {
      clearInterval(timer);
      await running;
      await giveBack();
    },
  };
}

/** Takes the jobs if nobody has them. Null when somebody has. Throws StoreUnavailableError. */
export async function takeLease({ query }: Reader): Promise<number | null> {
  const [row] = await query<{ fence: number }>(
    `UPDATE lease
     SET fence = fence + 1, held_until = clock_timestamp() + $1 * interval '1 ms'
     WHERE name = 'jobs' AND held_until < clock_timestamp()
     RETURNING fence`,
    [LEASE_MS],
  );
  return row?.fence ?? null;
}

/** Null when the lease has ended and somebody else has taken it since. */
async function renewLease({ query }: Reader, fence: number): Promise<number | null> {
  const renewed = await query(
    `UPDATE lease SET held_until = clock_timestamp() + $2 * interval '1 ms'
     WHERE name = 'jobs' AND fence = $1
     RETURNING fence`,
    [fence, LEASE_MS],
  );
  return renewed.length === 0 ? null : fence;
}

/** So that the next one needn't wait. A renewal that is still under way finds it ended. */
async function releaseLease({ query }: Reader, fence: number): Promise<void> {
  await query(
    `UPDATE lease SET held_until = '-infinity', fence = fence + 1 WHERE name = 'jobs' AND fence = $1`,
    [fence],
  );
}

/** Holds the fence until the transaction ends. Throws StoreUnavailableError where another instance has the jobs by now. */
export async function checkFence(transaction: Reader, fence: number): Promise<void> {
  const held = `SELECT FROM lease WHERE name = 'jobs' AND fence = $1 FOR SHARE`;
  if (await findsRow(transaction, held, [fence])) return;
  throw new StoreUnavailableError('another instance runs the jobs by now, so nothing of this was kept');
}

/** Lists count days: a machine whose clock is further off than this makes none, and runs no other jobs. */
const SKEW_MAX_MS = 60_000;

/** How far a clock is ahead of the database's, give or take half of the time that asking took; 0 for at most SKEW_MAX_MS. */
export async function findClockSkewMs(
  { query }: Reader,
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
): Promise<number> {
  const askedAtMs = clock.monotonicMs();
  const [row] = await query<{ now_ms: number }>(
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
