import {
  type AnsweredInStep,
  RECENT_CALLS_MAX,
  type RecentCall,
  type RefusedCalls,
} from '../../../gate/recent-calls.ts';
import { BATCH_MS, type BatchedCalls, type CallBatch, createBatchedCalls } from '../../batched-calls.ts';
import { columnsOf } from '../connection.ts';
import type { Database, Queryable } from '../database.ts';

/** The last calls in PostgreSQL. Each instance appends a row an account and batch, so that none overwrites another's. */
export function createPostgresRecentCalls(
  database: Database,
  onWriteError: (error: unknown) => void,
): BatchedCalls {
  return createBatchedCalls(
    {
      write: (batch) => database.transaction((transaction) => append(transaction, batch)),
      async list(accountId) {
        const rows = await database.query<{ calls: RecentCall[] }>(
          'SELECT calls FROM recent_calls WHERE account_id = $1 ORDER BY batch_id DESC',
          [accountId],
        );
        return rows.flatMap(({ calls }) => calls);
      },
      async listFigures(accountId, fromDay) {
        const own = 'WHERE account_id = $1 AND day >= $2';
        const [refused, times] = await Promise.all([
          database.query<RefusedCalls>(`SELECT day, endpoint, calls FROM refused_call ${own}`, [
            accountId,
            fromDay,
          ]),
          database.query<AnsweredInStep>(`SELECT day, step, calls FROM call_time ${own}`, [
            accountId,
            fromDay,
          ]),
        ]);
        return { refused, times };
      },
    },
    onWriteError,
  );
}

/**
 * Adds figures and a row an account, and drops the rows whose calls can't be among the last any more. Closed accounts get
 * none. A batch whose commit was made but not answered is added twice: that is rare, and neither calls nor figures decide
 * anything.
 *
 * Instances write in any order, so rows are compared by their newest call. Rows of two instances may cover the same
 * seconds: only a row whose newest call came a whole batch later than this one's is sure to hold nothing but later calls.
 */
async function append(transaction: Queryable, calls: CallBatch): Promise<void> {
  await transaction.query(
    `INSERT INTO recent_calls (account_id, calls)
     SELECT a.account_id, n.calls::jsonb
     FROM unnest($1::bigint[], $2::text[]) AS n (account_id, calls)
     JOIN account a ON a.account_id = n.account_id
     ORDER BY a.account_id
     FOR KEY SHARE OF a`,
    [[...calls.keys()], [...calls.values()].map((one) => JSON.stringify(one.newestFirst()))],
  );
  await transaction.query(
    `DELETE FROM recent_calls r
     USING (
       SELECT account_id, batch_id,
         sum(jsonb_array_length(calls)) OVER (
           PARTITION BY account_id ORDER BY (calls -> 0 ->> 'atMs')::bigint DESC
           RANGE BETWEEN UNBOUNDED PRECEDING AND $3::bigint PRECEDING
         ) AS later_calls
       FROM recent_calls
       WHERE account_id = ANY ($1)
     ) AS old
     WHERE r.account_id = old.account_id AND r.batch_id = old.batch_id AND old.later_calls >= $2`,
    [[...calls.keys()], RECENT_CALLS_MAX, BATCH_MS],
  );
  await appendFigures(transaction, calls);
}

/** Adds figures of days, behind the locks of the accounts' rows. Rows are in the order of the key: no two instances wait for each other. */
async function appendFigures(transaction: Queryable, batch: CallBatch): Promise<void> {
  const figures = [...batch].map(([accountId, calls]) => ({ accountId, ...calls.figures() }));
  const refused = figures.flatMap(({ accountId, refused }) => refused.map((row) => ({ accountId, ...row })));
  const times = figures.flatMap(({ accountId, times }) => times.map((row) => ({ accountId, ...row })));
  await transaction.query(
    `INSERT INTO refused_call AS r (account_id, day, endpoint, calls)
     SELECT n.*
     FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::bigint[]) AS n (account_id, day, endpoint, calls)
     JOIN account a ON a.account_id = n.account_id
     ORDER BY n.account_id, n.day, n.endpoint COLLATE "C"
     ON CONFLICT (account_id, day, endpoint) DO UPDATE SET calls = r.calls + excluded.calls`,
    columnsOf(refused, 'accountId', 'day', 'endpoint', 'calls'),
  );
  await transaction.query(
    `INSERT INTO call_time AS t (account_id, day, step, calls)
     SELECT n.*
     FROM unnest($1::bigint[], $2::integer[], $3::smallint[], $4::bigint[]) AS n (account_id, day, step, calls)
     JOIN account a ON a.account_id = n.account_id
     ORDER BY n.account_id, n.day, n.step
     ON CONFLICT (account_id, day, step) DO UPDATE SET calls = t.calls + excluded.calls`,
    columnsOf(times, 'accountId', 'day', 'step', 'calls'),
  );
}
