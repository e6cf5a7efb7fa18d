import { type KstDay, kstDayStartMs } from '../clock.ts';

export interface Limits {
  readonly burstPerSecond: number;
  /** The number of calls that can pass at once after a pause. */
  readonly burst: number;
  readonly dailyQuota: number;
}

/** The highest limits that operators can set. Several processes together can serve so many calls. */
export const DAILY_QUOTA_MAX = 1_000_000_000;
export const BURST_MAX = 1_000_000;

export interface Caller {
  readonly accountId: number;
  /** Public id of the account for add-on links; null if it isn't enrolled (docs/api.md#add-on-links). */
  readonly addOnUserKey: string | null;
}

export interface QuotaState {
  readonly limits: Limits;
  readonly day: KstDay;
  /** Includes calls in progress. Exceeds the quota after the quota was lowered. */
  readonly dailyUsed: number;
  readonly dailyRemaining: number;
  /** Seconds until `day` ends, at least 1. More than a day is possible after the clock was set back. */
  readonly dailyResetSeconds: number;
  /** How many calls would pass now, and the whole seconds until the burst is full again. */
  readonly burst: { readonly calls: number; readonly fullInSeconds: number };
}

export interface Decision {
  /** The limit that refuses the call, or `passed`. */
  readonly outcome: 'passed' | 'burst' | 'daily';
  readonly caller: Caller;
  readonly quota: QuotaState;
  /** Milliseconds until another call can pass; 0 if this call passes. */
  readonly retryAfterMs: number;
}

/** A rate limit: `burst` attempts at once, then one every `everySeconds`. */
export interface Allowance {
  readonly burst: number;
  readonly everySeconds: number;
}

export interface RateLimiter {
  /** Null if the attempt is allowed, otherwise the seconds to wait. A refused attempt doesn't count. */
  take(what: string, who: string, allowance: Allowance): Promise<number | null>;
  /** Resets the attempts of a caller who has proved their identity. */
  forget(what: string, who: string): Promise<void>;
}

export interface Meter {
  /** The last day with calls of the account. `used` is their number. */
  readonly day: KstDay;
  readonly used: number;
  /** The time when the burst is full again, in microseconds. */
  readonly fullAtUs: number;
}

/** The result for a group, the waiting calls with one key. The first `admitted` calls pass. */
export interface Passed {
  /** The day to whose quota the calls count. Never goes back when the clock does. */
  readonly day: KstDay;
  readonly usedBefore: number;
  readonly admitted: number;
  /** Microseconds until the burst is full again, without this group's calls. */
  readonly debtUs: number;
}

/**
 * A call refused by one limit doesn't use up the other. The function `gate_decide` in PostgreSQL follows the same rule
 * (src/store/schema/gate.sql).
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

/** The decision on a group, the waiting calls with one active key. */
export interface Decided {
  readonly caller: Caller;
  readonly limits: Limits;
  readonly passed: Passed;
  readonly nowMs: number;
}

/** The decision on call `number` (from 1) of a group. Without `number`, the state of the account after all calls of the group. */
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
    burst: { calls: callsLeft(debtUs, limits), fullInSeconds: Math.max(1, Math.ceil(debtUs / 1_000_000)) },
  };
  if (number === undefined || number <= admitted)
    return { outcome: 'passed', caller, quota, retryAfterMs: 0 };
  const retryAfterMs = waitMs(debtUs, limits);
  // If both limits refuse the call, the burst is the reason in the response.
  if (retryAfterMs > 0) return { outcome: 'burst', caller, quota, retryAfterMs };
  return { outcome: 'daily', caller, quota, retryAfterMs: quota.dailyResetSeconds * 1000 };
}

/** A key's hash, as latin1, and the number of waiting calls with the key. 0 calls only read the account's state. */
export interface Asked {
  readonly hash: string;
  readonly calls: number;
}

/** The counts of all accounts, in SQLite or PostgreSQL. Methods throw StoreUnavailableError. */
export interface GateRows {
  readonly callTimeoutMs: number;
  /** A call that has waited longer for its batch fails: too little of `callTimeoutMs` is left. */
  readonly queueMaxMs: number;
  /** A batch collects the calls of so many ticks of the event loop. */
  readonly ticks: 1 | 2;
  /** The number of batches that may be undecided at once. A second one is sent only if the first is late. */
  readonly batchesMax: number;
  /**
   * Decides groups with different keys, and commits all counts or none. Null = the key isn't active, or its account isn't; `busy`
   * = another process is working on the account. Fails after `timeoutMs`, but makes at least one attempt.
   */
  decide(batch: readonly Asked[], timeoutMs: number): Promise<readonly (Decided | 'busy' | null)[]>;
  findHash(accountId: number): Promise<string | null>;
}

type BurstLimits = Pick<Limits, 'burstPerSecond' | 'burst'>;

/** The `fullAtUs` of an account without calls. */
export const NEVER_CALLED = Number.NEGATIVE_INFINITY;

/**
 * The generic cell rate algorithm (docs/api.md#burst): at most `burst + burstPerSecond * t` calls pass in any `t` seconds.
 * Returns the microseconds until the burst is full again. The maximum, a whole burst, lets raised limits apply at once.
 */
export function debtOf(fullAtUs: number, limits: BurstLimits, nowUs: number): number {
  return Math.min(Math.max(fullAtUs - nowUs, 0), roomUs(limits));
}

/** How many calls pass now. Each adds `stepUs` to the debt. */
export function callsLeft(debtUs: number, limits: BurstLimits): number {
  return Math.floor((roomUs(limits) - debtUs) / stepUs(limits));
}

/** Milliseconds until another call can pass; 0 = now. */
export function waitMs(debtUs: number, limits: BurstLimits): number {
  return Math.max(0, Math.ceil((debtUs + stepUs(limits) - roomUs(limits)) / 1000));
}

/** Microseconds per call. Whole numbers keep sums exact; rounding up never lets more calls pass. */
export function stepUs({ burstPerSecond }: Pick<Limits, 'burstPerSecond'>): number {
  return Math.ceil(1_000_000 / burstPerSecond);
}

/** Microseconds in which an empty burst refills. The maximum keeps sums exact. */
export function roomUs(limits: BurstLimits): number {
  return Math.min(stepUs(limits) * limits.burst, ROOM_US_MAX);
}

const ROOM_US_MAX = 1e15;
