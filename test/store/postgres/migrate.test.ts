import assert from 'node:assert/strict';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseVersionError, migratePostgres } from '../../../src/store/postgres/migrate.ts';
import {
  blankDatabase,
  postgresDatabase,
  postgresSuite,
  type TestDatabase,
} from '../../support/postgres-database.ts';
import { type Cleanup, tempDir } from '../../support/temp-dir.ts';
import { accountsDatabase } from './accounts/accounts-database.ts';

const FOLDER = join(import.meta.dirname, '../../../src/store/postgres/migrations');
const FILES = readdirSync(FOLDER).sort();
const NEWEST = FILES.at(-1)?.slice(0, 4) ?? '';

postgresSuite('migrations of PostgreSQL', () => {
  test('instances that start at once on an empty database migrate it once', async (t) => {
    const database = await blankDatabase(t, `ENCODING 'UTF8'`);
    await Promise.all(Array.from({ length: 5 }, () => migratePostgres(database.open(2))));
    assert.deepEqual(await applied(database), FILES);
  });

  test('a migration waits for its lock, and calls go on meanwhile', async (t) => {
    const { accounts, gate, open } = await accountsDatabase(t);
    const person = { email: 'dev@example.com', name: 'Dev', tier: 'enterprise', role: 'developer' } as const;
    const key = await accounts.issueKey((await accounts.createAccount(person))?.accountId ?? 0);
    const folder = releaseWith(t, '9000-nickname.sql', 'ALTER TABLE account ADD COLUMN nickname text;');
    const { promise: isReading, resolve: startsReading } = Promise.withResolvers<void>();
    const { promise: isRead, resolve: stopReading } = Promise.withResolvers<void>();
    const reading = open(1).transaction(
      async (reader) => {
        await reader.query('SELECT FROM account');
        startsReading();
        await isRead;
      },
      { timeoutMs: 60_000 },
    );
    await isReading;
    let waits = 0;
    let isOver = false;
    const migrating = migratePostgres(open(2), { folder, onWait: () => (waits += 1) }).finally(() => {
      isOver = true;
    });
    const outcomes = new Set<string>();
    while (waits < 2 && !isOver) outcomes.add((await gate.admit(key ?? '', 'itemList')).outcome);
    stopReading();
    await reading;
    assert.equal(waits, 2);
    assert.deepEqual([...outcomes], ['admitted']);
    assert.deepEqual(await migrating, ['9000-nickname.sql']);
  });

  test('a lock that nobody lets go of: the migration gives up, says which, and has changed nothing', async (t) => {
    const database = await postgresDatabase(t);
    const folder = releaseWith(
      t,
      '9000-two.sql',
      'CREATE TABLE one (n int); ALTER TABLE meter ADD COLUMN n int;',
    );
    await database.open(1).transaction(
      async (reader) => {
        await reader.query('SELECT FROM meter');
        const migrating = migratePostgres(database.open(2), { folder, tryForMs: 300 });
        await assert.rejects(migrating, /^DatabaseVersionError: Migration 9000-two\.sql could not lock/);
      },
      { timeoutMs: 60_000 },
    );
    assert.deepEqual(await applied(database), FILES);
    assert.deepEqual(await database.open().query(`SELECT FROM pg_class WHERE relname = 'one'`), []);
  });

  test('an index may be made outside a transaction, so that others write meanwhile', async (t) => {
    const database = await postgresDatabase(t);
    const text =
      'DROP INDEX CONCURRENTLY IF EXISTS account_name;\nCREATE INDEX CONCURRENTLY account_name ON account (name);\n';
    const folder = releaseWith(t, '9000-account-name.sql', text);
    assert.deepEqual(await migratePostgres(database.open(2), { folder }), ['9000-account-name.sql']);
    const [index] = await database
      .open()
      .query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'account_name'::regclass`);
    assert.deepEqual(index, { indisvalid: true });
  });

  test('the release before starts on a database that the next one has migrated, where that says so', async (t) => {
    const database = await postgresDatabase(t);
    const next = releaseWith(t, '9000-more.sql', `-- Compatible from ${NEWEST}.\nCREATE TABLE more (n int);`);
    await migratePostgres(database.open(2), { folder: next });
    assert.deepEqual(await migratePostgres(database.open(2)), []);
    const after = releaseWith(t, '9001-less.sql', '-- Compatible from 9000.\nDROP TABLE more;', next);
    await migratePostgres(database.open(2), { folder: after });
    assert.deepEqual(await migratePostgres(database.open(2), { folder: next }), []);
    await assert.rejects(
      migratePostgres(database.open(2)),
      /^DatabaseVersionError: The database has migration 9001/,
    );
  });

  test('a database that a newer program has migrated is refused and stays as it is', async (t) => {
    const shared = await postgresDatabase(t);
    const database = shared.open();
    await database.query(`INSERT INTO schema_migration (version, name) VALUES (9999, '9999-future.sql')`);
    await database.query('DELETE FROM schema_migration WHERE version = 1');
    const before = await applied(shared);
    await assert.rejects(migratePostgres(database), (error: unknown) => {
      return error instanceof DatabaseVersionError && /9999/.test(error.message);
    });
    assert.deepEqual(await applied(shared), before);
  });

  test('new tables go beside the others, and a role that looks elsewhere is told so', async (t) => {
    const database = await postgresDatabase(t);
    await database.open(1).query('CREATE SCHEMA other');
    await database.open(1).query(`ALTER DATABASE ${database.name} SET search_path TO other, public`);
    const folder = releaseWith(t, '9000-more.sql', 'CREATE TABLE more (n int);');
    await migratePostgres(database.open(2), { folder });
    const [table] = await database
      .open()
      .query(`SELECT relnamespace::regnamespace::text FROM pg_class WHERE relname = 'more'`);
    assert.deepEqual(table, { relnamespace: 'public' });
    await database.open(1).query(`ALTER DATABASE ${database.name} SET search_path TO other`);
    await assert.rejects(migratePostgres(database.open(2), { folder }), /are in the schema public/);
  });

  test('a database in another encoding is refused with what to do', async (t) => {
    const database = (await blankDatabase(t, `ENCODING 'LATIN1'`)).open();
    await assert.rejects(migratePostgres(database), /ENCODING 'UTF8'/);
  });
});

/** The migrations of another release: those of `base` and one more. */
function releaseWith(t: Cleanup, name: string, sql: string, base = FOLDER): string {
  const folder = tempDir(t);
  cpSync(base, folder, { recursive: true });
  writeFileSync(join(folder, name), sql);
  return folder;
}

async function applied(database: TestDatabase): Promise<string[]> {
  const rows = await database
    .open()
    .query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name');
  return rows.map(({ name }) => name);
}
