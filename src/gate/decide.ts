import type { KstDay } from '../clock.ts';
import { type Caller, type Decision, IDENTIFY_LIMITS, type Limits, quotaState } from './gate.ts';
import { callsLeft, debtOf, stepUs, waitMs } from './gcra.ts';

/** Calls by one key, and reads of its account's state, that are decided together. Calls are decided first. */
export interface Asked {
  readonly calls: number;
  readonly looks: number;
}

/** What the gate knows of an account. Instants are microseconds of the clock by which bursts are decided. */
export interface Meter {
  /** The last day on which the account called, and its calls on that day. */
  readonly day: KstDay;
  readonly used: number;
  /** When the allowance of calls is full again, and that of looks. */
  readonly fullAtUs: number;
  readonly lookFullAtUs: number;
}

/** How many of equal calls and looks pass: the first ones. */
export interface Passed {
  /** The day that counts, and its calls before these. It never goes back. */
  readonly day: KstDay;
  readonly usedBefore: number;
  readonly admitted: number;
  readonly seen: number;
  /** How far the two allowances were from full before. */
  readonly debtUs: number;
  readonly lookDebtUs: number;
}

/**
 * The rule of the gate. A refusal counts nothing: one by the burst doesn't use up the day, and one by the day doesn't use
 * up the burst. `after` is the meter once the calls are counted. On PostgreSQL `gate_decide` is the same rule
 * (src/store/schema/gate.sql).
 */
export function decide(
  meter: Meter,
  limits: Limits,
  { calls, looks }: Asked,
  today: KstDay,
  nowUs: number,
): Passed & { readonly after: Meter } {
  const day = Math.max(meter.day, today);
  const usedBefore = meter.day < today ? 0 : meter.used;
  const debtUs = debtOf(meter.fullAtUs, limits, nowUs);
  const lookDebtUs = debtOf(meter.lookFullAtUs, IDENTIFY_LIMITS, nowUs);
  const left = Math.min(callsLeft(debtUs, limits), limits.dailyQuota - usedBefore);
  const admitted = Math.max(0, Math.min(calls, left));
  const seen = Math.min(looks, callsLeft(lookDebtUs, IDENTIFY_LIMITS));
  const lookStepUs = stepUs(IDENTIFY_LIMITS);
  const after = {
    day,
    used: usedBefore + admitted,
    fullAtUs: admitted > 0 ? nowUs + debtUs + admitted * stepUs(limits) : meter.fullAtUs,
    lookFullAtUs: seen > 0 ? nowUs + lookDebtUs + seen * lookStepUs : meter.lookFullAtUs,
  };
  return { day, usedBefore, admitted, seen, debtUs, lookDebtUs, after };
}

/** What was decided of the calls and looks by one live key. */
export interface Decided {
  readonly caller: Caller;
  readonly limits: Limits;
  readonly passed: Passed;
  /** The wall clock of the decision, Unix ms. */
  readonly nowMs: number;
}

/** What one of the calls, or looks, is told: the one that was number `index`, from 0. */
export function decisionOf(
  { caller, limits, passed, nowMs }: Decided,
  isLook: boolean,
  index: number,
): Decision {
  const { day, usedBefore, admitted, seen, lookDebtUs } = passed;
  const passes = index < (isLook ? seen : admitted);
  const calls = passes && !isLook ? index + 1 : admitted;
  const debtUs = passed.debtUs + calls * stepUs(limits);
  const burst = {
    calls: callsLeft(debtUs, limits),
    fullInSeconds: Math.max(1, Math.ceil(debtUs / 1_000_000)),
  };
  const quota = quotaState({ limits, day, dailyUsed: usedBefore + calls, burst }, nowMs);
  if (passes) return { outcome: 'passed', caller, quota };
  const retryAfterMs = isLook
    ? waitMs(lookDebtUs + seen * stepUs(IDENTIFY_LIMITS), IDENTIFY_LIMITS)
    : waitMs(debtUs, limits);
  // The burst is looked at before the day.
  if (retryAfterMs > 0) return { outcome: 'burst', caller, quota, retryAfterMs };
  return { outcome: 'daily', caller, quota };
}

/** Calls and looks by the key with a hash (its bytes as latin1). */
export interface AskedBy extends Asked {
  readonly hash: string;
}

/** Calls of an account on a day, by endpoint and first digit of their status. */
export interface UsageCount {
  readonly accountId: number;
  readonly day: KstDay;
  readonly endpoint: string;
  readonly statusClass: number;
  calls: number;
}

/** Where the gate's rows are. Everything throws StoreUnavailableError if they can't be read or written. */
export interface GateRows {
  /** How long a call may wait in all, in ms. */
  readonly callTimeoutMs: number;
  /** A call that has waited longer for the batches before its own fails: the rest of its time wouldn't be enough. */
  readonly queueMaxMs: number;
  /** For how many turns of the event loop a batch collects calls. */
  readonly turns: 1 | 2;
  /** Batches that may be under way at once. A second one is sent only when the first is late. */
  readonly batchesMax: number;
  /**
   * Decides by the rule of src/gate/decide.ts, and commits the counts: all or none. No hash comes twice. Null where no live
   * key of an active account has the hash. Fails after `timeoutMs`; where that is over already, one attempt is made.
   */
  decide(batch: readonly AskedBy[], timeoutMs: number): Promise<readonly (Decided | null)[]>;
  /** The hash of an account's live key, or null. */
  findHash(accountId: number): Promise<string | null>;
  /**
   * Adds counts in one commit; those of closed accounts are left out. `batchNo` counts up by one, and after a failure the
   * same batch comes again: it is added once, even if the commit of before was made after all.
   */
  addUsage(batchNo: number, counts: readonly UsageCount[]): Promise<void>;
}
