import { hashKey, isWellFormedKey } from '../../../accounts/api-key.ts';
import {
  type Admission,
  type Gate,
  type Identification,
  type QuotaState,
  quotaState,
  statusClassOf,
} from '../../../gate/gate.ts';
import type { Database } from '../database.ts';
import { createGateBatches, type Decision, type GateBatchesOptions } from './gate-batches.ts';
import { burstLeftAfter, type DecidedGroup } from './gate-decision.ts';
import { createUsageSplit } from './usage-split.ts';

export interface PostgresGateOptions extends GateBatchesOptions {
  readonly pepper: string;
  readonly keyPrefix: string;
  /** Gets every failed attempt to write the split by endpoint and outcome; it is kept and tried again. */
  readonly onWriteError: (error: unknown) => void;
}

/** A gate that can be made ready before its first call, and emptied before its process ends. */
export interface PostgresGate extends Gate {
  /** Opens its connections and has the database plan its decisions. Fails with StoreUnavailableError after `timeoutMs`. */
  warmUp(timeoutMs: number): Promise<void>;
  /** Resolves when the split of every settled call is in the database; rejects when it cannot be written. */
  flush(): Promise<void>;
}

/**
 * The gate of many instances. Calls that wait together are decided by one function of the database
 * (migrations/0061-gate-names.sql), which counts the admitted ones in the same commit: before any of them is answered. So `settle`
 * has nothing to save but the split by endpoint and outcome, which follows within a second.
 *
 * Nothing is remembered between calls: a revoke that was answered holds for every later call on every instance.
 * Without the database all calls fail with StoreUnavailableError within a second.
 */
export function createPostgresGate(options: PostgresGateOptions): PostgresGate {
  const { database, pepper, keyPrefix } = options;
  const batches = createGateBatches(options);
  const split = createUsageSplit(database, options.onWriteError);
  const hashOf = (apiKey: string) =>
    isWellFormedKey(keyPrefix, apiKey) ? Buffer.from(hashKey(pepper, apiKey)) : null;
  const decide = async (hash: Buffer | null, isLook: boolean) =>
    hash === null ? null : batches.decide(hash, isLook);

  return {
    admit: async (apiKey, endpoint) => toAdmission(await decide(hashOf(apiKey), false), endpoint),
    admitAccount: async (accountId, endpoint) =>
      toAdmission(await decide(await findKey(database, accountId), false), endpoint),
    identify: async (apiKey) => toIdentification(await decide(hashOf(apiKey), true)),
    identifyAccount: async (accountId) =>
      toIdentification(await decide(await findKey(database, accountId), true)),
    async settle(ticket, statusCode) {
      split.add(ticket, statusClassOf(statusCode));
    },
    warmUp: batches.warmUp,
    flush: split.flush,
  };
}

/** The live key of an account, which stands for it: one more question, for the few calls that the service itself makes. */
async function findKey(database: Database, accountId: number): Promise<Buffer | null> {
  const [row] = await database.query<{ hash: Buffer }>(
    'SELECT hash FROM api_key WHERE account_id = $1 AND revoked_at_ms IS NULL',
    [accountId],
  );
  return row?.hash ?? null;
}

const UNKNOWN_KEY = { outcome: 'unknown-key' } as const;

function toAdmission(decision: Decision | null, endpoint: string): Admission {
  if (decision === null) return UNKNOWN_KEY;
  const { group, index } = decision;
  const { accountId, addOnUserKey, day, admitted } = group;
  if (index < admitted) {
    return {
      outcome: 'admitted',
      caller: { accountId, addOnUserKey },
      quota: quotaOf(group, index + 1),
      ticket: { accountId, day, endpoint },
    };
  }
  const quota = quotaOf(group, admitted);
  if (group.refusedBy === 'daily') return { outcome: 'daily', accountId, quota };
  return { outcome: 'burst', accountId, quota, retryAfterMs: group.retryAfterMs };
}

function toIdentification(decision: Decision | null): Identification {
  if (decision === null) return UNKNOWN_KEY;
  const { group, index } = decision;
  const { accountId, addOnUserKey, retryAfterMs } = group;
  const quota = quotaOf(group, 0);
  if (index >= group.admitted) return { outcome: 'burst', accountId, quota, retryAfterMs };
  return { outcome: 'identified', caller: { accountId, addOnUserKey }, quota };
}

/** What is left after the first `calls` of a group. */
function quotaOf(group: DecidedGroup, calls: number): QuotaState {
  const { limits, day, nowMs, usedBefore } = group;
  const burst = burstLeftAfter(calls, group);
  return quotaState({ limits, day, dailyUsed: usedBefore + calls, burst }, nowMs);
}
