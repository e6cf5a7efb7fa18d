import type { Clock } from '../clock.ts';
import { createTurns, NoTurnError, type TurnLimits } from '../turns.ts';
import { ApiError } from './errors.ts';

/**
 * Everything that the pages make for people without a key, together: at most a third of the time of the thread that
 * serves everybody. What waits is done within seconds.
 */
const LIMITS: TurnLimits = {
  atOnceMax: 4,
  waitingMax: 200,
  waitingPerCallerMax: 40,
  restFactor: 2,
};

/**
 * Does work for anybody, such as rendering a page that isn't kept, when it is its turn. Throws UPSTREAM_UNAVAILABLE
 * with Retry-After if too many wait. `caller` is the caller's address (callerOf).
 */
export type PublicWork = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

export function createPublicWork(clock: Clock): PublicWork {
  const turns = createTurns(LIMITS, clock);
  return (caller, work) =>
    turns.take(work, caller).catch((error: unknown) => {
      if (!(error instanceof NoTurnError)) throw error;
      throw new ApiError('UPSTREAM_UNAVAILABLE', {}, { 'Retry-After': '2' });
    });
}
