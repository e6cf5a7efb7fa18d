import { type SqlDatabase, UniqueViolationError } from '../../sql-database.ts';
import type { Database, Queryable } from './database.ts';
import { sqlStateOf } from './store-errors.ts';

/** The SQL database of a PostgreSQL database: READ COMMITTED, so invariants stand in constraints and behind locked rows. */
export function createPostgresSql(database: Database): SqlDatabase {
  return {
    query: (text, values) => orKnown(database.query(text, values)),
    transaction: (work, options) =>
      orKnown(database.transaction((transaction) => work(withLocks(transaction)), options)),
    nowMs: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
    eraseDeleted: async () => {},
    async deleteStale() {
      // Limits on attempts that have long been full again, and writers of processes that ended.
      await database.query(
        `DELETE FROM attempt_limit
         WHERE full_at_us < (extract(epoch FROM clock_timestamp() - interval '1 day') * 1000000)::bigint`,
      );
      await database.query(`DELETE FROM usage_writer WHERE wrote_at < now() - interval '1 day'`);
    },
  };
}

function withLocks({ query }: Queryable) {
  return {
    query,
    // Whoever only refers to the row, as the gate does, goes on.
    queryLocked: <Row extends object>(...[text, values]: Parameters<typeof query>) =>
      query<Row>(`${text} FOR NO KEY UPDATE`, values),
    async lockName(name: string) {
      await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    },
  };
}

const UNIQUE_VIOLATION = '23505';

async function orKnown<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
    throw new UniqueViolationError('a unique constraint refuses the row', { cause: error });
  }
}
