import { setImmediate as nextTurn } from 'node:timers/promises';
import { type KstDay, kstDayOf } from '../clock.ts';
import { createDelayedWork } from '../delayed-work.ts';
import { stepOf } from '../gate/answer-times.ts';
import { RECENT_CALLS_MAX, type RecentCall } from '../gate/recent-calls.ts';
import { type Queryable, type SqlOptions, type Transaction, valuesList } from '../sql-database.ts';

/** How long calls wait for their batch: what a killed process may forget. */
const BATCH_MS = 5_000;
/** Accounts whose calls are held in memory between batches, about 60 KB each when all call. */
const ACCOUNTS_MAX = 2_000;
/**
 * Accounts of one transaction, which SQLite writes on the thread that serves requests: about 10 ms if each of them has made
 * RECENT_CALLS_MAX calls.
 */
const ACCOUNTS_AT_ONCE = 20;
/** Minutes that are kept, the current one included. */
export const RATE_MINUTES = 61;
const MINUTE_MS = 60_000;
/** The status of a refusal by the gate. */
const TOO_MANY = 429;

/** What the gate's counts of an account leave out (docs/accounts.md#usage-history), oldest first. */
export interface CallFigures {
  /** Calls of a day that were refused with 429, by endpoint. */
  readonly refused: readonly { readonly day: KstDay; readonly endpoint: string; readonly calls: number }[];
  /** Answered calls of a day by step of time (src/gate/answer-times.ts). */
  readonly times: readonly { readonly day: KstDay; readonly step: number; readonly calls: number }[];
}

/** Calls of the public API answered within one minute of the wall clock. */
export interface MinuteCalls {
  /** When the minute began. */
  readonly atMs: number;
  /** 2xx and 3xx. */
  readonly fine: number;
  /** 429. */
  readonly limited: number;
  /** Any other 4xx. */
  readonly refused: number;
  /** 5xx. */
  readonly failed: number;
}

/** Unwritten calls of an account: the last ones, oldest first, and how many there were of each day and endpoint or step. */
interface AccountCalls {
  calls: RecentCall[];
  readonly refused: Map<string, number>;
  readonly times: Map<string, number>;
}

type Counted = { -readonly [Name in keyof MinuteCalls]: MinuteCalls[Name] };

/** What waits to be written. */
const nothing = () => ({ accounts: new Map<number, AccountCalls>(), minutes: new Map<number, Counted>() });

export type RecentCalls = ReturnType<typeof createRecentCalls>;

/**
 * The latest calls of every account, figures of its days, and what all calls of the last hour came to. Recording uses only memory;
 * everything is written in batches, and before it is read. So a kill may lose the last seconds (unlike the counts, which the gate
 * keeps). `onWriteError` gets the failure of a batch, which is tried again. One whose commit was made but not answered is added
 * twice: that is rare, and nothing is decided by it.
 */
export function createRecentCalls(
  { database, clock }: Pick<SqlOptions, 'database' | 'clock'>,
  onWriteError: (error: unknown) => void,
) {
  let collected = nothing();
  /** On their way into the store, or kept after a failure. */
  let unwritten = nothing();
  const writing = createDelayedWork(BATCH_MS, writeBatch, onWriteError);
  const firstMinuteMs = () => (Math.floor(clock.nowMs() / MINUTE_MS) - RATE_MINUTES + 1) * MINUTE_MS;

  async function writeBatch(): Promise<void> {
    await writeAll();
    [unwritten, collected] = [collected, nothing()];
    await writeAll();
  }

  async function writeAll(): Promise<void> {
    const { accounts, minutes } = unwritten;
    if (minutes.size > 0) await addMinutes(database, [...minutes.values()], firstMinuteMs());
    minutes.clear();
    while (accounts.size > 0) {
      const some = [...accounts].slice(0, ACCOUNTS_AT_ONCE);
      await database.transaction((transaction) => append(transaction, some));
      for (const [accountId] of some) accounts.delete(accountId);
      await nextTurn();
    }
  }

  return {
    /** Counts an answer of the public API, whoever called. */
    count(status: number): void {
      const atMs = Math.floor(clock.nowMs() / MINUTE_MS) * MINUTE_MS;
      const minute = collected.minutes.get(atMs) ?? { atMs, fine: 0, limited: 0, refused: 0, failed: 0 };
      minute[classOf(status)]++;
      collected.minutes.set(atMs, minute);
      writing.later();
    },
    record(accountId: number, call: RecentCall): void {
      let waiting = collected.accounts.get(accountId);
      if (waiting === undefined) {
        // A store that can't be written must not fill the memory.
        if (collected.accounts.size + unwritten.accounts.size >= ACCOUNTS_MAX) return;
        waiting = { calls: [], refused: new Map(), times: new Map() };
        collected.accounts.set(accountId, waiting);
        writing.later();
      }
      if (waiting.calls.push(call) === 2 * RECENT_CALLS_MAX) waiting.calls.splice(0, RECENT_CALLS_MAX);
      const isRefused = call.status === TOO_MANY;
      const key = `${kstDayOf(call.atMs)} ${isRefused ? call.endpoint : stepOf(call.ms)}`;
      const counts = isRefused ? waiting.refused : waiting.times;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    /** Newest first, including those just recorded. */
    async list(accountId: number): Promise<readonly RecentCall[]> {
      await writing.settle();
      return callsOf(await database.query<StoredCalls>(`${SELECT_CALLS} WHERE account_id = $1`, [accountId]));
    },
    /** Figures from a day on, including calls just recorded. AccountStore.deleteUsageBefore deletes old ones. */
    async listFigures(accountId: number, fromDay: KstDay): Promise<CallFigures> {
      await writing.settle();
      const own = 'WHERE account_id = $1 AND day >= $2 ORDER BY day';
      const values = [accountId, fromDay];
      const [refused, times] = await Promise.all([
        database.query<CallFigures['refused'][number]>(
          `SELECT day, endpoint, calls FROM refused_call ${own}, endpoint`,
          values,
        ),
        database.query<CallFigures['times'][number]>(
          `SELECT day, step, calls FROM call_time ${own}, step`,
          values,
        ),
      ]);
      return { refused, times };
    },
    /** RATE_MINUTES minutes of all instances, oldest first, the current one last; minutes without calls are zeros. */
    async minutes(): Promise<readonly MinuteCalls[]> {
      await writing.settle();
      const firstMs = firstMinuteMs();
      const stored = await database.query<MinuteCalls>(
        'SELECT minute_ms AS "atMs", fine, limited, refused, failed FROM call_minute WHERE minute_ms >= $1',
        [firstMs],
      );
      const minuteAt = new Map(stored.map((minute) => [minute.atMs, minute]));
      return Array.from({ length: RATE_MINUTES }, (_, index) => {
        const atMs = firstMs + index * MINUTE_MS;
        return minuteAt.get(atMs) ?? { atMs, fine: 0, limited: 0, refused: 0, failed: 0 };
      });
    },
    /** Writes what waits; what can't be written is reported and kept. */
    async flush(): Promise<void> {
      await writing.settle();
      writing.cancel();
    },
  };
}

function classOf(status: number): Exclude<keyof MinuteCalls, 'atMs'> {
  if (status < 400) return 'fine';
  if (status === TOO_MANY) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}

/** Adds to the minutes that instances have in common, and deletes those before `firstMs`. */
async function addMinutes(
  database: Queryable,
  minutes: readonly MinuteCalls[],
  firstMs: number,
): Promise<void> {
  // In one order, so that two instances never wait for each other.
  const rows = minutes.toSorted((a, b) => a.atMs - b.atMs);
  await database.query(
    `INSERT INTO call_minute AS m (minute_ms, fine, limited, refused, failed)
     VALUES ${valuesList(rows.length, 5)}
     ON CONFLICT (minute_ms) DO UPDATE
     SET fine = m.fine + excluded.fine, limited = m.limited + excluded.limited,
       refused = m.refused + excluded.refused, failed = m.failed + excluded.failed`,
    rows.flatMap(({ atMs, fine, limited, refused, failed }) => [atMs, fine, limited, refused, failed]),
  );
  await database.query('DELETE FROM call_minute WHERE minute_ms < $1', [firstMs]);
}

/** PostgreSQL keeps JSON as such, SQLite as text. */
const SELECT_CALLS = 'SELECT account_id AS "accountId", CAST(calls AS text) AS calls FROM recent_calls';

interface StoredCalls {
  readonly accountId: number;
  readonly calls: string;
}

function callsOf(rows: readonly StoredCalls[]): RecentCall[] {
  return rows.flatMap(({ calls }): RecentCall[] => JSON.parse(calls));
}

/** Adds calls and figures to those of the same accounts, which it locks; closed accounts get none. */
async function append(
  transaction: Transaction,
  batch: readonly (readonly [accountId: number, AccountCalls])[],
): Promise<void> {
  const ids = batch.map(([accountId]) => accountId);
  const amongThem = `WHERE account_id IN ${valuesList(1, ids.length)}`;
  const accounts = await transaction.queryLocked<{ accountId: number }>(
    `SELECT account_id AS "accountId" FROM account ${amongThem} ORDER BY account_id`,
    ids,
  );
  const open = new Set(accounts.map(({ accountId }) => accountId));
  const kept = batch.filter(([accountId]) => open.has(accountId));
  if (kept.length === 0) return;
  const stored = await transaction.query<StoredCalls>(`${SELECT_CALLS} ${amongThem}`, ids);
  const rows = kept.map(([accountId, { calls }]) => {
    const before = callsOf(stored.filter((row) => row.accountId === accountId));
    // The sort is stable: calls of one millisecond stay in the order in which their instance recorded them.
    const all = [...calls.toReversed(), ...before].sort((a, b) => b.atMs - a.atMs);
    return [accountId, JSON.stringify(all.slice(0, RECENT_CALLS_MAX))];
  });
  await transaction.query(`DELETE FROM recent_calls ${amongThem}`, ids);
  await transaction.query(
    `INSERT INTO recent_calls (account_id, calls) VALUES ${valuesList(rows.length, 2)}`,
    rows.flat(),
  );
  for (const [accountId, { refused, times }] of kept) {
    await addFigures(transaction, accountId, ['refused_call', 'endpoint'], refused);
    await addFigures(transaction, accountId, ['call_time', 'step'], times);
  }
}

async function addFigures(
  transaction: Queryable,
  accountId: number,
  [table, column]: readonly [table: string, column: string],
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  if (counts.size === 0) return;
  await transaction.query(
    `INSERT INTO ${table} AS t (account_id, day, ${column}, calls)
     VALUES ${valuesList(counts.size, 4)}
     ON CONFLICT (account_id, day, ${column}) DO UPDATE SET calls = t.calls + excluded.calls`,
    [...counts].flatMap(([key, calls]) => {
      const [day = '', what = ''] = key.split(' ');
      return [accountId, Number(day), column === 'step' ? Number(what) : what, calls];
    }),
  );
}
