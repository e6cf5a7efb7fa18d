import type { KstDay } from '../clock.ts';
import { type SqlDatabase, type Transaction, valuesList } from '../sql-database.ts';
import { correctionOf, type QueryCountRow } from './query-tally.ts';
import type { QueryCount } from './search-term-admin.ts';
import { QUERIES_A_DAY_MAX } from './search-term-bounds.ts';

/** Adds up counts. Once a day holds QUERIES_A_DAY_MAX texts, new ones are counted without their text. */
export function addQueryRows(database: SqlDatabase): (rows: readonly QueryCountRow[]) => Promise<void> {
  return (rows) =>
    database.transaction(async (transaction) => {
      // One process adds at a time: the number of texts is a limit, and rows are locked in any order.
      await transaction.queryLocked('SELECT id FROM search_term_state');
      for (const [day, ofDay] of Map.groupBy(rows, (row) => row.day)) await addDay(transaction, day, ofDay);
    });
}

async function addDay(transaction: Transaction, day: KstDay, rows: readonly QueryCountRow[]): Promise<void> {
  const stored = await transaction.query<QueryKey>(
    `SELECT kind, query, used
     FROM search_query_day
     WHERE (kind, query, used) IN (VALUES ${valuesList(rows.length, 3)})
       AND day = $${rows.length * 3 + 1}`,
    [...rows.flatMap(({ kind, query, used }) => [kind, query, used]), day],
  );
  const known = new Set(stored.map(keyOf));
  const [count] = await transaction.query<{ queries: number }>(
    'SELECT count(*) AS queries FROM search_query_day WHERE day = $1',
    [day],
  );
  let room = QUERIES_A_DAY_MAX - (count?.queries ?? 0);
  const added = new Map<string, QueryCountRow>();
  for (const row of rows) {
    const isKept = known.has(keyOf(row)) || room-- > 0;
    const kept = isKept ? row : { ...row, query: '', used: '' };
    const calls = (added.get(keyOf(kept))?.calls ?? 0) + row.calls;
    added.set(keyOf(kept), { ...kept, calls });
  }
  await transaction.query(
    `INSERT INTO search_query_day AS q (day, kind, query, used, calls)
     VALUES ${valuesList(added.size, 5)}
     ON CONFLICT (day, kind, query, used) DO UPDATE SET calls = q.calls + excluded.calls`,
    [...added.values()].flatMap(({ kind, query, used, calls }) => [day, kind, query, used, calls]),
  );
}

type QueryKey = Pick<QueryCountRow, 'kind' | 'query' | 'used'>;

function keyOf({ kind, query, used }: QueryKey): string {
  return JSON.stringify([kind, query, used]);
}

/** Reads and deletes stored counts. */
export function storedQueryCounts(database: SqlDatabase) {
  return {
    /** What is written of the days from one on: the latest day first, then the most frequent. */
    async listQueryCounts(fromDay: KstDay): Promise<readonly QueryCount[]> {
      const rows = await database.query<QueryCountRow>(
        `SELECT day, kind, query, used, calls
         FROM search_query_day
         WHERE day >= $1
         ORDER BY day DESC, calls DESC, query, kind, used`,
        [fromDay],
      );
      return rows.map(({ day, kind, query, used, calls }) => ({
        day,
        query,
        correction: correctionOf(kind, used),
        calls,
      }));
    },
    /** Deletes counts older than a day. Returns how many. */
    async deleteQueryCountsBefore(day: KstDay): Promise<number> {
      const deleted = await database.query('DELETE FROM search_query_day WHERE day < $1 RETURNING day', [
        day,
      ]);
      return deleted.length;
    },
  };
}
