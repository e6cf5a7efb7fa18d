import { type KstDay, kstDayStartMs } from '../clock.ts';
import type { Caller, Decision, Limits } from './gate.ts';

/** The gate's stored state of an account. */
export interface Meter {
  /** The last day on which the account called; `used` = its calls on that day. */
  readonly day: KstDay;
  readonly used: number;
  /** When the burst will have refilled completely, in microseconds. */
  readonly fullAtUs: number;
}

/** How many calls of a group pass: the first `admitted` ones, because calls of one key are equal. */
export interface Passed {
  /** The day to which the calls count; it never goes back. `usedBefore` = its calls before this group. */
  readonly day: KstDay;
  readonly usedBefore: number;
  readonly admitted: number;
  /** Microseconds until the burst would have been full, before this group. */
  readonly debtUs: number;
}

/**
 * The gate's rule. A call that one of the limits refuses doesn't count against the other. `after` is the meter with the calls
 * that pass. PostgreSQL has the same rule in `gate_decide` (src/store/schema/gate.sql).
 */
export function decide(
  meter: Meter,
  limits: Limits,
  calls: number,
  today: KstDay,
  nowUs: number,
): Passed & { readonly after: Meter } {
  const day = Math.max(meter.day, today);
  const usedBefore = meter.day < today ? 0 : meter.used;
  const debtUs = debtOf(meter.fullAtUs, limits, nowUs);
  const left = Math.min(callsLeft(debtUs, limits), limits.dailyQuota - usedBefore);
  const admitted = Math.max(0, Math.min(calls, left));
  const fullAtUs = admitted > 0 ? nowUs + debtUs + admitted * stepUs(limits) : meter.fullAtUs;
  return { day, usedBefore, admitted, debtUs, after: { day, used: usedBefore + admitted, fullAtUs } };
}

/** What was decided on a group, that is, on the calls with one live key. */
export interface Decided {
  readonly caller: Caller;
  readonly limits: Limits;
  readonly passed: Passed;
  readonly nowMs: number;
}

/** The decision on call `number` of a group, counted from 1; without `number`, on a read of the state after the whole group. */
export function decisionOf({ caller, limits, passed, nowMs }: Decided, number?: number): Decision {
  const { day, usedBefore, admitted } = passed;
  const calls = Math.min(number ?? admitted, admitted);
  const debtUs = passed.debtUs + calls * stepUs(limits);
  const dailyUsed = usedBefore + calls;
  const quota = {
    limits,
    day,
    dailyUsed,
    dailyRemaining: Math.max(0, limits.dailyQuota - dailyUsed),
    dailyResetSeconds: Math.max(1, Math.ceil((kstDayStartMs(day + 1) - nowMs) / 1000)),
    burst: {
      calls: callsLeft(debtUs, limits),
      fullInSeconds: Math.max(1, Math.ceil(debtUs / 1_000_000)),
    },
  };
  if (number === undefined || number <= admitted) return { outcome: 'passed', caller, quota };
  const retryAfterMs = waitMs(debtUs, limits);
  // If both limits are exceeded, the burst is the reason given.
  if (retryAfterMs > 0) return { outcome: 'burst', caller, quota, retryAfterMs };
  return { outcome: 'daily', caller, quota };
}

/** A group to decide: the bytes of a key's hash as latin1, and how many calls have that key. 0 calls only read the state. */
export interface Asked {
  readonly hash: string;
  readonly calls: number;
}

/** The gate's rows in one of the stores. All methods throw StoreUnavailableError if the store can't be read or written. */
export interface GateRows {
  /** How long a call may wait for its decision, in ms. */
  readonly callTimeoutMs: number;
  /** How long a call may wait for its batch, in ms. After that it fails, because too little of `callTimeoutMs` is left. */
  readonly queueMaxMs: number;
  /** Ticks of the event loop for which a batch collects calls. */
  readonly ticks: 1 | 2;
  /** Batches that may be under way at once: another one is sent only when the last is late. */
  readonly batchesMax: number;
  /**
   * Decides groups of different keys by the rule of `decide` and commits all counts or none. A group whose key isn't a live one
   * of an active account gets null; `busy` means that another process is deciding calls of the account. Fails after
   * `timeoutMs`, but makes at least one attempt.
   */
  decide(batch: readonly Asked[], timeoutMs: number): Promise<readonly (Decided | 'busy' | null)[]>;
  /** The hash of an account's live key, or null. */
  findHash(accountId: number): Promise<string | null>;
}

type BurstLimits = Pick<Limits, 'burstPerSecond' | 'burst'>;

/** The `fullAtUs` of a caller who has never called. */
export const NEVER_CALLED = Number.NEGATIVE_INFINITY;

/**
 * The generic cell rate algorithm (docs/api.md#burst): at most `burst + burstPerSecond * t` calls pass in any `t` seconds. Its
 * only state is the instant at which the burst will be full again, in microseconds. Returns the time until then, but at most
 * that of a whole burst, so that raised limits apply at once.
 */
export function debtOf(fullAtUs: number, limits: BurstLimits, nowUs: number): number {
  return Math.min(Math.max(fullAtUs - nowUs, 0), roomUs(limits));
}

/** How many calls would pass now. Each call adds `stepUs` to the debt. */
export function callsLeft(debtUs: number, limits: BurstLimits): number {
  return Math.floor((roomUs(limits) - debtUs) / stepUs(limits));
}

/** Whole milliseconds until another call passes; 0 = it passes now. */
export function waitMs(debtUs: number, limits: BurstLimits): number {
  return Math.max(0, Math.ceil((debtUs + stepUs(limits) - roomUs(limits)) / 1000));
}

/** Microseconds in which one call refills; whole ones, so that sums are exact. Rounding up never lets more calls through. */
export function stepUs({ burstPerSecond }: Pick<Limits, 'burstPerSecond'>): number {
  return Math.ceil(1_000_000 / burstPerSecond);
}

/** The time in which a whole burst refills, at most some thirty years, so that sums are exact. */
export function roomUs(limits: BurstLimits): number {
  return Math.min(stepUs(limits) * limits.burst, ROOM_US_MAX);
}

const ROOM_US_MAX = 1e15;
