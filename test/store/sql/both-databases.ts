import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { lazily } from '../../../src/base/lazily.ts';
import type { SqlDatabase } from '../../../src/sql-database.ts';
import { createCatalogDatabase } from '../../../src/store/postgres/database.ts';
import { copyTables } from '../../../src/store/postgres/move.ts';
import { CATALOG_FILE, LISTS_FILE } from '../../../src/store/sqlite/database.ts';
import { createAccountsDatabase, openCatalogDatabase } from '../../../src/store/sqlite/databases.ts';
import type { Guarantee } from '../../contracts/guarantee.ts';
import { openState, type StateWorld } from '../../contracts/state-world.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { accountsFile } from '../sqlite/accounts/accounts-file.ts';

/** The databases of a store, migrated and empty, each opened when it is first used. */
interface Databases {
  readonly database: SqlDatabase;
  readonly catalog: SqlDatabase;
  readonly lists: SqlDatabase;
}

interface EmptyStore extends Databases {
  /** The same databases in another process. */
  open(): Databases;
}

export type NewDatabase = (t: Cleanup) => Promise<EmptyStore>;

/** Defines a suite on SQLite and, if it is installed, on PostgreSQL. */
export function onBothDatabases(
  subject: string,
  define: (adapter: string, newDatabase: NewDatabase) => void,
): void {
  define('SQLite', async (t) => {
    const { connect, path } = accountsFile(t);
    const openFile = (name: string) => {
      const file = openCatalogDatabase(join(dirname(path), name));
      t.after(() => file[Symbol.dispose]());
      return file;
    };
    return opened({
      database: () => createAccountsDatabase(connect()),
      catalog: () => openFile(CATALOG_FILE),
      lists: () => openFile(LISTS_FILE),
    });
  });
  postgresSuite(`${subject} in PostgreSQL`, () => {
    define('PostgreSQL', async (t) => {
      const file = await postgresDatabase(t);
      const tables = () => createCatalogDatabase(file.open());
      return opened({ database: () => file.open(), catalog: tables, lists: tables });
    });
  });
}

function opened(makers: { readonly [Name in keyof Databases]: () => SqlDatabase }): EmptyStore {
  return lazily({ ...makers, open: () => () => lazily(makers) });
}

export function stateTests(subject: string, define: (test: Guarantee<StateWorld>) => void): void {
  onBothDatabases(subject, (adapter, newDatabase) =>
    define((title, run) => {
      test(`${adapter}: ${title}`, async (t) => run(stateWorld(await newDatabase(t))));
    }),
  );
}

export function stateWorld({ database, open }: EmptyStore): StateWorld {
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  return { ...openState(database, clock), clock, database, another: () => openState(open().database, clock) };
}

/** Puts the rows of a file into the same tables of PostgreSQL, in place of theirs. */
export async function replaceTables(db: DatabaseSync, database: SqlDatabase, tables: readonly string[]) {
  await using transaction = await database.begin({ lock: 'catalogue', waitMs: 0 });
  for (const table of tables) await transaction.query(`DELETE FROM ${table}`);
  await copyTables(db, transaction, tables);
  await transaction.commit();
}
