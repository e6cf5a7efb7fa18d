import type { KstDay } from '../../../clock.ts';
import { correctionOf, type QueryCountRow } from '../../../search/query-tally.ts';
import { QUERIES_A_DAY_MAX, type SearchTermAdmin } from '../../../search/search-term-admin.ts';
import type { Database, Queryable } from '../database.ts';

/** Adds rows; once a day has enough texts, new ones are added up without their text. */
export function addQueryRows(database: Database): (rows: readonly QueryCountRow[]) => Promise<void> {
  return (rows) =>
    database.transaction(async (transaction) => {
      // Of several instances one adds at a time: the number of texts is a limit, and rows are locked in any order.
      await transaction.query('SELECT id FROM search_term_state FOR UPDATE');
      for (const [day, ofDay] of Map.groupBy(rows, (row) => row.day)) await addDay(transaction, day, ofDay);
    });
}

async function addDay(transaction: Queryable, day: KstDay, rows: readonly QueryCountRow[]): Promise<void> {
  const columns = columnsOf(rows);
  const updated = await transaction.query<{ no: number }>(
    `UPDATE search_query_day q
     SET calls = q.calls + added.calls
     FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[])
       WITH ORDINALITY AS added (kind, query, used, calls, no)
     WHERE q.day = $1 AND q.kind = added.kind AND q.query = added.query AND q.used = added.used
     RETURNING added.no`,
    [day, ...columns],
  );
  const known = new Set(updated.map(({ no }) => no));
  const fresh = rows.filter((_, index) => !known.has(index + 1));
  if (fresh.length === 0) return;
  const [count] = await transaction.query<{ queries: number }>(
    'SELECT count(*) AS queries FROM search_query_day WHERE day = $1',
    [day],
  );
  const room = Math.max(0, QUERIES_A_DAY_MAX - (count?.queries ?? 0));
  const added = fresh.map((row, index) => (index < room ? row : { ...row, query: '', used: '' }));
  await transaction.query(
    `INSERT INTO search_query_day AS q (day, kind, query, used, calls)
     SELECT $1, kind, query, used, sum(calls)
     FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) AS added (kind, query, used, calls)
     GROUP BY kind, query, used
     ON CONFLICT (day, kind, query, used) DO UPDATE SET calls = q.calls + excluded.calls`,
    [day, ...columnsOf(added)],
  );
}

function columnsOf(rows: readonly QueryCountRow[]) {
  return [
    rows.map(({ kind }) => kind),
    rows.map(({ query }) => query),
    rows.map(({ used }) => used),
    rows.map(({ calls }) => calls),
  ] as const;
}

/** The counts that are written. */
export function storedQueryCounts(
  database: Database,
): Pick<SearchTermAdmin, 'listQueryCounts' | 'deleteQueryCountsBefore'> {
  return {
    async listQueryCounts(fromDay) {
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
    async deleteQueryCountsBefore(day) {
      const [row] = await database.query<{ deleted: number }>(
        'WITH gone AS (DELETE FROM search_query_day WHERE day < $1 RETURNING day) SELECT count(*) AS deleted FROM gone',
        [day],
      );
      return row?.deleted ?? 0;
    },
  };
}
