import type { DatabaseAddress } from '../../src/config/database-url.ts';
import { createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { CONNECTIONS_MAX } from './thread-store.ts';

/**
 * Opens PostgreSQL for one command, up to date; closes it again if that fails. A command can wait longer than a request, because
 * others may be changing the same rows: `callTimeoutMs` at most. Throws DatabaseVersionError and StoreUnavailableError.
 */
export async function openCommandDatabase(
  address: DatabaseAddress,
  callTimeoutMs: number,
): Promise<Database> {
  const database = createDatabase({ address, connectionsMax: CONNECTIONS_MAX, callTimeoutMs });
  try {
    await migratePostgres(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
