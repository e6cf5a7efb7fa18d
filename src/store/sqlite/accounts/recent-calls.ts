import type { DatabaseSync } from 'node:sqlite';
import { addFigures, type CallCollector, createCallCollector } from '../../../gate/call-collector.ts';
import {
  type CallFigures,
  RECENT_CALLS_MAX,
  type RecentCall,
  type RecentCalls,
} from '../../../gate/recent-calls.ts';
import { transaction } from '../database.ts';

/** How long calls wait for their batch; a kill may lose that much. */
const BATCH_MS = 5_000;
/** Accounts whose calls are held in memory between batches, about 30 KB each when all call. */
const ACCOUNTS_MAX = 2_000;

export interface SqliteRecentCalls extends RecentCalls {
  /** Writes waiting calls. Whether it succeeds or not, none is waiting afterwards. */
  flush(): void;
}

/**
 * The last calls in the embedded store. Each account's calls are one row, written whole, so a batch costs by the
 * accounts that called, not by their calls. `onWriteError` is called for a batch that couldn't be written; it is
 * retried.
 */
export function createSqliteRecentCalls(
  db: DatabaseSync,
  onWriteError: (error: unknown) => void,
): SqliteRecentCalls {
  const select = db.prepare('SELECT calls FROM recent_calls WHERE account_id = ?');
  const upsert = db.prepare(`
    INSERT INTO recent_calls (account_id, calls)
    SELECT account_id, ?
    FROM account
    WHERE account_id = ?
    ON CONFLICT DO UPDATE SET calls = excluded.calls`);
  /** Calls since the last batch. */
  const waiting = new Map<number, CallCollector>();
  const figures = figuresStatements(db);
  let timer: NodeJS.Timeout | undefined;

  const stored = (accountId: number): readonly RecentCall[] => {
    const row = select.get(accountId);
    if (row === undefined) return [];
    const calls: readonly RecentCall[] = JSON.parse(String(row.calls));
    // Calls that an earlier version wrote have no query.
    return calls.map((call) => ({ ...call, query: call.query ?? '' }));
  };
  const merged = (accountId: number, calls: CallCollector | undefined) =>
    [...(calls?.newestFirst() ?? []), ...stored(accountId)].slice(0, RECENT_CALLS_MAX);

  function writeBatch(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    try {
      transaction(db, () => {
        for (const [accountId, calls] of waiting) {
          upsert.run(JSON.stringify(merged(accountId, calls)), accountId);
          figures.add(accountId, calls.figures());
        }
      });
      waiting.clear();
    } catch (error) {
      timer = setTimeout(writeBatch, BATCH_MS).unref();
      onWriteError(error);
    }
  }

  return {
    record(accountId, call) {
      let calls = waiting.get(accountId);
      if (calls === undefined) {
        // A store that can't be written must not fill the memory: other accounts' calls are still shown.
        if (waiting.size >= ACCOUNTS_MAX) return;
        calls = createCallCollector();
        waiting.set(accountId, calls);
        timer ??= setTimeout(writeBatch, BATCH_MS).unref();
      }
      calls.add(call);
    },
    list: async (accountId) => merged(accountId, waiting.get(accountId)),
    async listFigures(accountId, fromDay) {
      const unwritten = waiting.get(accountId)?.figures();
      return addFigures([figures.list(accountId), ...(unwritten === undefined ? [] : [unwritten])], fromDay);
    },
    flush() {
      clearTimeout(timer);
      writeBatch();
      clearTimeout(timer);
    },
  };
}

/** Figures of days; those of an account that was closed meanwhile are left out. */
function figuresStatements(db: DatabaseSync) {
  const addRefused = db.prepare(`
    INSERT INTO refused_call (account_id, day, endpoint, calls)
    SELECT account_id, ?, ?, ?
    FROM account
    WHERE account_id = ?
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`);
  const addTime = db.prepare(`
    INSERT INTO call_time (account_id, day, step, calls)
    SELECT account_id, ?, ?, ?
    FROM account
    WHERE account_id = ?
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`);
  const selectRefused = db.prepare('SELECT day, endpoint, calls FROM refused_call WHERE account_id = ?');
  const selectTimes = db.prepare('SELECT day, step, calls FROM call_time WHERE account_id = ?');

  return {
    add(accountId: number, { refused, times }: CallFigures): void {
      for (const { day, endpoint, calls } of refused) addRefused.run(day, endpoint, calls, accountId);
      for (const { day, step, calls } of times) addTime.run(day, step, calls, accountId);
    },
    list: (accountId: number): CallFigures => ({
      refused: selectRefused.all(accountId).map((row) => ({
        day: Number(row.day),
        endpoint: String(row.endpoint),
        calls: Number(row.calls),
      })),
      times: selectTimes.all(accountId).map((row) => ({
        day: Number(row.day),
        step: Number(row.step),
        calls: Number(row.calls),
      })),
    }),
  };
}
