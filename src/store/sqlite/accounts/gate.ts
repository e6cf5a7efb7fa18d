import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type Account, limitsOf, TIERS, type Tier } from '../../../accounts/account-store.ts';
import { hashKey, isWellFormedKey } from '../../../accounts/api-key.ts';
import type { Clock, KstDay } from '../../../clock.ts';
import { createAccountMeter, type DayCount } from '../../../gate/account-meter.ts';
import {
  type Admission,
  type Caller,
  type Gate,
  type Identification,
  type Limits,
  statusClassOf,
} from '../../../gate/gate.ts';
import { storedWord } from '../../stored-value.ts';
import { dataVersionOf } from '../data-version.ts';
import { readSafely } from '../file-faults.ts';
import { rowOf } from '../rows.ts';
import { createUsageWriter } from './usage-writer.ts';

/** Accounts whose counters are held in memory, about 200 bytes each, before idle ones are dropped. */
const ACCOUNTS_IN_MEMORY_MAX = 50_000;

interface SqliteGateOptions {
  /**
   * A connection of the gate's own to the migrated accounts file, opened with a busy timeout of 0: the gate
   * waits for other writers without holding up the thread.
   */
  readonly db: DatabaseSync;
  readonly pepper: string;
  readonly keyPrefix: string;
  readonly clock: Clock;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  /** Called once for every batch of counts that could not be written; its calls were answered 503. */
  readonly onWriteError: (error: unknown) => void;
}

/**
 * The gate of the embedded store. Whether keys and limits still hold is asked of the database at every call, so a
 * change made by another process holds for the next one. Counters live here, because one process alone answers calls on an
 * embedded store; they are loaded from the database and written back by `settle`. `flush` resolves when every settled call
 * is on disk, and rejects when the store still cannot be written.
 */
export function createSqliteGate(options: SqliteGateOptions): Gate & { flush(): Promise<void> } {
  const { db, pepper, keyPrefix, clock } = options;
  const holders = holderQueries(db, options.tierLimits, pepper);
  const holderOf = rememberHolders(db, holders.ofKey, (apiKey) => isWellFormedKey(keyPrefix, apiKey));
  const meter = createAccountMeter({
    clock,
    loadLastDay: lastDayQuery(db),
    accountsMax: ACCOUNTS_IN_MEMORY_MAX,
  });
  const writer = createUsageWriter(db, options.onWriteError, meter);

  function decide(holder: Holder | null, endpoint: string): Admission {
    if (holder === null) return { outcome: 'unknown-key' };
    const { caller, limits } = holder;
    const { accountId } = caller;
    const decision = meter.reserve(accountId, limits);
    if (decision.outcome !== 'admitted') return { ...decision, accountId };
    const ticket = { accountId, day: decision.day, endpoint };
    return { outcome: 'admitted', caller, quota: decision.quota, ticket };
  }

  function look(holder: Holder | null): Identification {
    if (holder === null) return { outcome: 'unknown-key' };
    const { caller, limits } = holder;
    const { accountId } = caller;
    const seen = meter.peek(accountId, limits);
    if (seen.outcome === 'burst') return { ...seen, accountId };
    return { outcome: 'identified', caller, quota: seen.quota };
  }

  return {
    admit: async (apiKey, endpoint) => readSafely(() => decide(holderOf(apiKey), endpoint)),
    admitAccount: async (accountId, endpoint) =>
      readSafely(() => decide(holders.ofAccount(accountId), endpoint)),
    identify: async (apiKey) => readSafely(() => look(holderOf(apiKey))),
    identifyAccount: async (accountId) => readSafely(() => look(holders.ofAccount(accountId))),
    async settle(ticket, statusCode) {
      await writer.add(ticket, statusClassOf(statusCode));
    },
    flush: () => writer.flush(),
  };
}

interface Holder {
  readonly caller: Caller;
  readonly limits: Limits;
}

type FindHolder = (apiKey: string) => Holder | null;

/** Keys remembered between commits, about 300 bytes each. */
const HOLDERS_MAX = 20_000;

/**
 * Remembers holders for as long as nobody else has committed to the accounts file, so a revoke by any process or
 * connection holds for the next call (data-version.ts); the gate's own commits are counts and change no key.
 */
function rememberHolders(
  db: DatabaseSync,
  find: FindHolder,
  isWellFormed: (apiKey: string) => boolean,
): FindHolder {
  const dataVersion = dataVersionOf(db);
  const holders = new Map<string, Holder>();
  let seen: unknown;
  return (apiKey) => {
    // A key that was found once is well-formed; a malformed one needs no look at the database.
    if (!holders.has(apiKey) && !isWellFormed(apiKey)) return null;
    const version = dataVersion();
    if (version !== seen || holders.size > HOLDERS_MAX) {
      holders.clear();
      seen = version;
    }
    const known = holders.get(apiKey);
    if (known !== undefined) return known;
    const holder = find(apiKey);
    if (holder !== null) holders.set(apiKey, holder);
    return holder;
  };
}

/** Who holds a live key of an account that may call, with the limits in force now. */
function holderQueries(db: DatabaseSync, tierLimits: Readonly<Record<Tier, Limits>>, pepper: string) {
  const selectWhere = (condition: string) =>
    db.prepare(`
      SELECT account_id AS "accountId", iif(add_on_enrolled, user_key, NULL) AS "addOnUserKey", tier,
        burst_per_second AS "burstPerSecond", burst, daily_quota AS "dailyQuota"
      FROM api_key
      JOIN account USING (account_id)
      WHERE ${condition}
        AND revoked_at_ms IS NULL
        AND suspended = 0`);
  const selectByHash = selectWhere('hash = ?');
  const selectByAccount = selectWhere('account_id = ?');

  const find = (select: StatementSync, value: SQLInputValue): Holder | null => {
    const row = rowOf<Caller & Account['override'] & { readonly tier: string }>(select, value);
    if (row === null) return null;
    const { accountId, addOnUserKey, tier, ...override } = row;
    const limits = limitsOf({ tier: storedWord(TIERS, tier), override }, tierLimits);
    return { caller: { accountId, addOnUserKey }, limits };
  };
  return {
    ofKey: (apiKey: string) => find(selectByHash, hashKey(pepper, apiKey)),
    ofAccount: (accountId: number) => find(selectByAccount, accountId),
  };
}

function lastDayQuery(db: DatabaseSync) {
  const select = db.prepare(`
    SELECT day, sum(calls) AS used
    FROM usage_day
    WHERE account_id = ?
      AND day <= ?
    GROUP BY day
    ORDER BY day DESC
    LIMIT 1`);

  return (accountId: number, notAfter: KstDay) => rowOf<DayCount>(select, accountId, notAfter);
}
