import { type Clock, systemClock } from '../../clock.ts';
import { findsRow, type Reader, StoreUnavailableError } from '../../sql-database.ts';

/** How long a lease lasts without renewal. If its holder dies, another instance takes over within ten seconds. */
const LEASE_MS = 6_000;
const RENEW_MS = 1_500;
const MARGIN_MS = 500;

/** Takes the job lease once it is free, and renews it until `close`. Gives it back while the clock is too far off. */
export function holdJobs(database: Reader, clock: Clock) {
  let skewMs = 0;
  let fence: number | null = null;
  let heldUntilMs = -Infinity;
  const step = async () => {
    const askedAtMs = systemClock.monotonicMs();
    try {
      const takenOffMs = clock.takeOff === undefined ? 0 : skewMs;
      skewMs = await findClockSkewMs(database, { ...clock, nowMs: () => clock.nowMs() + takenOffMs });
      clock.takeOff?.(skewMs);
      if (skewMs !== 0) return await giveBack();
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
    fence: (): number | null => (systemClock.monotonicMs() < heldUntilMs ? fence : null),
    clockProblem: () => clockProblem(skewMs),
    async close(): Promise<void> {
      clearInterval(timer);
      await running;
      await giveBack();
    },
  };
}

/** Takes the job lease; null if somebody holds it. Throws StoreUnavailableError. */
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

async function renewLease({ query }: Reader, fence: number): Promise<number | null> {
  const renewed = await query(
    `UPDATE lease SET held_until = clock_timestamp() + $2 * interval '1 ms'
     WHERE name = 'jobs' AND fence = $1
     RETURNING fence`,
    [fence, LEASE_MS],
  );
  return renewed.length === 0 ? null : fence;
}

/** Frees the lease for another instance. Changes the fencing number, so that a renewal in progress returns null. */
async function releaseLease({ query }: Reader, fence: number): Promise<void> {
  await query(
    `UPDATE lease SET held_until = '-infinity', fence = fence + 1 WHERE name = 'jobs' AND fence = $1`,
    [fence],
  );
}

/** Locks the lease until the transaction ends. Throws StoreUnavailableError if its fencing number isn't `fence`. */
export async function checkFence(transaction: Reader, fence: number): Promise<void> {
  const held = `SELECT FROM lease WHERE name = 'jobs' AND fence = $1 FOR SHARE`;
  if (await findsRow(transaction, held, [fence])) return;
  throw new StoreUnavailableError('another instance runs the jobs by now, so nothing of this was committed');
}

/** The largest permitted difference of clocks. With a larger difference, a machine runs no jobs, because lists count days. */
const SKEW_MAX_MS = 60_000;

/** How far a clock is ahead of the database's; 0 within SKEW_MAX_MS. */
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

function clockProblem(skewMs: number): string | null {
  if (skewMs === 0) return null;
  const seconds = Math.round(Math.abs(skewMs) / 1000).toLocaleString('en-US');
  return `the clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`;
}
