import type { Tier } from '../../../accounts/account-store.ts';
import { hashKey, isWellFormedKey } from '../../../accounts/api-key.ts';
import { type Clock, kstDayStartMs } from '../../../clock.ts';
import type { Admission, Gate, Identification, Limits, QuotaState } from '../../../gate/gate.ts';
import type { Database } from '../database.ts';
import { createGateBatches, type Decision } from './gate-batches.ts';
import { createUsageSplit } from './usage-split.ts';

export interface PostgresGateOptions {
  readonly database: Database;
  readonly pepper: string;
  readonly keyPrefix: string;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  /** Gets every failed attempt to write the split by endpoint and outcome; it is kept and tried again. */
  readonly onWriteError: (error: unknown) => void;
  /** In place of the database's clock, for tests. */
  readonly clock?: Clock;
}

/** A gate that can be emptied before its process ends. */
export interface PostgresGate extends Gate {
  /** Resolves when the split of every settled call is in the database; rejects when it cannot be written. */
  flush(): Promise<void>;
}

/**
 * The gate of many instances. Calls of one turn of the event loop are decided by one function of the database
 * (migrations/0003-gate.sql), which counts the admitted ones in the same commit: before any of them is answered. So `settle`
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

  return {
    async admit(apiKey, endpoint) {
      const hash = hashOf(apiKey);
      return hash === null ? UNKNOWN_KEY : toAdmission(await batches.decide({ hash }, false), endpoint);
    },
    admitAccount: async (accountId, endpoint) =>
      toAdmission(await batches.decide({ accountId }, false), endpoint),
    async identify(apiKey) {
      const hash = hashOf(apiKey);
      return hash === null ? UNKNOWN_KEY : toIdentification(await batches.decide({ hash }, true));
    },
    identifyAccount: async (accountId) => toIdentification(await batches.decide({ accountId }, true)),
    async settle(ticket, statusCode) {
      const statusClass = Math.floor(statusCode / 100);
      // The table refuses it too, but there it would fail the whole batch.
      if (!(statusClass >= 2 && statusClass <= 5)) throw new RangeError(`no answer has status ${statusCode}`);
      split.add(ticket, statusClass);
    },
    flush: split.flush,
  };
}

const UNKNOWN_KEY = { outcome: 'unknown-key' } as const;

function toAdmission(decision: Decision | null, endpoint: string): Admission {
  if (decision === null) return UNKNOWN_KEY;
  const { row, index } = decision;
  const accountId = row.account_id;
  if (index < row.admitted) {
    return {
      outcome: 'admitted',
      caller: { accountId, addOnUserKey: row.user_key },
      quota: quotaOf(decision, row.used_before + index + 1),
      ticket: { accountId, day: row.day, endpoint },
    };
  }
  const quota = quotaOf(decision, row.used_before + row.admitted);
  if (row.refused_by === 'daily') return { outcome: 'daily', accountId, quota };
  return { outcome: 'burst', accountId, quota, retryAfterMs: row.retry_after_ms };
}

function toIdentification(decision: Decision | null): Identification {
  if (decision === null) return UNKNOWN_KEY;
  const { row, index } = decision;
  const accountId = row.account_id;
  const quota = quotaOf(decision, row.used_before);
  if (index >= row.admitted) return { outcome: 'burst', accountId, quota, retryAfterMs: row.retry_after_ms };
  return { outcome: 'identified', caller: { accountId, addOnUserKey: row.user_key }, quota };
}

function quotaOf({ row }: Decision, used: number): QuotaState {
  return {
    limits: { burstPerSecond: row.burst_per_second, burst: row.burst, dailyQuota: row.daily_quota },
    day: row.day,
    dailyUsed: used,
    dailyRemaining: Math.max(0, row.daily_quota - used),
    dailyResetSeconds: Math.max(1, Math.ceil((kstDayStartMs(row.day + 1) - row.now_ms) / 1000)),
  };
}
