import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CatalogBusyError, type SqlDatabase, type Writer } from '../../../src/sql-database.ts';
import { CATALOG_FILE } from '../../../src/store/sqlite/database.ts';
import { openCatalogDatabase } from '../../../src/store/sqlite/databases.ts';
import { type Cleanup, tempDir } from '../../support/temp-dir.ts';
import { type NewDatabase, onBothDatabases } from './both-databases.ts';

const INTO = { into: 'item_name', columns: 'name text, item_id bigint' };
const INSERT = 'INSERT INTO item_name (name, item_id) VALUES ($1, 0)';
const NEVER = { lock: 'catalogue', waitMs: 0 } as const;
const PATIENT = { lock: 'catalogue', waitMs: 60_000 } as const;

async function names(database: SqlDatabase): Promise<string[]> {
  const rows = await database.query<{ name: string }>('SELECT name FROM item_name ORDER BY name');
  return rows.map(({ name }) => name);
}

function suite(adapter: string, newDatabase: NewDatabase): void {
  const newCatalogue = async (t: Cleanup) => {
    const { open } = await newDatabase(t);
    return () => open().catalog;
  };

  test(`${adapter}: a long transaction waits for what isn't a statement, and shows nothing before its commit`, async (t) => {
    const open = await newCatalogue(t);
    const database = open();
    await using transaction = await database.begin(PATIENT);
    await transaction.query(INSERT, ['a']);
    await wait(20);
    await transaction.query(INSERT, ['b']);
    assert.deepEqual(await transaction.query('SELECT name FROM item_name ORDER BY name'), [
      { name: 'a' },
      { name: 'b' },
    ]);
    assert.deepEqual(await names(database), []);
    await transaction.commit();
    assert.deepEqual(await names(open()), ['a', 'b']);
  });

  test(`${adapter}: a long transaction whose scope ends without a commit leaves nothing, and frees its lock`, async (t) => {
    const database = (await newCatalogue(t))();
    const fail = async () => {
      await using transaction = await database.begin(PATIENT);
      await transaction.insert({ ...INTO, rows: [['a', 0]] });
      throw new Error('no');
    };
    await assert.rejects(fail(), /^Error: no$/);
    assert.equal(await database.isLocked('catalogue'), false);
    await using _ = await database.begin(NEVER);
    assert.deepEqual(await names(database), []);
  });

  test(`${adapter}: a failure in the first work of a long transaction leaves nothing, also after later commits`, async (t) => {
    const open = await newCatalogue(t);
    const database = open();
    const first = async (writer: Writer) => {
      await writer.query(INSERT, ['first']);
      throw new Error('no');
    };
    await assert.rejects(database.begin({ ...PATIENT, first }), /^Error: no$/);
    const put = (name: string) => database.transaction((writer) => writer.query(INSERT, [name]));
    await Promise.all([put('a'), put('b')]);
    assert.deepEqual(await names(open()), ['a', 'b']);
  });

  test(`${adapter}: one holder of a lock at a time; others wait as long as they may, or until they are told to stop`, async (t) => {
    const open = await newCatalogue(t);
    const [database, other] = [open(), open()];
    const first = await database.begin(PATIENT);
    assert.equal(await other.isLocked('catalogue'), true);
    await assert.rejects(other.begin(NEVER), CatalogBusyError);
    await assert.rejects(
      other.transaction(({ query }) => query(INSERT, ['b']), { waitMs: 0 }),
      CatalogBusyError,
    );
    const stop = new AbortController();
    const stopped = other.begin({ ...PATIENT, signal: stop.signal });
    const waiting = other.begin(PATIENT);
    stop.abort(new Error('stopped'));
    await assert.rejects(stopped, /^Error: stopped$/);
    await first.query(INSERT, ['a']);
    await first.commit();
    await using second = await waiting;
    assert.equal((await second.query('SELECT name FROM item_name')).length, 1);
  });

  test(`${adapter}: what comes first is seen by all while the transaction is under way, and stays without it`, async (t) => {
    const open = await newCatalogue(t);
    const database = open();
    const first = async ({ query }: Pick<SqlDatabase, 'query'>) => {
      await query(INSERT, ['entry']);
    };
    const transaction = await database.begin({ ...PATIENT, first });
    await transaction.query(INSERT, ['dropped']);
    assert.deepEqual(await names(open()), ['entry']);
    await transaction[Symbol.asyncDispose]();
    assert.deepEqual(await names(database), ['entry']);
  });

  test(`${adapter}: a commit takes the work on another database with it`, async (t) => {
    const { lists, catalog, open } = await newDatabase(t);
    await using transaction = await lists.begin({ lock: 'ranking', waitMs: 60_000 });
    await transaction.query(
      `INSERT INTO edition (kind, period, version, until_day, published_at_ms) VALUES ('monthly', 1, 1, 1, 1)`,
    );
    await transaction.commitWith(catalog, async ({ query }) => {
      await query(INSERT, ['a']);
      assert.deepEqual(await names(open().catalog), []);
    });
    assert.deepEqual(await names(catalog), ['a']);
    assert.equal((await open().lists.query('SELECT kind FROM edition')).length, 1);
  });

  test(`${adapter}: a snapshot reads one state, in portions and as numbers, whatever is committed meanwhile`, async (t) => {
    const open = await newCatalogue(t);
    const database = open();
    const rows = Array.from({ length: 4_321 }, (_, at) => [`name ${at}`, at * 3_000_000_000]);
    await database.transaction(async ({ insert }) => {
      await insert({ ...INTO, rows });
    });
    await database.snapshot(async (snapshot) => {
      assert.equal((await snapshot.query('SELECT name FROM item_name')).length, rows.length);
      await open().transaction(async ({ query }) => {
        await query('DELETE FROM item_name');
      });
      const read: number[] = [];
      const select = 'SELECT item_id FROM item_name WHERE item_id >= $1 ORDER BY item_id';
      for await (const portion of snapshot.rows<{ item_id: number }>(select, [3_000_000_000]))
        read.push(...portion.map(({ item_id }) => item_id));
      assert.deepEqual(
        read,
        rows.slice(1).map(([, at]) => at),
      );
      const visited: number[][] = [];
      await snapshot.visit(
        `SELECT item_id, CAST(item_id AS double precision) / 7 AS seventh, CASE WHEN item_id > $2 THEN 1 END AS large
         FROM item_name
         WHERE name = ANY ($1)
         ORDER BY item_id DESC
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

onBothDatabases('long transactions', suite);
