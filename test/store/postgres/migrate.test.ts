import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseVersionError, migratePostgres } from '../../../src/store/postgres/migrate.ts';
import { blankDatabase, postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';

const FILES = readdirSync(join(import.meta.dirname, '../../../src/store/postgres/migrations'));

postgresSuite('migrations of PostgreSQL', () => {
  test('instances that start at once on an empty database migrate it once', async (t) => {
    const database = await blankDatabase(t, `ENCODING 'UTF8'`);
    await Promise.all(Array.from({ length: 5 }, () => migratePostgres(database.open(2))));
    const rows = await database
      .open()
      .query<{ name: string }>('SELECT name FROM schema_migration ORDER BY 1');
    assert.deepEqual(
      rows.map(({ name }) => name),
      FILES.sort(),
    );
  });

  test('a database that a newer program has migrated is refused and stays as it is', async (t) => {
    const database = (await postgresDatabase(t)).open();
    const versions = () => database.query('SELECT version FROM schema_migration ORDER BY version');
    await database.query(`INSERT INTO schema_migration (version, name) VALUES (9999, '9999-future.sql')`);
    await database.query('DELETE FROM schema_migration WHERE version = 1');
    const before = await versions();
    await assert.rejects(migratePostgres(database), (error: unknown) => {
      return error instanceof DatabaseVersionError && /9999/.test(error.message);
    });
    assert.deepEqual(await versions(), before);
  });

  test('a database in another encoding is refused with what to do', async (t) => {
    const database = (await blankDatabase(t, `ENCODING 'LATIN1'`)).open();
    await assert.rejects(migratePostgres(database), /ENCODING 'UTF8'/);
  });
});
