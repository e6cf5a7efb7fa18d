import type { Queryable } from '../database.ts';
import { DatabaseVersionError } from '../migrate.ts';

/** Refuses a database that holds only a part of a store. Throws DatabaseVersionError. */
export async function refuseUnfinishedMove(database: Queryable): Promise<void> {
  const rows = await database.query('SELECT FROM store_move');
  if (rows.length === 0) return;
  throw new DatabaseVersionError(
    'A store is being copied into the database, or the copy was interrupted: wait for its end, or run the same ' +
      '"seoga migrate-store" or "seoga restore" again, which continues it.',
  );
}
