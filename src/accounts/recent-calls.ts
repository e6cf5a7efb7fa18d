import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KstDay } from '../clock.ts';
import { createDelayedWork } from '../delayed-work.ts';
import { addFigures, type CallCollector, createCallCollector } from '../gate/call-collector.ts';
import {
  type AnsweredInStep,
  type CallFigures,
  RECENT_CALLS_MAX,
  type RecentCall,
  type RefusedCalls,
} from '../gate/recent-calls.ts';
import { type Queryable, type SqlDatabase, type Transaction, valuesList } from '../sql-database.ts';

/** How long calls wait for their batch: what a killed process may forget. */
const BATCH_MS = 5_000;
/** Accounts whose calls are held in memory between batches, about 30 KB each when all call. */
const ACCOUNTS_MAX = 2_000;
/**
 * Accounts of one transaction, which SQLite writes on the thread that serves requests: about 10 ms if each of them has made
 * RECENT_CALLS_MAX calls.
 */
const ACCOUNTS_AT_ONCE = 20;

type AccountCalls = readonly [accountId: number, CallCollector];

export type RecentCalls = ReturnType<typeof createRecentCalls>;

/**
 * The latest calls of every account, and figures of its days. Recording a call uses only memory; calls are written in batches, so a
 * kill may lose those of the last seconds (unlike the counts, which the gate keeps). `onWriteError` gets the failure of a batch,
 * which is tried again.
 */
export function createRecentCalls(database: SqlDatabase, onWriteError: (error: unknown) => void) {
  let collected = new Map<number, CallCollector>();
  /** On their way into the store, or kept after a failure. */
  let unwritten = new Map<number, CallCollector>();
  const writing = createDelayedWork(BATCH_MS, writeBatch, onWriteError);

  async function writeBatch(): Promise<void> {
    await writeAll();
    [unwritten, collected] = [collected, new Map()];
    await writeAll();
  }

  async function writeAll(): Promise<void> {
    while (unwritten.size > 0) {
      const some = [...unwritten].slice(0, ACCOUNTS_AT_ONCE);
      await database.transaction((transaction) => append(transaction, some));
      for (const [accountId] of some) unwritten.delete(accountId);
      await nextTurn();
    }
  }

  const own = (accountId: number) =>
    [collected, unwritten].map((calls) => calls.get(accountId)).filter((calls) => calls !== undefined);

  return {
    record(accountId: number, call: RecentCall): void {
      let calls = collected.get(accountId);
      if (calls === undefined) {
        // A store that can't be written must not fill the memory.
        if (collected.size + unwritten.size >= ACCOUNTS_MAX) return;
        calls = createCallCollector();
        collected.set(accountId, calls);
        writing.later();
      }
      calls.add(call);
    },
    /** Newest first, including those just recorded. */
    async list(accountId: number): Promise<readonly RecentCall[]> {
      await writing.idle();
      const rows = await database.query<StoredCalls>(`${SELECT_CALLS} WHERE account_id = $1`, [accountId]);
      return newest([...own(accountId).flatMap((calls) => calls.newestFirst()), ...callsOf(rows)]);
    },
    /** Figures from a day on, including calls just recorded. AccountStore.deleteUsageBefore deletes old ones. */
    async listFigures(accountId: number, fromDay: KstDay): Promise<CallFigures> {
      await writing.idle();
      const stored = await figuresOf(database, accountId, fromDay);
      return addFigures([stored, ...own(accountId).map((calls) => calls.figures())], fromDay);
    },
    /** Writes what waits; what can't be written is reported and kept. */
    async flush(): Promise<void> {
      await writing.settle();
      writing.cancel();
    },
  };
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

/** The sort is stable: calls of one millisecond stay in the order in which their instance recorded them. */
function newest(calls: readonly RecentCall[]): readonly RecentCall[] {
  return calls.toSorted((a, b) => b.atMs - a.atMs).slice(0, RECENT_CALLS_MAX);
}

/**
 * Adds calls and figures to those of the same accounts, which it locks; closed accounts get none. A batch whose commit was
 * made but not answered is added twice: that is rare, and neither calls nor figures decide anything.
 */
async function append(transaction: Transaction, batch: readonly AccountCalls[]): Promise<void> {
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
  const rows = kept.map(([accountId, calls]) => {
    const before = callsOf(stored.filter((row) => row.accountId === accountId));
    return [accountId, JSON.stringify(newest([...calls.newestFirst(), ...before]))];
  });
  await transaction.query(`DELETE FROM recent_calls ${amongThem}`, ids);
  await transaction.query(
    `INSERT INTO recent_calls (account_id, calls) VALUES ${valuesList(rows.length, 2)}`,
    rows.flat(),
  );
  for (const calls of kept) await appendFigures(transaction, calls);
}

async function appendFigures(transaction: Queryable, [accountId, calls]: AccountCalls): Promise<void> {
  const { refused, times } = calls.figures();
  const add = async (table: string, column: string, rows: readonly (readonly (string | number)[])[]) => {
    if (rows.length === 0) return;
    await transaction.query(
      `INSERT INTO ${table} AS t (account_id, day, ${column}, calls)
       VALUES ${valuesList(rows.length, 4)}
       ON CONFLICT (account_id, day, ${column}) DO UPDATE SET calls = t.calls + excluded.calls`,
      rows.flat(),
    );
  };
  await add(
    'refused_call',
    'endpoint',
    refused.map(({ day, endpoint, calls }) => [accountId, day, endpoint, calls]),
  );
  await add(
    'call_time',
    'step',
    times.map(({ day, step, calls }) => [accountId, day, step, calls]),
  );
}

async function figuresOf({ query }: Queryable, accountId: number, fromDay: number) {
  const own = 'WHERE account_id = $1 AND day >= $2';
  const [refused, times] = await Promise.all([
    query<RefusedCalls>(`SELECT day, endpoint, calls FROM refused_call ${own}`, [accountId, fromDay]),
    query<AnsweredInStep>(`SELECT day, step, calls FROM call_time ${own}`, [accountId, fromDay]),
  ]);
  return { refused, times };
}
