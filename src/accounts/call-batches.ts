import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDelayedWork } from '../base/delayed-work.ts';
import { type KstDay, kstDayOf } from '../clock.ts';
import { stepOf, TIME_STEPS } from '../gate/answer-times.ts';
import { columnNames, findsRow, type SqlOptions, type SqlScalar, type Writer } from '../sql-database.ts';
import { OUTCOMES, outcomeOf, REFUSED_CLASS, TOO_MANY } from './account.ts';
import { keepLatest, RECENT_CALLS_MAX, type RecentCall } from './latest-calls.ts';

export const MINUTE_MS = 60_000;
/** The delay before calls are written. A killed process loses the calls of this time. */
const DELAY_MS = 500;
const BATCH_TIMEOUT_MS = 5_000;
/** Counts and calls per batch, roughly. SQLite writes them within milliseconds, on the thread that serves requests. */
const BATCH_SIZE_MAX = 2_000;
/** Accounts whose latest calls stay in memory while the store can't be written. */
const ACCOUNTS_MAX = 2_000;

interface Count {
  readonly key: readonly SqlScalar[];
  calls: number;
}

interface AccountCalls {
  readonly usage: Map<string, Count>;
  /** Calls by day * TIME_STEPS + step. A Map finds numbers three times as fast as strings. */
  readonly times: Map<number, number>;
  readonly latest: RecentCall[];
}

type ByAccount = ReadonlyMap<number, AccountCalls>;

interface Batch {
  readonly no: number;
  readonly accounts: ByAccount;
  readonly minutes: readonly Count[];
}

/**
 * Writes calls in batches, each exactly once. A batch's number is stored with it, so a batch whose commit wasn't confirmed isn't
 * added twice.
 */
export function createCallBatches(
  { database, clock }: Pick<SqlOptions, 'database' | 'clock'>,
  onWriteError: (error: unknown) => void,
) {
  const writer = randomInt(2 ** 48 - 1);
  const latestCalls = keepLatest();
  const accounts = new Map<number, AccountCalls>();
  const minutes = new Map<number, Count>();
  /** The batch being written, or to be tried again after a failure. */
  let batch: Batch | null = null;
  let lastNo = 0;

  const write = ({ no, accounts: collected, minutes: answered }: Batch) =>
    database.transaction(
      async (transaction) => {
        const isNew = await findsRow(
          transaction,
          `INSERT INTO count_writer AS w (writer, batch, wrote_at_ms)
           VALUES ($1, $2, $3)
           ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, wrote_at_ms = excluded.wrote_at_ms
           WHERE w.batch < excluded.batch
           RETURNING writer`,
          [writer, no, clock.nowMs()],
        );
        if (!isNew) return;
        const open = await lockAccounts(transaction, collected);
        const usage = [...open.values()].flatMap((calls) => [...calls.usage.values()]);
        await addCounts(transaction, 'usage_day', USAGE_KEY, usage);
        await addTimes(transaction, open);
        await latestCalls.add(transaction, open, [writer, no]);
        await addCounts(transaction, 'call_minute', 'minute_ms bigint, outcome text', answered);
      },
      { timeoutMs: BATCH_TIMEOUT_MS },
    );

  async function writeAll(): Promise<void> {
    while (batch !== null || accounts.size + minutes.size > 0) {
      batch ??= { no: ++lastNo, accounts: takeSome(accounts), minutes: inOrder(minutes) };
      minutes.clear();
      await write(batch);
      batch = null;
      if (accounts.size > 0) await nextTurn();
    }
  }

  const writing = createDelayedWork(DELAY_MS, writeAll, onWriteError);

  function callsOf(accountId: number): AccountCalls {
    const known = accounts.get(accountId);
    if (known !== undefined) return known;
    const calls: AccountCalls = { usage: new Map(), times: new Map(), latest: [] };
    accounts.set(accountId, calls);
    writing.schedule();
    return calls;
  }

  return {
    ...writing,
    count(status: number): void {
      const nowMs = clock.nowMs();
      const minuteMs = nowMs - (nowMs % MINUTE_MS);
      const outcome = outcomeOf(status);
      addOne(minutes, minuteMs + OUTCOMES.indexOf(outcome), [minuteMs, outcome]);
      writing.schedule();
    },
    /** Records a call of an account. `countedOn` is the day whose quota the call has used; null = none. */
    record(accountId: number, call: RecentCall, countedOn: KstDay | null = null): void {
      const { status, endpoint } = call;
      const day = kstDayOf(call.atMs);
      const { usage, times, latest } = callsOf(accountId);
      const addUsage = (on: KstDay, statusClass: number) =>
        addOne(usage, `${endpoint} ${on * 10 + statusClass}`, [accountId, on, endpoint, statusClass]);
      if (countedOn !== null) addUsage(countedOn, Math.floor(status / 100));
      if (status === TOO_MANY) addUsage(day, REFUSED_CLASS);
      else {
        const name = day * TIME_STEPS + stepOf(call.ms);
        times.set(name, (times.get(name) ?? 0) + 1);
      }
      if (latest.length === 0 && accounts.size > ACCOUNTS_MAX) return;
      if (latest.push(call) === 2 * RECENT_CALLS_MAX) latest.splice(0, RECENT_CALLS_MAX);
    },
  };
}

function addOne<Name>(counts: Map<Name, Count>, name: Name, key: Count['key']): void {
  const count = counts.get(name);
  if (count === undefined) counts.set(name, { key, calls: 1 });
  else count.calls += 1;
}

function takeSome(collected: Map<number, AccountCalls>): ByAccount {
  const taken = new Map<number, AccountCalls>();
  let size = 0;
  for (const [accountId, calls] of collected) {
    taken.set(accountId, calls);
    collected.delete(accountId);
    size += calls.usage.size + calls.times.size + calls.latest.length;
    if (size >= BATCH_SIZE_MAX) break;
  }
  return taken;
}

/** In order of time. All instances lock the rows in this order, so they never deadlock. */
function inOrder(minutes: ReadonlyMap<number, Count>): readonly Count[] {
  return [...minutes].sort(([one], [other]) => one - other).map(([, count]) => count);
}

/** Locks the accounts that still exist, in order of number. A locked account can't be closed before the batch is written. */
async function lockAccounts(transaction: Writer, collected: ByAccount): Promise<ByAccount> {
  const rows = await transaction.queryLocked<{ accountId: number }>(
    'SELECT account_id AS "accountId" FROM account WHERE account_id = ANY ($1) ORDER BY account_id',
    [[...collected.keys()]],
  );
  return new Map(
    rows.flatMap(({ accountId }) => {
      const calls = collected.get(accountId);
      return calls === undefined ? [] : [[accountId, calls]];
    }),
  );
}

const USAGE_KEY = 'account_id bigint, day integer, endpoint text, status_class smallint';

async function addCounts(
  transaction: Writer,
  table: 'usage_day' | 'call_minute',
  key: string,
  counts: readonly Count[],
): Promise<void> {
  await transaction.insert({
    into: `${table} AS c`,
    columns: `${key}, calls bigint`,
    rows: counts.map((count) => [...count.key, count.calls]),
    conflict: `ON CONFLICT (${columnNames(key).join(', ')}) DO UPDATE SET calls = c.calls + excluded.calls`,
  });
}

/** Adds response times. An account has a row per day, not per step: hardly two calls of a batch share a step. */
async function addTimes(transaction: Writer, accounts: ByAccount): Promise<void> {
  const days = new Set([...accounts.values()].flatMap(({ times }) => Array.from(times.keys(), dayOf)));
  if (days.size === 0) return;
  const stored = await transaction.query<{ accountId: number; day: KstDay; steps: string }>(
    'SELECT account_id AS "accountId", day, steps FROM call_time WHERE account_id = ANY ($1) AND day = ANY ($2)',
    [[...accounts.keys()], [...days]],
  );
  const before = Map.groupBy(stored, ({ accountId }) => accountId);
  const rows = [...accounts].flatMap(([accountId, { times }]) =>
    [...Map.groupBy(times, ([name]) => dayOf(name))].map(([day, added]) => {
      const known = before.get(accountId)?.find((row) => row.day === day);
      const steps: Record<number, number> = known === undefined ? {} : JSON.parse(known.steps);
      for (const [name, calls] of added) {
        const step = name % TIME_STEPS;
        steps[step] = (steps[step] ?? 0) + calls;
      }
      return [accountId, day, JSON.stringify(steps)];
    }),
  );
  await transaction.insert({
    into: 'call_time',
    columns: 'account_id bigint, day integer, steps text',
    rows,
    conflict: 'ON CONFLICT (account_id, day) DO UPDATE SET steps = excluded.steps',
  });
}

function dayOf(name: number): KstDay {
  return Math.floor(name / TIME_STEPS);
}
