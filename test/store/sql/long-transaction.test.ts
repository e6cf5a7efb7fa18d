import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CatalogBusyError, type SqlDatabase } from '../../../src/sql-database.ts';
import { createCatalogDatabase, openCatalogDatabase } from '../../../src/store/sqlite/catalog-database.ts';
import { CATALOG_FILE } from '../../../src/store/sqlite/database.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';
import { type Cleanup, tempDir } from '../../support/temp-dir.ts';
import { accountsFile } from '../sqlite/accounts/accounts-file.ts';

const INTO = { into: 'feed_mapping', columns: 'name text, mapping text, kept_at_ms bigint' };
const INSERT = 'INSERT INTO feed_mapping (name, mapping, kept_at_ms) VALUES ($1, $2, 0)';
const NEVER = { lock: 'catalogue', waitMs: 0 } as const;
const PATIENT = { lock: 'catalogue', waitMs: 60_000 } as const;

async function names(database: SqlDatabase): Promise<string[]> {
  const rows = await database.query<{ name: string }>('SELECT name FROM feed_mapping ORDER BY name');
  return rows.map(({ name }) => name);
}

type NewDatabase = (t: Cleanup) => Promise<() => SqlDatabase>;

function suite(adapter: string, newDatabase: NewDatabase): void {
  test(`${adapter}: a long transaction waits for what isn't a statement, and shows nothing before its commit`, async (t) => {
    const open = await newDatabase(t);
    const database = open();
    await using transaction = await database.begin(PATIENT);
    await transaction.query(INSERT, ['a', '1']);
    await wait(20);
    await transaction.query(INSERT, ['b', '2']);
    assert.deepEqual(await transaction.query('SELECT name FROM feed_mapping ORDER BY name'), [
      { name: 'a' },
      { name: 'b' },
    ]);
    assert.deepEqual(await names(database), []);
    await transaction.commit();
    assert.deepEqual(await names(open()), ['a', 'b']);
  });

  test(`${adapter}: a long transaction whose scope ends without a commit leaves nothing, and frees its lock`, async (t) => {
    const database = (await newDatabase(t))();
    const fail = async () => {
      await using transaction = await database.begin(PATIENT);
      await transaction.insert({ ...INTO, rows: [['a', '1', 0]] });
      throw new Error('no');
    };
    await assert.rejects(fail(), /^Error: no$/);
    assert.equal(await database.isLocked('catalogue'), false);
    await using _ = await database.begin(NEVER);
    assert.deepEqual(await names(database), []);
  });

  test(`${adapter}: one holder of a lock at a time; others wait as long as they may, or until they are told to stop`, async (t) => {
    const open = await newDatabase(t);
    const [database, other] = [open(), open()];
    const first = await database.begin(PATIENT);
    assert.equal(await other.isLocked('catalogue'), true);
    await assert.rejects(other.begin(NEVER), CatalogBusyError);
    const stop = new AbortController();
    const stopped = other.begin({ ...PATIENT, signal: stop.signal });
    const waiting = other.begin(PATIENT);
    stop.abort(new Error('stopped'));
    await assert.rejects(stopped, /^Error: stopped$/);
    await first.query(INSERT, ['a', '1']);
    await first.commit();
    await using second = await waiting;
    assert.equal((await second.query('SELECT name FROM feed_mapping')).length, 1);
  });

  test(`${adapter}: what comes first is seen by all while the transaction is under way, and stays without it`, async (t) => {
    const open = await newDatabase(t);
    const database = open();
    const first = async ({ query }: Pick<SqlDatabase, 'query'>) => {
      await query(INSERT, ['entry', 'running']);
    };
    const transaction = await database.begin({ ...PATIENT, first });
    await transaction.query(INSERT, ['dropped', '']);
    assert.deepEqual(await names(open()), ['entry']);
    await transaction[Symbol.asyncDispose]();
    assert.deepEqual(await names(database), ['entry']);
  });

  test(`${adapter}: a commit takes the work on another database with it`, async (t) => {
    const open = await newDatabase(t);
    const [lists, catalog] = [open(), open()];
    await using transaction = await lists.begin({ lock: 'ranking', waitMs: 60_000 });
    await transaction.query(INSERT, ['list', '']);
    await transaction.commitWith(catalog, async ({ query }) => {
      await query(INSERT, ['revision', '']);
    });
    assert.deepEqual(await names(open()), ['list', 'revision']);
  });

  test(`${adapter}: a snapshot reads one state, in portions and as numbers, whatever is committed meanwhile`, async (t) => {
    const open = await newDatabase(t);
    const database = open();
    const rows = Array.from({ length: 4_321 }, (_, at) => [`name ${at}`, '', at * 3_000_000_000]);
    await database.transaction(async ({ insert }) => {
      await insert({ ...INTO, rows });
    });
    await database.snapshot(async (snapshot) => {
      assert.equal((await snapshot.query('SELECT name FROM feed_mapping')).length, rows.length);
      await open().transaction(async ({ query }) => {
        await query('DELETE FROM feed_mapping');
      });
      const read: number[] = [];
      const select = 'SELECT kept_at_ms FROM feed_mapping WHERE kept_at_ms >= $1 ORDER BY kept_at_ms';
      for await (const portion of snapshot.rows<{ kept_at_ms: number }>(select, [3_000_000_000]))
        read.push(...portion.map(({ kept_at_ms }) => kept_at_ms));
      assert.deepEqual(
        read,
        rows.slice(1).map(([, , at]) => at),
      );
      const visited: number[][] = [];
      await snapshot.visit(
        `SELECT kept_at_ms, CAST(kept_at_ms AS double precision) / 7 AS seventh, CASE WHEN kept_at_ms > $2 THEN 1 END AS large
         FROM feed_mapping
         WHERE name = ANY ($1)
         ORDER BY kept_at_ms DESC
         LIMIT 2`,
        [['name 3', 'name 4', 'name 5', "name '"], 12_000_000_000],
        (...numbers) => {
          visited.push(numbers);
        },
      );
      assert.deepEqual(visited, [
        [15_000_000_000, 15_000_000_000 / 7, 1],
        [12_000_000_000, 12_000_000_000 / 7, Number.NaN],
      ]);
      const each = () => {
        throw new Error('enough');
      };
      await assert.rejects(snapshot.visit('SELECT 1 AS one', [], each), /^Error: enough$/);
      assert.deepEqual(await snapshot.query('SELECT 1 AS one'), [{ one: 1 }]);
    });
    assert.deepEqual(await names(database), []);
  });
}

test('SQLite: the catalogue is read at once, and written in transactions only', async (t) => {
  using database = openCatalogDatabase(join(tempDir(t), CATALOG_FILE));
  let isRead = false;
  const reading = database.query('SELECT revision FROM catalog_state').then(() => {
    isRead = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(isRead, true);
  await reading;
  const write = 'UPDATE catalog_state SET revision = revision + 1';
  await assert.rejects(database.query(write));
  await database.transaction(({ query }) => query(write));
  assert.deepEqual(await database.query('SELECT revision FROM catalog_state'), [{ revision: 1 }]);
});

suite('SQLite', async (t) => {
  const { connect } = accountsFile(t);
  return () => createCatalogDatabase(connect(), { waitMs: 60_000 });
});
postgresSuite('long transactions in PostgreSQL', () =>
  suite('PostgreSQL', async (t) => {
    const file = await postgresDatabase(t);
    return () => file.open();
  }),
);
