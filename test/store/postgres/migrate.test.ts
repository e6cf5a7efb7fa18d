import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreRefused } from '../../../src/sql-database.ts';
import { migratePostgres } from '../../../src/store/postgres/migrate.ts';
import { postgresSteps } from '../../../src/store/schema.ts';
import { patientMs } from '../../support/patience.ts';
import {
  blankDatabase,
  postgresDatabase,
  postgresSuite,
  type TestDatabase,
} from '../../support/postgres-database.ts';
import { accountsDatabase } from './accounts/accounts-database.ts';

const OWN = postgresSteps();
const LATEST = OWN.length;

const laterRelease = (sql: string, oldest = LATEST) => [...OWN, { sql, oldest }];

postgresSuite('versions of the tables in PostgreSQL', () => {
  test('instances that start at once on an empty database fill it once', async (t) => {
    const database = await blankDatabase(t, `ENCODING 'UTF8'`);
    const made = await Promise.all(Array.from({ length: 5 }, () => migratePostgres(database.open(2))));
    const versions = OWN.map((_, at) => at + 1);
    assert.deepEqual(made.flat().sort(), versions);
    assert.equal(await version(database), LATEST);
  });

  test('a step waits for its lock, and calls go on meanwhile', async (t) => {
    const { accounts, gate, open } = await accountsDatabase(t);
    const person = { email: 'dev@example.com', name: 'Dev', tier: 'enterprise', role: 'developer' } as const;
    const key = await accounts.issueKey((await accounts.createAccount(person))?.accountId ?? 0);
    const steps = laterRelease('ALTER TABLE account ADD COLUMN nickname text;');
    const { promise: isReading, resolve: startsReading } = Promise.withResolvers<void>();
    const { promise: isRead, resolve: stopReading } = Promise.withResolvers<void>();
    const reading = open(1).transaction(
      async (reader) => {
        await reader.query('SELECT FROM account');
        startsReading();
        await isRead;
      },
      { timeoutMs: patientMs(60_000) },
    );
    await isReading;
    let waits = 0;
    let isOver = false;
    const migrating = migratePostgres(open(2), { steps, onWait: () => (waits += 1) }).finally(() => {
      isOver = true;
    });
    const outcomes = new Set<unknown>();
    try {
      while (waits < 2 && !isOver) outcomes.add((await gate.admit(key ?? ''))?.outcome);
    } finally {
      stopReading();
      await reading;
    }
    assert.equal(waits, 2);
    assert.deepEqual([...outcomes], ['passed']);
    assert.deepEqual(await migrating, [LATEST + 1]);
  });

  test('a lock that nobody lets go of: the step gives up, says which, and has changed nothing', async (t) => {
    const database = await postgresDatabase(t);
    const steps = laterRelease('CREATE TABLE one (n int); ALTER TABLE meter ADD COLUMN n int;');
    await database.open(1).transaction(
      async (reader) => {
        await reader.query('SELECT FROM meter');
        const migrating = migratePostgres(database.open(2), { steps, tryForMs: 300 });
        await assert.rejects(migrating, new RegExp(`^StoreRefused: The step to version ${LATEST + 1} `));
      },
      { timeoutMs: patientMs(60_000) },
    );
    assert.equal(await version(database), LATEST);
    assert.deepEqual(await database.open().query(`SELECT FROM pg_class WHERE relname = 'one'`), []);
  });

  test('a program goes on with tables of a newer one as long as these name it, and restarts', async (t) => {
    const database = await postgresDatabase(t);
    const added = laterRelease('CREATE TABLE more (n int);');
    await migratePostgres(database.open(2), { steps: added });
    assert.deepEqual(await migratePostgres(database.open(2)), []);
    const removed = [...added, { sql: 'DROP TABLE more;', oldest: LATEST + 1 }];
    await migratePostgres(database.open(2), { steps: removed });
    assert.deepEqual(await migratePostgres(database.open(2), { steps: added }), []);
    await assert.rejects(migratePostgres(database.open(2)), StoreRefused);
    assert.equal(await version(database), LATEST + 2);
  });

  test('a database of a build before the first release is refused as it is', async (t) => {
    const early = await blankDatabase(t);
    await early.open().query('CREATE TABLE schema_migration (version integer PRIMARY KEY, name text)');
    await assert.rejects(migratePostgres(early.open(2)), StoreRefused);
    assert.deepEqual(await early.open().query(`SELECT FROM pg_class WHERE relname = 'account'`), []);
  });

  test('new tables go beside the others, and a role that looks elsewhere is told so', async (t) => {
    const database = await postgresDatabase(t);
    await database.open(1).query('CREATE SCHEMA other');
    await database.open(1).query(`ALTER DATABASE ${database.name} SET search_path TO other, public`);
    const steps = laterRelease('CREATE TABLE more (n int);');
    await migratePostgres(database.open(2), { steps });
    const [table] = await database
      .open()
      .query(`SELECT relnamespace::regnamespace::text FROM pg_class WHERE relname = 'more'`);
    assert.deepEqual(table, { relnamespace: 'public' });
    await database.open(1).query(`ALTER DATABASE ${database.name} SET search_path TO other`);
    await assert.rejects(migratePostgres(database.open(2), { steps }), /search_path TO public/);
  });

  test('a database in another encoding is refused with what to do', async (t) => {
    const database = (await blankDatabase(t, `ENCODING 'LATIN1'`)).open();
    await assert.rejects(migratePostgres(database), /ENCODING 'UTF8'/);
  });
});

async function version(database: TestDatabase): Promise<number | undefined> {
  const [row] = await database.open().query<{ version: number }>('SELECT version FROM store_schema');
  return row?.version;
}
