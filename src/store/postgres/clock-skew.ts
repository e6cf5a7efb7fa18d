import type { Clock } from '../../clock.ts';
import type { Queryable } from './database.ts';

/** Lists count days: a machine whose clock is further off than this makes none, and runs no other jobs. */
export const SKEW_MAX_MS = 60_000;

/** How far a clock is ahead of the database's, in ms, give or take half of the time that asking took. Throws StoreUnavailableError. */
export async function readClockSkewMs(
  database: Queryable,
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
): Promise<number> {
  const askedAtMs = clock.monotonicMs();
  const [row] = await database.query<{ now_ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  const halfWayMs = (clock.monotonicMs() - askedAtMs) / 2;
  return Math.round(clock.nowMs() - halfWayMs - (row?.now_ms ?? 0));
}

/** What an operator reads of a clock that is too far off; null when it isn't. */
export function skewProblem(skewMs: number): string | null {
  if (Math.abs(skewMs) <= SKEW_MAX_MS) return null;
  const seconds = Math.round(Math.abs(skewMs) / 1000).toLocaleString('en-US');
  return `the clock of this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`;
}
