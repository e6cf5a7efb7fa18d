import { createPostgresSql } from '../../../src/store/postgres/sql-driver.ts';
import type { SqlDatabase } from '../../../src/store/sql/sql-database.ts';
import { createSqliteSql } from '../../../src/store/sqlite/sql-driver.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { accountsFile } from '../sqlite/accounts/accounts-file.ts';

/** Migrated and empty. */
export interface EmptyDatabase {
  readonly database: SqlDatabase;
  /** The same database, as another process has it. */
  open(): SqlDatabase;
}

/** Makes a database for one test. */
export type NewDatabase = (t: Cleanup) => Promise<EmptyDatabase>;

/** Defines a suite twice: on SQLite, and, where it is installed, on PostgreSQL. */
export function onBothDatabases(
  subject: string,
  define: (adapter: string, newDatabase: NewDatabase) => void,
): void {
  define('SQLite', async (t) => {
    const { connect } = accountsFile(t);
    const open = () => createSqliteSql(connect());
    return { database: open(), open };
  });
  postgresSuite(`${subject} in PostgreSQL`, () => {
    define('PostgreSQL', async (t) => {
      const file = await postgresDatabase(t);
      const open = () => createPostgresSql(file.open());
      return { database: open(), open };
    });
  });
}
