import type { DatabaseSync } from 'node:sqlite';
import { type CallRing, createCallRing } from '../../../gate/call-ring.ts';
import { RECENT_CALLS_MAX, type RecentCall, type RecentCalls } from '../../../gate/recent-calls.ts';
import { transaction } from '../database.ts';

/** How long calls wait for their batch; a kill may lose that much. */
const BATCH_MS = 5_000;
/** Accounts whose calls are held in memory between batches, about 4 KB each. */
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
  const waiting = new Map<number, CallRing>();
  let timer: NodeJS.Timeout | undefined;

  const stored = (accountId: number): readonly RecentCall[] => {
    const row = select.get(accountId);
    return row === undefined ? [] : (JSON.parse(String(row.calls)) as RecentCall[]);
  };
  const merged = (accountId: number, calls: CallRing | undefined) =>
    [...(calls?.newestFirst() ?? []), ...stored(accountId)].slice(0, RECENT_CALLS_MAX);

  function writeBatch(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    try {
      transaction(db, () => {
        for (const [accountId, calls] of waiting) {
          upsert.run(JSON.stringify(merged(accountId, calls)), accountId);
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
        calls = createCallRing();
        waiting.set(accountId, calls);
        timer ??= setTimeout(writeBatch, BATCH_MS).unref();
      }
      calls.add(call);
    },
    list: async (accountId) => merged(accountId, waiting.get(accountId)),
    flush() {
      clearTimeout(timer);
      writeBatch();
      clearTimeout(timer);
    },
  };
}
