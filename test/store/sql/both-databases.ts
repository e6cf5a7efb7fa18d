import { test } from 'node:test';
import type { SqlDatabase } from '../../../src/sql-database.ts';
import { createSqliteSql } from '../../../src/store/sqlite/sql-driver.ts';
import type { Guarantee } from '../../contracts/guarantee.ts';
import { openState, type StateWorld } from '../../contracts/state-world.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { accountsFile } from '../sqlite/accounts/accounts-file.ts';

/** Migrated and empty. */
interface EmptyDatabase {
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
      const open = () => file.open();
      return { database: open(), open };
    });
  });
}

/** Defines tests of state on both databases; each gets an empty one. */
export function stateTests(subject: string, define: (test: Guarantee<StateWorld>) => void): void {
  onBothDatabases(subject, (adapter, newDatabase) =>
    define((title, run) => {
      test(`${adapter}: ${title}`, async (t) => run(stateWorld(await newDatabase(t))));
    }),
  );
}

/** All state on an empty database. */
export function stateWorld({ database, open }: EmptyDatabase): StateWorld {
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  return { ...openState(database, clock), clock, database, another: () => openState(open(), clock) };
}
