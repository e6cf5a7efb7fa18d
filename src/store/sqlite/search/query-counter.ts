import type { DatabaseSync } from 'node:sqlite';
import type { Clock, KstDay } from '../../../clock.ts';
import {
  correctionOf,
  createQueryTally,
  type QueryCountRow,
  type QueryTally,
} from '../../../search/query-tally.ts';
import { QUERIES_A_DAY_MAX, type SearchTermAdmin } from '../../../search/search-term-admin.ts';
import { writeWhenFree } from '../write-when-free.ts';

export interface QueryCounterOptions {
  readonly db: DatabaseSync;
  readonly clock: Clock;
  /** Called once for every failed attempt to write counts of queries; they are kept and retried. */
  readonly onWriteError: (error: unknown) => void;
}

type StoredCounts = Pick<SearchTermAdmin, 'listQueryCounts' | 'deleteQueryCountsBefore'>;

/** Counts of queries in the accounts file. */
export function createQueryCounter({
  db,
  clock,
  onWriteError,
}: QueryCounterOptions): QueryTally & StoredCounts {
  const add = addStatement(db);
  const addRows = (rows: readonly QueryCountRow[]) => writeWhenFree(db, () => add(rows));
  return { ...createQueryTally({ clock, addRows, onWriteError }), ...storedCounts(db) };
}

/** Adds rows; once a day has enough texts, new ones are added up without their text. */
function addStatement(db: DatabaseSync) {
  const update = db.prepare(`
    UPDATE search_query_day
    SET calls = calls + ?
    WHERE day = ? AND kind = ? AND query = ? AND used = ?`);
  const insert = db.prepare(`
    INSERT INTO search_query_day (day, kind, query, used, calls)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`);
  const count = db.prepare('SELECT count(*) AS queries FROM search_query_day WHERE day = ?');

  return (rows: readonly QueryCountRow[]): void => {
    const queriesOf = new Map<KstDay, number>();
    for (const { day, kind, query, used, calls } of rows) {
      if (update.run(calls, day, kind, query, used).changes > 0) continue;
      const queries = queriesOf.get(day) ?? Number(count.get(day)?.queries);
      const isRoom = queries < QUERIES_A_DAY_MAX;
      insert.run(day, kind, isRoom ? query : '', isRoom ? used : '', calls);
      queriesOf.set(day, queries + 1);
    }
  };
}

function storedCounts(db: DatabaseSync): StoredCounts {
  const list = db.prepare(`
    SELECT day, kind, query, used, calls
    FROM search_query_day
    WHERE day >= ?
    ORDER BY day DESC, calls DESC, query, kind, used`);
  const removeBefore = db.prepare('DELETE FROM search_query_day WHERE day < ?');
  return {
    async listQueryCounts(fromDay) {
      return list.all(fromDay).map((row) => ({
        day: Number(row.day),
        query: String(row.query),
        correction: correctionOf(row.kind, row.used),
        calls: Number(row.calls),
      }));
    },
    deleteQueryCountsBefore: (day) => writeWhenFree(db, () => Number(removeBefore.run(day).changes)),
  };
}
