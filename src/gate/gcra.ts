import type { BurstLeft, Limits } from './gate.ts';

export type BurstDecision =
  | { readonly admitted: true; readonly arrivalUs: number }
  | { readonly admitted: false; readonly retryAfterMs: number };

/** The state of an account that has not called yet. */
export const NEVER_CALLED = Number.NEGATIVE_INFINITY;

/**
 * The generic cell rate algorithm (docs/api.md#burst). At most `burst + burstPerSecond * t` calls pass
 * in any `t` seconds.
 *
 * `arrivalUs` is the whole state: the instant at which the allowance is full again, in microseconds of the monotonic
 * clock. An admitted call returns the next state. A refused one changes nothing and returns after how many whole
 * milliseconds, 1 or more, a call would pass.
 */
export function decideBurst(arrivalUs: number, limits: BurstLimits, monotonicMs: number): BurstDecision {
  const nowUs = Math.floor(monotonicMs * 1000);
  const fullAtUs = nowUs + debtUs(arrivalUs, limits, nowUs);
  const waitUs = fullAtUs - nowUs + stepUs(limits) - roomUs(limits);
  if (waitUs > 0) return { admitted: false, retryAfterMs: Math.ceil(waitUs / 1000) };
  return { admitted: true, arrivalUs: fullAtUs + stepUs(limits) };
}

/** Looks without counting: the same state and clock as in decideBurst. */
export function burstLeft(arrivalUs: number, limits: BurstLimits, monotonicMs: number): BurstLeft {
  const owedUs = debtUs(arrivalUs, limits, Math.floor(monotonicMs * 1000));
  return {
    calls: Math.floor((roomUs(limits) - owedUs) / stepUs(limits)),
    fullInSeconds: Math.max(1, Math.ceil(owedUs / 1_000_000)),
  };
}

type BurstLimits = Pick<Limits, 'burstPerSecond' | 'burst'>;

/** How far the allowance is from full, bounded so that nobody keeps waiting under the limits of before. */
function debtUs(arrivalUs: number, limits: BurstLimits, nowUs: number): number {
  return Math.min(Math.max(arrivalUs - nowUs, 0), roomUs(limits));
}

/** Whole microseconds keep sums exact. Rounding a step up never lets more calls through than the limit. */
export function stepUs({ burstPerSecond }: Pick<Limits, 'burstPerSecond'>): number {
  return Math.ceil(1_000_000 / burstPerSecond);
}

/** A whole allowance. Counting stops at some thirty years, so that sums stay exact. */
export function roomUs(limits: BurstLimits): number {
  return Math.min(stepUs(limits) * limits.burst, ROOM_US_MAX);
}

const ROOM_US_MAX = 1e15;
