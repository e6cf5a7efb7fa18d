import { type KstDay, kstDayStartMs } from '../clock.ts';
import type { Caller, Decision, Limits } from './gate.ts';

/** The gate's stored state of an account. */
export interface Meter {
  /** The last day on which the account called, and its calls on that day. */
  readonly day: KstDay;
  readonly used: number;
  /** When the allowance of calls is full again. */
  readonly fullAtUs: number;
}

/** How many calls of a group pass. Calls of one key are equal, so the first ones do. */
export interface Passed {
  /** The day being counted, which never goes back. `used`: its calls before this group. */
  readonly day: KstDay;
  readonly usedBefore: number;
  readonly admitted: number;
  /** How far the allowance was from full before this group. */
  readonly debtUs: number;
}

/**
 * The gate's rule. A refused call counts nothing: neither the burst's refusals use up the day, nor the day's the burst. `after`
 * is the meter once the calls are counted. PostgreSQL has this rule in `gate_decide` (src/store/schema/gate.sql).
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

/** The decision on a group: the calls of one live key. */
export interface Decided {
  readonly caller: Caller;
  readonly limits: Limits;
  readonly passed: Passed;
  readonly nowMs: number;
}

/** The decision for the n-th call of a group, counted from 1; without `number`, for a read of the state after the whole group. */
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
  // The burst is checked before the day.
  if (retryAfterMs > 0) return { outcome: 'burst', caller, quota, retryAfterMs };
  return { outcome: 'daily', caller, quota };
}

/** A group to decide: how many calls a key made. `hash` holds the bytes of its hash as latin1; 0 calls only read the state. */
export interface Asked {
  readonly hash: string;
  readonly calls: number;
}

/** The store of the gate's rows. Everything throws StoreUnavailableError if they can't be read or written. */
export interface GateRows {
  /** How long a call may wait in all, in ms. */
  readonly callTimeoutMs: number;
  /** The longest wait in the queue, in ms. A call that waited longer fails, because its remaining time wouldn't be enough. */
  readonly queueMaxMs: number;
  /** For how many ticks of the event loop a batch collects calls. */
  readonly ticks: 1 | 2;
  /** Batches that may be under way at once. A second one is sent only when the first is late. */
  readonly batchesMax: number;
  /**
   * Decides groups of different keys by the rule of src/gate/decide.ts, and commits all counts or none. Null for a group whose
   * key isn't a live one of an active account; `busy` while another process is deciding calls of the account. Fails after
   * `timeoutMs`, but makes at least one attempt.
   */
  decide(batch: readonly Asked[], timeoutMs: number): Promise<readonly (Decided | 'busy' | null)[]>;
  /** The hash of an account's live key, or null. */
  findHash(accountId: number): Promise<string | null>;
}

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
