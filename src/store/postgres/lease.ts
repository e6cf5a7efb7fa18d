import { type Clock, systemClock } from '../../clock.ts';
import { findsRow, type Reader, StoreUnavailableError } from '../../sql-database.ts';

/**
 * How long a lease lasts after its last renewal, by the database's clock. If its holder dies, another instance takes over within
 * ten seconds.
 */
const LEASE_MS = 6_000;
/** How often the holder renews its lease. */
const RENEW_MS = 1_500;
/** Safety margin: a lease counts as held only while at least this much time is left. */
const MARGIN_MS = 500;

/**
 * Takes the lease of the jobs as soon as it is free, and renews it until `close`. It expires when the database can't be reached,
 * and is released while `mayHold` returns false.
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
      // Without a renewal the lease expires by itself.
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
    /** The fencing number of this instance's lease; null when it has none, or too little time is left. */
    fence: (): number | null => (systemClock.monotonicMs() < heldUntilMs ? fence : null),
    /** Releases the lease. */
    async close(): Promise<void> {
      clearInterval(timer);
      await running;
      await giveBack();
    },
  };
}

/** Takes the lease of the jobs if nobody holds it; otherwise returns null. Throws StoreUnavailableError. */
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

/** Returns null if the lease has expired and another instance has taken it. */
async function renewLease({ query }: Reader, fence: number): Promise<number | null> {
  const renewed = await query(
    `UPDATE lease SET held_until = clock_timestamp() + $2 * interval '1 ms'
     WHERE name = 'jobs' AND fence = $1
     RETURNING fence`,
    [fence, LEASE_MS],
  );
  return renewed.length === 0 ? null : fence;
}

/** Ends the lease at once, so that the next holder needn't wait. A renewal under way then returns null. */
async function releaseLease({ query }: Reader, fence: number): Promise<void> {
  await query(
    `UPDATE lease SET held_until = '-infinity', fence = fence + 1 WHERE name = 'jobs' AND fence = $1`,
    [fence],
  );
}

/** Locks the lease until the transaction ends. Throws StoreUnavailableError if its fencing number is no longer `fence`. */
export async function checkFence(transaction: Reader, fence: number): Promise<void> {
  const held = `SELECT FROM lease WHERE name = 'jobs' AND fence = $1 FOR SHARE`;
  if (await findsRow(transaction, held, [fence])) return;
  throw new StoreUnavailableError('another instance runs the jobs by now, so nothing of this was committed');
}

/** Lists count days, so a machine whose clock is off by more than this runs no jobs. */
const SKEW_MAX_MS = 60_000;

/** How far a clock is ahead of the database's, less half of the round trip; 0 if it is off by at most SKEW_MAX_MS. */
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

/** The operator's message about a clock that is too far off; null when it isn't. */
export function clockProblem(skewMs: number): string | null {
  if (skewMs === 0) return null;
  const seconds = Math.round(Math.abs(skewMs) / 1000).toLocaleString('en-US');
  return `the clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`;
}
