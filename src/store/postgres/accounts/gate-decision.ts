import { limitsOf, type Tier } from '../../../accounts/account-store.ts';
import type { KstDay } from '../../../clock.ts';
import { type BurstLeft, IDENTIFY_LIMITS, type Limits } from '../../../gate/gate.ts';
import { burstLeft, decideBurst, roomUs, stepUs } from '../../../gate/gcra.ts';

/** As the function of the database writes it (migrations/0061-gate-names.sql, 0062): the calls and looks by one key. */
export interface DecisionRow {
  /** Counts from 1 in the order in which groups were sent. */
  readonly group: number;
  readonly accountId: number;
  /** Null when the account has no add-on. */
  readonly userKey: string | null;
  readonly tier: Tier;
  /** The account's own limits; null where it has those of its tier. */
  readonly burstPerSecond: number | null;
  readonly burst: number | null;
  readonly dailyQuota: number | null;
  /** The day that counts, and its calls before these. */
  readonly day: KstDay;
  readonly used: number;
  /** How many of the calls, and of the looks, pass. */
  readonly admitted: number;
  readonly seen: number;
  /** How far the two bursts were from full before, in microseconds. */
  readonly debtUs: number;
  readonly lookDebtUs: number;
  /** The clock of the decision. */
  readonly nowUs: number;
}

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
  readonly calls: DecidedGroup;
  readonly looks: DecidedGroup;
}

/** Works out the answers to callers; the database decided only who passes. */
export function readDecision(row: DecisionRow, tierLimits: Readonly<Record<Tier, Limits>>): GroupDecision {
  const { accountId, userKey: addOnUserKey, tier, day, used, admitted, seen, debtUs } = row;
  const limits = limitsOf({ tier, override: row }, tierLimits);
  const common = { accountId, addOnUserKey, limits, day, nowMs: Math.floor(row.nowUs / 1000) };
  return {
    calls: { ...common, debtUs, usedBefore: used, admitted, ...refusal(limits, debtUs, admitted) },
    looks: {
      ...common,
      debtUs: debtUs + admitted * stepUs(limits),
      usedBefore: used + admitted,
      admitted: seen,
      ...refusal(IDENTIFY_LIMITS, row.lookDebtUs, seen),
    },
  };
}

/** What refuses a call after the admitted ones. The burst is looked at before the day. */
function refusal(limits: Pick<Limits, 'burstPerSecond' | 'burst'>, debtUs: number, admitted: number) {
  const next = decideBurst(debtUs + admitted * stepUs(limits), limits, 0);
  return next.admitted
    ? { refusedBy: 'daily' as const, retryAfterMs: 1 }
    : { refusedBy: 'burst' as const, retryAfterMs: next.retryAfterMs };
}

/** What is left of the burst after the first `calls` of a group. */
export function burstLeftAfter(calls: number, { limits, debtUs }: DecidedGroup): BurstLeft {
  return burstLeft(debtUs + calls * stepUs(limits), limits, 0);
}

/** Limits as the function of the database takes them: tiers, their steps, bursts and quotas, step and room of looks. */
export function limitsArguments(tierLimits: Readonly<Record<Tier, Limits>>) {
  const tiers = Object.entries(tierLimits);
  return [
    tiers.map(([tier]) => tier),
    tiers.map(([, limits]) => stepUs(limits)),
    tiers.map(([, { burst }]) => burst),
    tiers.map(([, { dailyQuota }]) => dailyQuota),
    stepUs(IDENTIFY_LIMITS),
    roomUs(IDENTIFY_LIMITS),
  ] as const;
}
