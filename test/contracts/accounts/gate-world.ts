import assert from 'node:assert/strict';
import type { Account } from '../../../src/accounts/account.ts';
import type { AccountStore } from '../../../src/accounts/account-store.ts';
import type { Gate } from '../../../src/gate/create-gate.ts';
import type { Decision, Limits } from '../../../src/gate/decide.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import { newKey } from '../state-world.ts';

/** An empty store at the contract's disposal. */
export interface GateSetup {
  readonly gate: Gate;
  /** The same accounts through another connection, as the command line uses it. */
  readonly accounts: AccountStore;
  /** Stands at 2026-11-20 12:00 KST. */
  readonly clock: FixedClock;
  readonly keyPrefix: string;
  /** Limits of tier free: `GATE_CONTRACT_LIMITS`. */
  readonly tierLimits: { readonly partner: Limits };
  /** A new gate on the same data, as after a restart of the process. */
  restart(): Gate;
}

/** Wide enough a burst that only the tests of the burst meet it. */
export const GATE_CONTRACT_LIMITS: Limits = { burstPerSecond: 10, burst: 2000, dailyQuota: 700 };

export const TIER_LIMITS = {
  free: GATE_CONTRACT_LIMITS,
  partner: { burstPerSecond: 100, burst: 200, dailyQuota: 50_000 },
  enterprise: { burstPerSecond: 1000, burst: 2000, dailyQuota: 5_000_000 },
};

/** A store with one account of tier free. */
export interface World extends GateSetup {
  readonly account: Account;
  /** The account's live key. */
  readonly key: string;
}

/** Begins with an account and its key. */
export async function withKey(setup: GateSetup): Promise<World> {
  return { ...setup, ...(await newKey(setup.accounts)) };
}

/** Makes a call, or a look, that must pass. */
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
