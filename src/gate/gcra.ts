import type { BurstLeft, Limits } from './gate.ts';

export type BurstDecision =
  | { readonly admitted: true; readonly arrivalUs: number }
  | { readonly admitted: false; readonly retryAfterMs: number };

/** The state of an account that has not called yet. */
export const NEVER_CALLED = Number.NEGATIVE_INFINITY;

/**
 * The generic cell rate algorithm (docs/rules/limits.md#burst). At most `burst + burstPerSecond * t` calls pass
 * in any `t` seconds.
 *
 * `arrivalUs` is the whole state: the instant at which the allowance is full again, in microseconds of the monotonic
 * clock. An admitted call returns the next state. A refused one changes nothing and returns after how many whole
 * milliseconds, 1 or more, a call would pass.
 */
export function decideBurst(
  arrivalUs: number,
  limits: Pick<Limits, 'burstPerSecond' | 'burst'>,
  monotonicMs: number,
): BurstDecision {
  // Whole microseconds keep the sums exact. Rounding a step up never lets more through than the limit.
  const nowUs = Math.floor(monotonicMs * 1000);
  const stepUs = Math.ceil(1_000_000 / limits.burstPerSecond);
  // The upper bound matters only after limits were raised: nobody should go on waiting under the old ones.
  const fullAtUs = Math.min(Math.max(arrivalUs, nowUs), nowUs + limits.burst * stepUs);
  const waitUs = fullAtUs - nowUs - (limits.burst - 1) * stepUs;
  if (waitUs > 0) return { admitted: false, retryAfterMs: Math.ceil(waitUs / 1000) };
  return { admitted: true, arrivalUs: fullAtUs + stepUs };
}

/** Looks without counting: the same state and clock as in decideBurst. */
export function burstLeft(
  arrivalUs: number,
  limits: Pick<Limits, 'burstPerSecond' | 'burst'>,
  monotonicMs: number,
): BurstLeft {
  const nowUs = Math.floor(monotonicMs * 1000);
  const stepUs = Math.ceil(1_000_000 / limits.burstPerSecond);
  const fullAtUs = Math.min(Math.max(arrivalUs, nowUs), nowUs + limits.burst * stepUs);
  return {
    calls: Math.floor((limits.burst * stepUs - (fullAtUs - nowUs)) / stepUs),
    fullInSeconds: Math.max(1, Math.ceil((fullAtUs - nowUs) / 1_000_000)),
  };
}
