import type { Tier } from '../../../accounts/account-store.ts';
import { type KstDay, kstDayOf } from '../../../clock.ts';
import { type BurstLeft, IDENTIFY_LIMITS, type Limits } from '../../../gate/gate.ts';

/** As the function of the database writes it (migrations/0003-gate.sql). */
export type DecisionRow = readonly [
  groupNumber: number,
  accountId: number,
  userKey: string | null,
  tier: Tier,
  burstPerSecond: number | null,
  burst: number | null,
  dailyQuota: number | null,
  dayBefore: KstDay,
  usedBefore: number,
  admittedCalls: number,
  admittedLooks: number,
  debtUs: number,
  lookDebtUs: number,
  nowUs: number,
];

/** The outcome of equal calls, or looks, that were decided together. */
export interface DecidedGroup {
  readonly accountId: number;
  readonly addOnUserKey: string | null;
  readonly limits: Limits;
  /** The day that counts. */
  readonly day: KstDay;
  /** Its calls before these. */
  readonly usedBefore: number;
  /** How many of the calls pass, the first ones. */
  readonly admitted: number;
  /** What refuses the others; `retryAfterMs` says when the burst would let another one pass. */
  readonly refusedBy: 'burst' | 'daily';
  readonly retryAfterMs: number;
  /** How far the burst of calls was from full before them, in microseconds. */
  readonly debtUs: number;
  /** The clock of the decision. */
  readonly nowMs: number;
}

/** What was decided of the calls and the looks by one key. */
export interface GroupDecision {
  /** Counts from 1 in the order in which groups were sent. */
  readonly groupNumber: number;
  readonly calls: DecidedGroup;
  readonly looks: DecidedGroup;
}

/** No allowance is counted beyond some thirty years, so that sums stay exact. */
const ROOM_US_MAX = 1e15;

/** Works out the answers to callers; the database decided only who passes. */
export function readDecision(row: DecisionRow, tierLimits: Readonly<Record<Tier, Limits>>): GroupDecision {
  const [groupNumber, accountId, addOnUserKey, tier, burstPerSecond, burst, dailyQuota] = row;
  const [, , , , , , , dayBefore, usedBefore, calls, looks, debtUs, lookDebtUs, nowUs] = row;
  const limits = {
    burstPerSecond: burstPerSecond ?? tierLimits[tier].burstPerSecond,
    burst: burst ?? tierLimits[tier].burst,
    dailyQuota: dailyQuota ?? tierLimits[tier].dailyQuota,
  };
  const nowMs = Math.floor(nowUs / 1000);
  const day = Math.max(dayBefore, kstDayOf(nowMs));
  const used = day === dayBefore ? usedBefore : 0;
  const common = { accountId, addOnUserKey, limits, day, nowMs };
  return {
    groupNumber,
    calls: { ...common, debtUs, usedBefore: used, admitted: calls, ...refusal(limits, debtUs, calls) },
    looks: {
      ...common,
      debtUs: debtUs + calls * stepUs(limits),
      usedBefore: used + calls,
      admitted: looks,
      ...refusal(IDENTIFY_LIMITS, lookDebtUs, looks),
    },
  };
}

/** What refuses a call after the admitted ones. The burst is looked at before the day. */
function refusal(limits: Pick<Limits, 'burstPerSecond' | 'burst'>, debtUs: number, admitted: number) {
  const waitUs = debtUs + (admitted + 1) * stepUs(limits) - roomUs(limits);
  return {
    refusedBy: waitUs > 0 ? ('burst' as const) : ('daily' as const),
    retryAfterMs: Math.max(1, Math.ceil(waitUs / 1000)),
  };
}

/** What is left of the burst after the first `calls` of a group. */
export function burstLeftAfter(calls: number, { limits, debtUs }: DecidedGroup): BurstLeft {
  const owedUs = debtUs + calls * stepUs(limits);
  return {
    calls: Math.max(0, Math.floor((roomUs(limits) - owedUs) / stepUs(limits))),
    fullInSeconds: Math.max(1, Math.ceil(owedUs / 1_000_000)),
  };
}

/** Limits in the order in which the function of the database expects them. */
export function limitsArgument({ free, partner, enterprise }: Readonly<Record<Tier, Limits>>): number[] {
  const tiers = [free, partner, enterprise].flatMap((limits) => [
    stepUs(limits),
    limits.burst,
    limits.dailyQuota,
  ]);
  return [...tiers, stepUs(IDENTIFY_LIMITS), roomUs(IDENTIFY_LIMITS)];
}

/** Whole microseconds keep sums exact. Rounding a step up never lets more through than the limit. */
function stepUs({ burstPerSecond }: Pick<Limits, 'burstPerSecond'>): number {
  return Math.ceil(1_000_000 / burstPerSecond);
}

function roomUs(limits: Pick<Limits, 'burstPerSecond' | 'burst'>): number {
  return Math.min(stepUs(limits) * limits.burst, ROOM_US_MAX);
}
