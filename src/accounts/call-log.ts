import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDelayedWork } from '../base/delayed-work.ts';
import { type KstDay, kstDayOf } from '../clock.ts';
import { stepOf, TIME_STEPS } from '../gate/answer-times.ts';
import type { SqlOptions, Writer } from '../sql-database.ts';
import { REFUSED_CLASS, type UsageRow } from './account.ts';
import { createCallCounts, lockAccounts } from './call-counts.ts';

/** A call as its account can see it later: no body, and no key (keys in parameters were masked before). */
export interface RecentCall {
  /** Unix ms at which it was answered. */
  readonly atMs: number;
  readonly endpoint: string;
  /** The query string without "?", at most QUERY_LENGTH_MAX characters; a longer one is cut and ends in "…". */
  readonly query: string;
  readonly status: number;
  /** Code of the failure, empty on success. */
  readonly errorCode: string;
  readonly ms: number;
  /** Whether the test tool made it, without a key. */
  readonly isTestRun?: true;
  /** Identifies a failure of the service, like its message; others have none. */
  readonly requestId?: string;
}

/** Days of usage that are kept and can be queried, today included (docs/accounts.md#usage-history). */
export const USAGE_DAYS = 90;
export const RECENT_CALLS_MAX = 200;
/** Enough for a hundred products by number, and small enough that the batch of a busy account stays below 200 KB. */
export const QUERY_LENGTH_MAX = 1_000;
export const TOO_MANY = 429;

/** Usage of an account by day (docs/accounts.md#usage-history), oldest first. */
export interface CallFigures {
  /** The breakdown of its calls, those that were refused with 429 included. */
  readonly calls: readonly UsageRow[];
  /** Answered calls of a day by step of time (src/gate/answer-times.ts). */
  readonly times: readonly { readonly day: KstDay; readonly step: number; readonly calls: number }[];
}

/** Outcomes of calls as they are stored: 2xx and 3xx, 429, any other 4xx, 5xx. */
const OUTCOMES = ['fine', 'limited', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Calls of the public API answered within the minute of the wall clock that began then. */
export type MinuteCalls = Readonly<Record<Outcome | 'atMs', number>>;

/** Minutes that are kept, the current one included. */
export const RATE_MINUTES = 61;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Long enough for the nightly deletions of a large service. */
const DELETE_TIMEOUT_MS = 60_000;

export type CallLog = ReturnType<typeof createCallLog>;

/**
 * How calls ended: counts by account, day, endpoint and outcome, by time, and by minute, and the latest calls of every account.
 * Recording uses only memory; everything is written in batches, and before it is read. So a kill may lose the last half second of
 * counts and seconds of latest calls, unlike the totals, which the gate keeps. `onWriteError` gets the failure of a batch, which is
 * tried again.
 */
export function createCallLog(options: CallLogOptions, onWriteError: (error: unknown) => void) {
  const { database, clock } = options;
  const counts = createCallCounts(options, onWriteError);
  const latest = createLatestCalls(options, onWriteError);
  return {
    count(status: number): void {
      const minute = Math.floor(clock.nowMs() / MINUTE_MS);
      const outcome = outcomeOf(status);
      const name = minute * OUTCOMES.length + OUTCOMES.indexOf(outcome);
      counts.add(0, name, 'call_minute', minute * MINUTE_MS, outcome);
    },
    /** Records a call of an account, and the day against which the gate has counted it, or null. */
    record(accountId: number, call: RecentCall, countedOn: KstDay | null = null): void {
      const { status, endpoint } = call;
      const day = kstDayOf(call.atMs);
      latest.add(accountId, call);
      const addUsage = (on: KstDay, statusClass: number) => {
        const name = `${endpoint} ${on * 10 + statusClass}`;
        counts.add(accountId, name, 'usage_day', accountId, on, endpoint, statusClass);
      };
      if (countedOn !== null) addUsage(countedOn, Math.floor(status / 100));
      const step = stepOf(call.ms);
      if (status === TOO_MANY) addUsage(day, REFUSED_CLASS);
      else counts.add(accountId, day * TIME_STEPS + step, 'call_time', accountId, day, step);
    },
    /** The latest calls, newest first, including those just recorded. */
    list: latest.list,
    /** Figures from a day on, including calls just recorded. `deleteBefore` deletes old ones. */
    async listFigures(accountId: number, fromDay: KstDay): Promise<CallFigures> {
      await counts.runOrReport();
      const calls = await database.query<UsageRow>(
        `SELECT day, endpoint, status_class AS "statusClass", calls
         FROM usage_day
         WHERE account_id = $1
           AND day >= $2
         ORDER BY day, status_class = ${REFUSED_CLASS}, endpoint, status_class`,
        [accountId, fromDay],
      );
      const times = await database.query<CallFigures['times'][number]>(
        'SELECT day, step, calls FROM call_time WHERE account_id = $1 AND day >= $2 ORDER BY day, step',
        [accountId, fromDay],
      );
      return { calls, times };
    },
    /** RATE_MINUTES minutes of all instances, oldest first, the current one last; minutes without calls are zeros. */
    async minutes(): Promise<readonly MinuteCalls[]> {
      await counts.runOrReport();
      const firstMs = (Math.floor(clock.nowMs() / MINUTE_MS) - RATE_MINUTES + 1) * MINUTE_MS;
      const stored = await database.query<{ atMs: number; outcome: string; calls: number }>(
        'SELECT minute_ms AS "atMs", outcome, calls FROM call_minute WHERE minute_ms >= $1',
        [firstMs],
      );
      const byMinute = Map.groupBy(stored, ({ atMs }) => atMs);
      return Array.from({ length: RATE_MINUTES }, (_, index) => {
        const atMs = firstMs + index * MINUTE_MS;
        const calls = byMinute.get(atMs)?.map((one) => [one.outcome, one.calls]) ?? [];
        return { atMs, fine: 0, limited: 0, refused: 0, failed: 0, ...Object.fromEntries(calls) };
      });
    },
    /** Deletes usage before `day` (docs/accounts.md#usage-history). */
    deleteBefore: (day: KstDay): Promise<void> =>
      database.transaction(
        async ({ query }) => {
          for (const table of ['usage_total', 'usage_day', 'call_time'])
            await query(`DELETE FROM ${table} WHERE day < $1`, [day]);
          const yesterday = [clock.nowMs() - DAY_MS];
          await query('DELETE FROM call_minute WHERE minute_ms < $1', yesterday);
          await query('DELETE FROM count_writer WHERE wrote_at_ms < $1', yesterday);
        },
        { timeoutMs: DELETE_TIMEOUT_MS },
      ),
    /** Writes pending batches. Failures are reported, and their batches retried later. */
    async flush(): Promise<void> {
      await Promise.all([counts.runOrReport(), latest.runOrReport()]);
      counts.cancel();
      latest.cancel();
    },
  };
}

type CallLogOptions = Pick<SqlOptions, 'database' | 'clock'>;

export function outcomeOf(status: number): Outcome {
  if (status < 400) return 'fine';
  if (status === TOO_MANY) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}

/** Delay before latest calls are written; a killed process loses them. */
const LATEST_MS = 5_000;
/** Accounts whose calls are held in memory between batches, about 60 KB each when all call. */
const ACCOUNTS_MAX = 2_000;
/**
 * Accounts of one transaction, which SQLite writes on the thread that serves requests: about 10 ms if each of them has made
 * RECENT_CALLS_MAX calls.
 */
const ACCOUNTS_AT_ONCE = 20;

type LatestCalls = readonly (readonly [accountId: number, calls: readonly RecentCall[]])[];

/** If the reply to a commit is lost, its calls are added twice, which is rare and harmless. */
function createLatestCalls({ database }: CallLogOptions, onWriteError: (error: unknown) => void) {
  let collected = new Map<number, RecentCall[]>();

  async function writeAll(): Promise<void> {
    const batch: LatestCalls = [...collected];
    collected = new Map();
    for (let at = 0; at < batch.length; at += ACCOUNTS_AT_ONCE) {
      const some = batch.slice(at, at + ACCOUNTS_AT_ONCE);
      try {
        await database.transaction((transaction) => addLatest(transaction, some));
      } catch (error) {
        for (const [accountId, calls] of batch.slice(at))
          collected.set(accountId, [...calls, ...(collected.get(accountId) ?? [])].slice(-RECENT_CALLS_MAX));
        throw error;
      }
      await nextTurn();
    }
  }

  const writing = createDelayedWork(LATEST_MS, writeAll, onWriteError);
  return {
    ...writing,
    add(accountId: number, call: RecentCall): void {
      let calls = collected.get(accountId);
      if (calls === undefined) {
        // A store that can't be written must not fill the memory.
        if (collected.size >= ACCOUNTS_MAX) return;
        calls = [];
        collected.set(accountId, calls);
        writing.schedule();
      }
      if (calls.push(call) === 2 * RECENT_CALLS_MAX) calls.splice(0, RECENT_CALLS_MAX);
    },
    async list(accountId: number): Promise<readonly RecentCall[]> {
      await writing.runOrReport();
      return callsOf(await database.query<StoredCalls>(`${SELECT_CALLS} WHERE account_id = $1`, [accountId]));
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

/** Adds calls to those of the same accounts; closed accounts get none. */
async function addLatest(transaction: Writer, batch: LatestCalls): Promise<void> {
  const called = batch.map(([accountId]) => accountId);
  const open = await lockAccounts(transaction, called);
  const ids = [...open];
  if (ids.length === 0) return;
  const stored = await transaction.query<StoredCalls>(`${SELECT_CALLS} WHERE account_id = ANY ($1)`, [ids]);
  const rows = batch.flatMap(([accountId, calls]) => {
    if (!open.has(accountId)) return [];
    const before = callsOf(stored.filter((row) => row.accountId === accountId));
    // The sort is stable: calls of one millisecond stay in the order in which their instance recorded them.
    const all = [...calls.toReversed(), ...before].sort((a, b) => b.atMs - a.atMs);
    return [[accountId, JSON.stringify(all.slice(0, RECENT_CALLS_MAX))]];
  });
  await transaction.insert({
    into: 'recent_calls',
    columns: 'account_id bigint, calls text',
    rows,
    conflict: 'ON CONFLICT (account_id) DO UPDATE SET calls = excluded.calls',
  });
}
