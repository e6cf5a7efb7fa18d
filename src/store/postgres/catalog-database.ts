import type { SqlDatabase } from '../../sql-database.ts';
import { patienceOf } from '../wait-for-lock.ts';
import type { Database } from './database.ts';
import { takeLock } from './long-transaction.ts';

/** Longer than commits take, shorter than people wait. */
const PERSON_WAIT_MS = 3_000;

/** The database of catalogue and lists: each transaction takes the writers' lock first. */
export function createCatalogDatabase(database: Database, usualWaitMs = PERSON_WAIT_MS): SqlDatabase {
  return {
    ...database,
    transaction: (work, { waitMs = usualWaitMs, timeoutMs } = {}) =>
      database.transaction(
        async (writer) => {
          await takeLock(writer, 'catalogue', patienceOf(waitMs));
          return work(writer);
        },
        timeoutMs === undefined ? {} : { timeoutMs },
      ),
  };
}
