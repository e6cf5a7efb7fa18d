import type { Limits } from './gate.ts';

type BurstLimits = Pick<Limits, 'burstPerSecond' | 'burst'>;

/** The state of an account that has never called. */
export const NEVER_CALLED = Number.NEGATIVE_INFINITY;

/**
 * The generic cell rate algorithm (docs/api.md#burst). At most `burst + burstPerSecond * t` calls pass in any `t` seconds. The
 * whole state is the instant at which the allowance is full again, in microseconds of a clock. Returns how far from full it is,
 * at most one whole allowance, so that raised limits apply at once.
 */
export function debtOf(fullAtUs: number, limits: BurstLimits, nowUs: number): number {
  return Math.min(Math.max(fullAtUs - nowUs, 0), roomUs(limits));
}

/** How many calls pass at once now. Each adds `stepUs` to the debt. */
export function callsLeft(debtUs: number, limits: BurstLimits): number {
  return Math.floor((roomUs(limits) - debtUs) / stepUs(limits));
}

/** Whole milliseconds until a call would pass; 0 = now. */
export function waitMs(debtUs: number, limits: BurstLimits): number {
  return Math.max(0, Math.ceil((debtUs + stepUs(limits) - roomUs(limits)) / 1000));
}

/** Whole microseconds keep sums exact. Rounding a step up never lets more calls through than the limit. */
export function stepUs({ burstPerSecond }: Pick<Limits, 'burstPerSecond'>): number {
  return Math.ceil(1_000_000 / burstPerSecond);
}

/** The time in which a whole allowance refills, capped at some thirty years so that sums stay exact. */
export function roomUs(limits: BurstLimits): number {
  return Math.min(stepUs(limits) * limits.burst, ROOM_US_MAX);
}

const ROOM_US_MAX = 1e15;
