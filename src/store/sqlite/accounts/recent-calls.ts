import type { DatabaseSync } from 'node:sqlite';
import { RECENT_CALLS_MAX, type RecentCall } from '../../../gate/recent-calls.ts';
import { type BatchedCalls, createBatchedCalls } from '../../batched-calls.ts';
import { transaction } from '../database.ts';
import { rowsOf } from '../rows.ts';

/**
 * The last calls in the embedded store. Each account's calls are one row, written whole, so a batch costs by the
 * accounts that called, not by their calls.
 */
export function createSqliteRecentCalls(
  db: DatabaseSync,
  onWriteError: (error: unknown) => void,
): BatchedCalls {
  const select = db.prepare('SELECT calls FROM recent_calls WHERE account_id = ?');
  const upsert = db.prepare(`
    INSERT INTO recent_calls (account_id, calls)
    SELECT account_id, ?
    FROM account
    WHERE account_id = ?
    ON CONFLICT DO UPDATE SET calls = excluded.calls`);
  const addTo = (table: string, column: string) =>
    db.prepare(`
      INSERT INTO ${table} (account_id, day, ${column}, calls)
      SELECT account_id, ?, ?, ?
      FROM account
      WHERE account_id = ?
      ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`);
  const addRefused = addTo('refused_call', 'endpoint');
  const addTime = addTo('call_time', 'step');
  const figuresIn = (table: string, column: string) =>
    db.prepare(`SELECT day, ${column}, calls FROM ${table} WHERE account_id = ? AND day >= ?`);
  const selectRefused = figuresIn('refused_call', 'endpoint');
  const selectTimes = figuresIn('call_time', 'step');
  const stored = (accountId: number): readonly RecentCall[] =>
    JSON.parse(String(select.get(accountId)?.calls ?? '[]'));
  return createBatchedCalls(
    {
      async write(batch) {
        transaction(db, () => {
          for (const [accountId, calls] of batch) {
            const last = [...calls.newestFirst(), ...stored(accountId)].slice(0, RECENT_CALLS_MAX);
            upsert.run(JSON.stringify(last), accountId);
            const { refused, times } = calls.figures();
            for (const { day, endpoint, calls } of refused) addRefused.run(day, endpoint, calls, accountId);
            for (const { day, step, calls } of times) addTime.run(day, step, calls, accountId);
          }
        });
      },
      list: async (accountId) => stored(accountId),
      listFigures: async (accountId, fromDay) => ({
        refused: rowsOf(selectRefused, accountId, fromDay),
        times: rowsOf(selectTimes, accountId, fromDay),
      }),
    },
    onWriteError,
  );
}
