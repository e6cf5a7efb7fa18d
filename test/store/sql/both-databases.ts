import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { SqlDatabase } from '../../../src/sql-database.ts';
import { createCatalogDatabase } from '../../../src/store/postgres/database.ts';
import { copyTables } from '../../../src/store/postgres/move.ts';
import { CATALOG_FILE, LISTS_FILE } from '../../../src/store/sqlite/database.ts';
import { createAccountsDatabase, openCatalogDatabase } from '../../../src/store/sqlite/databases.ts';
import type { Guarantee } from '../../contracts/guarantee.ts';
import { openState, type StateWorld } from '../../contracts/state-world.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';
import { type Cleanup, tempDir } from '../../support/temp-dir.ts';
import { accountsFile } from '../sqlite/accounts/accounts-file.ts';

interface EmptyDatabase {
  readonly database: SqlDatabase;
  catalog(): SqlDatabase;
  /** The same database in another process. */
  open(): SqlDatabase;
}

export type NewDatabase = (t: Cleanup) => Promise<EmptyDatabase>;

/** Defines a suite on SQLite and, if it is installed, on PostgreSQL. */
export function onBothDatabases(
  subject: string,
  define: (adapter: string, newDatabase: NewDatabase) => void,
): void {
  define('SQLite', async (t) => {
    const { connect, path } = accountsFile(t);
    const open = () => createAccountsDatabase(connect());
    const catalog = () => {
      const file = openCatalogDatabase(join(dirname(path), CATALOG_FILE));
      t.after(() => file[Symbol.dispose]());
      return file;
    };
    return { database: open(), catalog, open };
  });
  postgresSuite(`${subject} in PostgreSQL`, () => {
    define('PostgreSQL', async (t) => {
      const file = await postgresDatabase(t);
      const open = () => file.open();
      const catalog = () => createCatalogDatabase(open());
      return { database: open(), catalog, open };
    });
  });
}

export interface EmptyCatalogue {
  readonly catalog: SqlDatabase;
  readonly lists: SqlDatabase;
  open(): Pick<EmptyCatalogue, 'catalog' | 'lists'>;
}

export type NewCatalogue = (t: Cleanup) => Promise<EmptyCatalogue>;

/** Defines a suite on SQLite's files and, if it is installed, on PostgreSQL. */
export function onBothCatalogues(
  subject: string,
  define: (adapter: string, newCatalogue: NewCatalogue) => void,
): void {
  define('SQLite', async (t) => {
    const folder = tempDir(t);
    const openFile = (name: string) => {
      const database = openCatalogDatabase(join(folder, name));
      t.after(() => database[Symbol.dispose]());
      return database;
    };
    const open = () => ({ catalog: openFile(CATALOG_FILE), lists: openFile(LISTS_FILE) });
    return { ...open(), open };
  });
  postgresSuite(`${subject} in PostgreSQL`, () => {
    define('PostgreSQL', async (t) => {
      const file = await postgresDatabase(t);
      const open = () => {
        const database = createCatalogDatabase(file.open());
        return { catalog: database, lists: database };
      };
      return { ...open(), open };
    });
  });
}

export function stateTests(subject: string, define: (test: Guarantee<StateWorld>) => void): void {
  onBothDatabases(subject, (adapter, newDatabase) =>
    define((title, run) => {
      test(`${adapter}: ${title}`, async (t) => run(stateWorld(await newDatabase(t))));
    }),
  );
}

export function stateWorld({ database, open }: Pick<EmptyDatabase, 'database' | 'open'>): StateWorld {
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  return { ...openState(database, clock), clock, database, another: () => openState(open(), clock) };
}

/** Puts the rows of a file into the same tables of PostgreSQL, in place of theirs. */
export async function replaceTables(db: DatabaseSync, database: SqlDatabase, tables: readonly string[]) {
  await using transaction = await database.begin({ lock: 'catalogue', waitMs: 0 });
  for (const table of tables) await transaction.query(`DELETE FROM ${table}`);
  await copyTables(db, transaction, tables);
  await transaction.commit();
}
