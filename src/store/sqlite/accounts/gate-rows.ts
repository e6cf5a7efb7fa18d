import type { DatabaseSync } from 'node:sqlite';
import { type Account, limitsOf, type Tier } from '../../../accounts/account.ts';
import { type Clock, type KstDay, kstDayOf } from '../../../clock.ts';
import {
  type Asked,
  type Caller,
  type Decided,
  decide,
  type GateRows,
  type Limits,
  type Meter,
  NEVER_CALLED,
} from '../../../gate/decide.ts';
import { dataVersionOf, transaction } from '../database.ts';
import { whenFree } from '../file-faults.ts';

const CALL_TIMEOUT_MS = 1000;
/** Cached keys, and cached meters, about 300 bytes each. */
const HELD_MAX = 20_000;
/** A meter whose day is further in the future was written while the clock was wrong (docs/operate.md#the-clock). */
const AHEAD_DAYS_MAX = 2;

export interface SqliteGateOptions {
  /** A connection to the accounts file with a busy timeout of 0, shared with the call log. */
  readonly db: DatabaseSync;
  readonly clock: Clock;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  readonly onCountError?: ((error: unknown) => void) | undefined;
}

/**
 * Decides and counts calls in the accounts file. Cached keys are valid until another connection commits to the file. Daily counts
 * are written at once; bursts are in memory only, because one process answers all calls.
 */
export function createSqliteGateRows(options: SqliteGateOptions): GateRows {
  const { db, clock, onCountError } = options;
  const findHolders = createFindHolders(options);
  const meters = createMeters(db, HELD_MAX);
  const addCalls = callsStatement(db);
  const findHash = db.prepare('SELECT hash FROM api_key WHERE account_id = ? AND revoked_at_ms IS NULL');

  function decideNow(batch: readonly Asked[]): readonly (Decided | null)[] {
    const nowMs = clock.nowMs();
    const nowUs = Math.floor(clock.monotonicMs() * 1000);
    const today = kstDayOf(nowMs);
    const holders = findHolders(batch);
    const decisions = batch.map(({ calls }, at) => {
      const holder = holders[at] ?? null;
      if (holder === null) return null;
      const { caller, limits } = holder;
      const meter = meters.find(caller.accountId, today, nowUs);
      return { caller, limits, nowMs, passed: decide(meter, limits, calls, today, nowUs) };
    });
    const live = decisions.filter((one) => one !== null);
    addCalls(live);
    // After the commit: a failed batch must not change the cache.
    for (const { caller, passed } of live) meters.hold(caller.accountId, passed.after);
    return decisions;
  }

  return {
    callTimeoutMs: CALL_TIMEOUT_MS,
    queueMaxMs: Number.POSITIVE_INFINITY,
    ticks: 1,
    batchesMax: 1,
    async decide(batch, timeoutMs) {
      try {
        return await whenFree(() => decideNow(batch), timeoutMs);
      } catch (error) {
        onCountError?.(error);
        throw error;
      }
    },
    async findHash(accountId) {
      const row = await whenFree(() => findHash.get(accountId), CALL_TIMEOUT_MS);
      return row === undefined ? null : Buffer.from(row.hash as Uint8Array).toString('latin1');
    },
  };
}

interface Holder {
  readonly caller: Caller;
  readonly limits: Limits;
}

function createFindHolders({ db, tierLimits }: Pick<SqliteGateOptions, 'db' | 'tierLimits'>) {
  const select = db.prepare(`
    SELECT account_id AS "accountId", iif(add_on_enrolled, user_key, NULL) AS "addOnUserKey", tier,
      burst_per_second AS "burstPerSecond", burst, daily_quota AS "dailyQuota"
    FROM api_key
    JOIN account USING (account_id)
    WHERE hash = ?
      AND revoked_at_ms IS NULL
      AND suspended = 0`);
  const dataVersion = dataVersionOf(db);
  const held = new Map<string, Holder>();
  let seen: unknown;

  function find(hash: string): Holder | null {
    const known = held.get(hash);
    if (known !== undefined) return known;
    const key = Buffer.from(hash, 'latin1');
    const row = select.get(key) as (Caller & Account['override'] & Pick<Account, 'tier'>) | undefined;
    if (row === undefined) return null;
    const { accountId, addOnUserKey, tier, ...override } = row;
    const limits = limitsOf({ tier, override }, tierLimits);
    const holder = { caller: { accountId, addOnUserKey }, limits };
    held.set(hash, holder);
    return holder;
  }

  return (batch: readonly Asked[]): readonly (Holder | null)[] => {
    const version = dataVersion();
    if (version !== seen || held.size >= HELD_MAX) {
      held.clear();
      seen = version;
    }
    const findAll = () => batch.map(({ hash }) => find(hash));
    // One transaction for all look-ups: a look-up alone locks the file, which costs twice as much as the look-up.
    return batch.length > 1 && batch.some(({ hash }) => !held.has(hash)) ? reading(db, findAll) : findAll();
  };
}

function reading<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    db.exec('COMMIT');
  }
}

/** A cache of meters. Above `heldMax`, meters with a full burst are dropped, because loading gives the same meter. */
export function createMeters(db: DatabaseSync, heldMax: number) {
  const selectLast = db.prepare(`
    SELECT day, calls AS used
    FROM usage_total
    WHERE account_id = ?
      AND day <= ?
    ORDER BY day DESC
    LIMIT 1`);
  const held = new Map<number, Meter>();
  let sweepAt = heldMax;

  function sweep(nowUs: number): void {
    for (const [accountId, { fullAtUs }] of held) if (fullAtUs <= nowUs) held.delete(accountId);
    // If most accounts are busy, another sweep would drop little, so the next one waits until the cache has doubled.
    sweepAt = Math.max(heldMax, held.size * 2);
  }

  return {
    find(accountId: number, today: KstDay, nowUs: number): Meter {
      const known = held.get(accountId);
      const until = today + AHEAD_DAYS_MAX;
      if (known !== undefined && known.day <= until) return known;
      if (held.size >= sweepAt) sweep(nowUs);
      const last = selectLast.get(accountId, until) as Pick<Meter, 'day' | 'used'> | undefined;
      return { day: NEVER_CALLED, used: 0, ...last, fullAtUs: NEVER_CALLED };
    },
    hold(accountId: number, meter: Meter): void {
      held.set(accountId, meter);
    },
    size: () => held.size,
  };
}

function callsStatement(db: DatabaseSync) {
  const upsert = db.prepare(`
    INSERT INTO usage_total (account_id, day, calls)
    SELECT account_id, ?, ?
    FROM account
    WHERE account_id = ?
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`);
  const run = ({ caller, passed: { day, admitted } }: Decided) =>
    admitted > 0 && upsert.run(day, admitted, caller.accountId);

  return (live: readonly Decided[]): void => {
    const [first] = live;
    if (live.length > 1) transaction(db, () => live.forEach(run));
    else if (first !== undefined) run(first);
  };
}
