import type { Clock } from '../../clock.ts';
import type { Queryable } from './database.ts';

/** Lists count days: a machine whose clock is further off than this makes none, and runs no other jobs. */
const SKEW_MAX_MS = 60_000;

/**
 * What an operator reads of a clock that is too far from the database's, give or take half of the time that asking took; null when it
 * isn't. Throws StoreUnavailableError.
 */
export async function findClockProblem(
  database: Queryable,
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
): Promise<string | null> {
  const askedAtMs = clock.monotonicMs();
  const [row] = await database.query<{ now_ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  const halfWayMs = (clock.monotonicMs() - askedAtMs) / 2;
  const skewMs = clock.nowMs() - halfWayMs - (row?.now_ms ?? 0);
  if (Math.abs(skewMs) <= SKEW_MAX_MS) return null;
  const seconds = Math.round(Math.abs(skewMs) / 1000).toLocaleString('en-US');
  return `the clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`;
}
