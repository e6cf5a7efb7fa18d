import { randomUUID } from 'node:crypto';
import { createDelayedWork } from '../base/delayed-work.ts';
import { columnNames, findsRow, type SqlOptions, type SqlScalar, type Writer } from '../sql-database.ts';

/** Delay before collected counts are written as a batch. */
const COUNT_MS = 500;
/** Rows of a batch: more would take longer than a few milliseconds to write. */
const BATCH_ROWS_MAX = 2_000;

/** Tables of counts, and the columns of their keys. */
const COUNTS = {
  usage_day: 'account_id bigint, day integer, endpoint text, status_class smallint',
  call_time: 'account_id bigint, day integer, step smallint',
  call_minute: 'minute_ms bigint, outcome text',
} as const;

interface Count {
  readonly table: keyof typeof COUNTS;
  readonly key: readonly SqlScalar[];
  calls: number;
}

/**
 * Collects counts and adds each batch exactly once: its number is stored with it, so a commit whose reply was lost isn't
 * repeated.
 */
export function createCallCounts(
  { database, clock }: Pick<SqlOptions, 'database' | 'clock'>,
  onWriteError: (error: unknown) => void,
) {
  const writer = randomUUID();
  let collected = new Map<number, Map<string | number, Count>>();
  let waiting: Count[] = [];
  /** The batch being written, or to be retried after a failure. */
  let batch: readonly Count[] = [];
  let batchNo = 0;

  async function writeAll(): Promise<void> {
    waiting = waiting.concat([...collected.values()].flatMap((counts) => [...counts.values()]));
    collected = new Map();
    while (batch.length + waiting.length > 0) {
      if (batch.length === 0) {
        batch = waiting.splice(0, BATCH_ROWS_MAX);
        batchNo += 1;
      }
      await database.transaction(async (transaction) => {
        const isNew = await findsRow(
          transaction,
          `INSERT INTO count_writer AS w (writer, batch, wrote_at_ms)
           VALUES ($1, $2, $3)
           ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, wrote_at_ms = excluded.wrote_at_ms
           WHERE w.batch < excluded.batch
           RETURNING writer`,
          [writer, batchNo, clock.nowMs()],
        );
        if (isNew) await addCounts(transaction, batch);
      });
      batch = [];
    }
  }

  const writing = createDelayedWork(COUNT_MS, writeAll, onWriteError);
  return {
    ...writing,
    /**
     * Adds 1 to the row of a table with this key. `name` identifies the row among those of an account (0 = no account); small
     * numbers cost a third of texts here, where every call comes three times.
     */
    add(accountId: number, name: string | number, table: Count['table'], ...key: readonly SqlScalar[]): void {
      let counts = collected.get(accountId);
      if (counts === undefined) {
        counts = new Map();
        collected.set(accountId, counts);
        writing.schedule();
      }
      const count = counts.get(name);
      if (count === undefined) counts.set(name, { table, key, calls: 1 });
      else count.calls += 1;
    },
  };
}

/** Writes a batch, without the counts of closed accounts. */
async function addCounts(transaction: Writer, batch: readonly Count[]): Promise<void> {
  const ofAccounts = batch.filter(({ table }) => table !== 'call_minute');
  const open = await lockAccounts(transaction, [...new Set(ofAccounts.map(({ key }) => Number(key[0])))]);
  // Rows are sorted, accounts before minutes, so that two instances never deadlock.
  const kept = batch
    .filter(({ table, key }) => table === 'call_minute' || open.has(Number(key[0])))
    .sort(({ key: [one] }, { key: [other] }) => Number(one) - Number(other));
  for (const [table, rows] of Map.groupBy(kept, ({ table: one }) => one)) {
    const key = COUNTS[table];
    await transaction.insert({
      into: `${table} AS c`,
      columns: `${key}, calls bigint`,
      rows: rows.map((row) => [...row.key, row.calls]),
      conflict: `ON CONFLICT (${columnNames(key).join(', ')}) DO UPDATE SET calls = c.calls + excluded.calls`,
    });
  }
}

/** Locks accounts, and returns those that aren't closed. */
export async function lockAccounts(transaction: Writer, ids: readonly number[]) {
  const rows = await transaction.queryLocked<{ accountId: number }>(
    'SELECT account_id AS "accountId" FROM account WHERE account_id = ANY ($1) ORDER BY account_id',
    [ids],
  );
  return new Set(rows.map(({ accountId }) => accountId));
}
