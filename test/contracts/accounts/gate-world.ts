import assert from 'node:assert/strict';
import type { Account } from '../../../src/accounts/account.ts';
import type { AccountStore } from '../../../src/accounts/account-store.ts';
import type { Gate } from '../../../src/gate/create-gate.ts';
import type { Decision, Limits } from '../../../src/gate/decide.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import { newKey } from '../state-world.ts';

export interface GateSetup {
  readonly gate: Gate;
  /** The same accounts through another connection, as the command line uses it. */
  readonly accounts: AccountStore;
  /** Stands at 2026-11-20 12:00 KST. */
  readonly clock: FixedClock;
  readonly keyPrefix: string;
  readonly tierLimits: { readonly partner: Limits };
  /** A new gate, as after a restart. */
  restart(): Gate;
}

/** The burst is so wide that only the tests of the burst meet it. */
export const GATE_CONTRACT_LIMITS: Limits = { burstPerSecond: 10, burst: 2000, dailyQuota: 700 };

export const TIER_LIMITS = {
  free: GATE_CONTRACT_LIMITS,
  partner: { burstPerSecond: 100, burst: 200, dailyQuota: 50_000 },
  enterprise: { burstPerSecond: 1000, burst: 2000, dailyQuota: 5_000_000 },
};

export interface World extends GateSetup {
  readonly account: Account;
  readonly key: string;
}

export async function withKey(setup: GateSetup): Promise<World> {
  return { ...setup, ...(await newKey(setup.accounts)) };
}

export async function passed(decision: Promise<Decision | null>): Promise<Decision> {
  const made = await decision;
  assert.ok(made?.outcome === 'passed', made?.outcome);
  return made;
}

export function admitMany(gate: Gate, who: string | number, count: number): Promise<(Decision | null)[]> {
  return Promise.all(Array.from({ length: count }, () => gate.admit(who)));
}

export function countOf(decisions: readonly (Decision | null)[], outcome: Decision['outcome']): number {
  return decisions.filter((one) => one?.outcome === outcome).length;
}
