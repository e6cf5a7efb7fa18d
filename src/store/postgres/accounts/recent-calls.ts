import { addFigures, type CallCollector, createCallCollector } from '../../../gate/call-collector.ts';
import { RECENT_CALLS_MAX, type RecentCall, type RecentCalls } from '../../../gate/recent-calls.ts';
import type { Database, Queryable } from '../database.ts';
import { appendFigures, listFigures } from './call-figures.ts';

/** How long calls wait for their batch: what a killed process may forget. */
const BATCH_MS = 5_000;
/** Accounts whose calls are held in memory between batches, about 30 KB each when all call. */
const ACCOUNTS_MAX = 2_000;

export interface PostgresRecentCalls extends RecentCalls {
  /** Writes what waits; what cannot be written is reported and kept. */
  flush(): Promise<void>;
}

type Waiting = ReadonlyMap<number, CallCollector>;

/** The last calls in PostgreSQL. Each instance appends a row an account and batch, so that none overwrites another's. */
export function createPostgresRecentCalls(
  database: Database,
  onWriteError: (error: unknown) => void,
): PostgresRecentCalls {
  let collected = new Map<number, CallCollector>();
  /** On their way into the database, or kept after a failure. */
  let unwritten: Waiting = new Map();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function writeBatch(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    unwritten = withLater(unwritten, collected);
    collected = new Map();
    if (unwritten.size === 0) return;
    try {
      await database.transaction((transaction) => append(transaction, unwritten));
      unwritten = new Map();
    } catch (error) {
      onWriteError(error);
      writeLater();
    }
  }

  function write(): Promise<void> {
    writing = writing.then(writeBatch);
    return writing;
  }

  function writeLater(): void {
    timer ??= setTimeout(write, BATCH_MS).unref();
  }

  return {
    record(accountId, call) {
      let calls = collected.get(accountId);
      if (calls === undefined) {
        // A store that cannot be written must not fill the memory.
        if (collected.size + unwritten.size >= ACCOUNTS_MAX) return;
        calls = createCallCollector();
        collected.set(accountId, calls);
        writeLater();
      }
      calls.add(call);
    },
    async list(accountId) {
      await writing;
      const stored = await listStored(database, accountId);
      const own = [
        ...(collected.get(accountId)?.newestFirst() ?? []),
        ...(unwritten.get(accountId)?.newestFirst() ?? []),
      ];
      // The sort is stable: calls of one millisecond stay in the order in which their instance recorded them.
      return [...own, ...stored].sort((a, b) => b.atMs - a.atMs).slice(0, RECENT_CALLS_MAX);
    },
    async listFigures(accountId, fromDay) {
      await writing;
      const stored = await listFigures(database, accountId, fromDay);
      const own = [collected, unwritten].flatMap((calls) => calls.get(accountId)?.figures() ?? []);
      return addFigures([stored, ...own], fromDay);
    },
    async flush() {
      await write();
      clearTimeout(timer);
    },
  };
}

/** Calls of two batches as one. The collectors of `before` take in what came later. */
function withLater(before: Waiting, later: Waiting): Waiting {
  const all = new Map(before);
  for (const [accountId, calls] of later) {
    const earlier = all.get(accountId);
    if (earlier === undefined) all.set(accountId, calls);
    else earlier.absorb(calls);
  }
  return all;
}

async function listStored(database: Database, accountId: number): Promise<RecentCall[]> {
  const rows = await database.query<{ calls: RecentCall[] }>(
    'SELECT calls FROM recent_calls WHERE account_id = $1 ORDER BY batch_id DESC',
    [accountId],
  );
  // Calls that an earlier version wrote have no query.
  return rows.flatMap(({ calls }) => calls.map((call) => ({ ...call, query: call.query ?? '' })));
}

/**
 * Adds figures and a row an account, and drops the rows whose calls can't be among the last any more. Closed accounts get
 * none. A batch whose commit was made but not answered is added twice: that is rare, and neither calls nor figures decide
 * anything.
 *
 * Instances write in any order, so rows are compared by their newest call. Rows of two instances may cover the same
 * seconds: only a row whose newest call came a whole batch later than this one's is sure to hold nothing but later calls.
 */
async function append(transaction: Queryable, calls: Waiting): Promise<void> {
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
  await appendFigures(
    transaction,
    [...calls].map(([accountId, one]) => ({ accountId, figures: one.figures() })),
  );
}
