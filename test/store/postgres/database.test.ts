import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailableError } from '../../../src/sql-database.ts';
import { createDatabase } from '../../../src/store/postgres/database.ts';
import type { TimedReader } from '../../../src/store/postgres/sql-statements.ts';
import { eventually } from '../../support/eventually.ts';
import { hasPgbouncer, startPgbouncer } from '../../support/pgbouncer.ts';
import {
  databaseBehindProxy,
  postgresDatabase,
  postgresSuite,
  sharedPostgres,
} from '../../support/postgres-database.ts';

/** A second on a machine that stalls. A call that hangs would have no end. */
const ABOUT_A_SECOND_MS = 20_000;

const SLOW_MS = 150;

const PATIENCE_MS = 60_000;

postgresSuite('the connections to PostgreSQL', () => {
  test('values arrive as they were sent; whole numbers of 64 bits as numbers', async (t) => {
    const database = (await postgresDatabase(t)).open();
    const rows = await database.query(
      'SELECT $1::bigint AS large, $2::bytea AS bytes, $3::bigint[] AS list',
      [Number.MAX_SAFE_INTEGER, Buffer.from([0, 255]), [1, 2]],
    );
    const bytes = Buffer.from([0, 255]);
    assert.deepEqual(rows, [{ large: Number.MAX_SAFE_INTEGER, bytes, list: ['1', '2'] }]);
    await assert.rejects(database.query('SELECT 9007199254740993::bigint'), RangeError);
  });

  test('a fault of a statement is told as it is, and its connection goes on', async (t) => {
    const database = (await postgresDatabase(t)).open(1);
    await assert.rejects(database.query('SELECT nonsense'), { code: '42703' });
    assert.deepEqual(await database.query('SELECT 1 AS one', [], PATIENCE_MS), [{ one: 1 }]);
    assert.deepEqual(database.figures(), { open: 1, idle: 1, waiting: 0 });
    const full = 'DO $$ BEGIN RAISE disk_full; END $$';
    await assert.rejects(database.query(full), { name: 'StoreUnavailableError', message: /disk is full/ });
  });

  test('of two transactions that lock each other out both end up done', async (t) => {
    const database = (await postgresDatabase(t)).open();
    await database.query(
      `CREATE TABLE pair (id int PRIMARY KEY, n int); INSERT INTO pair VALUES (1, 0), (2, 0)`,
    );
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const add = (ids: readonly number[], mine: () => void, theirs: Promise<void>) =>
      database.transaction(
        async (transaction) => {
          await transaction.query('UPDATE pair SET n = n + 1 WHERE id = $1', [ids[0] ?? 0]);
          mine();
          await theirs;
          await transaction.query('UPDATE pair SET n = n + 1 WHERE id = $1', [ids[1] ?? 0]);
        },
        { timeoutMs: PATIENCE_MS },
      );
    await Promise.all([
      add([1, 2], first.resolve, second.promise),
      add([2, 1], second.resolve, first.promise),
    ]);
    assert.deepEqual(await database.query('SELECT n FROM pair ORDER BY id'), [{ n: 2 }, { n: 2 }]);
  });

  test('limits that the role brings along end no import and no copy', async (t) => {
    const { name, open } = await postgresDatabase(t);
    await open(1).query(`ALTER DATABASE ${name} SET statement_timeout = '100ms'`);
    await open(1).query(`ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = '100ms'`);
    const database = open(1);
    await assert.rejects(database.query('SELECT pg_sleep(1)'), StoreUnavailableError);
    const slow = async ({ query }: TimedReader) => {
      await query('SELECT pg_sleep(0.3)');
      await wait(300);
    };
    await database.transaction(slow, { timeoutMs: PATIENCE_MS });
    await database.snapshot(slow);
    // The holder can't keep the lock any longer.
    const showLockWait = ({ query }: TimedReader) => query('SHOW lock_timeout');
    const shown = await database.transaction(showLockWait, { timeoutMs: 600_000 });
    assert.deepEqual(shown, [{ lock_timeout: '30s' }]);
  });

  test('a transaction that fills a table finds the rows of a batch by an index', async (t) => {
    const database = (await postgresDatabase(t)).open();
    await using transaction = await database.begin({ lock: 'catalogue', waitMs: PATIENCE_MS });
    const isbns = Array.from({ length: 1_000 }, (_, at) => `isbn ${at}`);
    await transaction.insert({
      into: 'item_name',
      columns: 'name text, item_id bigint',
      rows: isbns.map((name, at) => [name, at]),
    });
    const plan = await transaction.query(
      'EXPLAIN SELECT name FROM item_name WHERE item_id = ANY ($1) LIMIT 1000',
      [isbns.keys().toArray()],
    );
    assert.match(JSON.stringify(plan), /Index/);
  });

  test('never more connections than allowed; further calls wait in turn', async (t) => {
    const { name, open } = await postgresDatabase(t);
    const database = open(3);
    const watcher = open(1);
    const sleeping = Array.from({ length: 9 }, () => database.query('SELECT pg_sleep(0.1)'));
    await wait(0);
    assert.deepEqual(database.figures(), { open: 3, idle: 0, waiting: 6 });
    const [row] = await watcher.query<{ sleepers: number }>(
      `SELECT count(*) AS sleepers FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`,
      [name],
    );
    assert.ok((row?.sleepers ?? 99) <= 3);
    await Promise.all(sleeping);
    assert.deepEqual(database.figures(), { open: 3, idle: 3, waiting: 0 });
  });

  test('behind connections that are all busy a call fails within a second', async (t) => {
    const database = (await postgresDatabase(t)).open(1, 1000);
    const busy = database.query('SELECT pg_sleep(1.3)', [], PATIENCE_MS);
    await failsInTime(() => database.query('SELECT 1'), 1);
    await busy;
    assert.deepEqual(await database.query('SELECT 1 AS one', [], PATIENCE_MS), [{ one: 1 }]);
  });

  test('an answer that came in time counts, even when the process was too busy to read it', async (t) => {
    const database = (await postgresDatabase(t)).open(1, 2000);
    await database.query('SELECT 1', [], PATIENCE_MS);
    const answer = database.query<{ one: number }>('SELECT 1 AS one FROM pg_sleep(0.2)');
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
    assert.deepEqual(await answer, [{ one: 1 }]);
  });
});

postgresSuite('a faulty network before PostgreSQL', () => {
  for (const fault of ['hang', 'cut'] as const) {
    test(`a network with the fault ${fault}: each call fails within a second, and the first one after it works`, async (t) => {
      const { proxy, database } = await behindProxy(t);
      const underWay = fault === 'cut' ? database.query('SELECT pg_sleep(60)', [], PATIENCE_MS) : null;
      await wait(50);
      proxy.set(fault);
      if (underWay !== null) await assert.rejects(underWay, StoreUnavailableError);
      // The limit that the call was given.
      else await assert.rejects(database.query('SELECT 1'), /within \d{1,3} ms/);
      await failsInTime(() => database.query('SELECT 1'), 8);
      proxy.set('none');
      assert.deepEqual(await database.query('SELECT 1 AS one', [], PATIENCE_MS), [{ one: 1 }]);
    });
  }

  test('a transaction whose process falls silent is ended by the server and keeps no row locked', async (t) => {
    const { proxy, database, direct } = await behindProxy(t);
    await direct.query('CREATE TABLE note (n int); INSERT INTO note VALUES (1)');
    const silent = database.transaction(async (transaction) => {
      await transaction.query('UPDATE note SET n = 2');
      proxy.set('hang');
      await transaction.query('UPDATE note SET n = 3');
    });
    await assert.rejects(silent, StoreUnavailableError);
    await direct.query('UPDATE note SET n = n + 10', [], PATIENCE_MS);
    assert.deepEqual(await direct.query('SELECT n FROM note'), [{ n: 11 }]);
  });

  test('statements that are given up leave pgbouncer as it is', { skip: !hasPgbouncer }, async (t) => {
    const port = await startPgbouncer(t, await sharedPostgres());
    const { address } = await postgresDatabase(t);
    const database = createDatabase({ address: { ...address, port }, connectionsMax: 10 });
    t.after(() => database.close());
    for (let round = 0; round < 5; round++)
      await Promise.allSettled(
        Array.from({ length: 20 }, () => database.query('SELECT pg_sleep(3)', [], 30)),
      );
    await database.query('SELECT 1', [], PATIENCE_MS);
  });

  test('a connection takes longer than a call may wait: a later call gets it', async (t) => {
    const { proxy, database } = await databaseBehindProxy(t, await postgresDatabase(t));
    proxy.set('slow', SLOW_MS);
    await eventually(() =>
      database.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
  });
});

async function behindProxy(t: TestContext) {
  const shared = await postgresDatabase(t);
  const { proxy, database } = await databaseBehindProxy(t, shared);
  await database.query('SELECT 1', [], PATIENCE_MS);
  return { proxy, database, direct: shared.open() };
}

async function failsInTime(call: () => Promise<unknown>, calls: number): Promise<void> {
  const startMs = performance.now();
  const outcomes = await Promise.allSettled(Array.from({ length: calls }, call));
  const tookMs = performance.now() - startMs;
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailableError);
  }
  assert.ok(tookMs < ABOUT_A_SECOND_MS, `it took ${Math.round(tookMs)} ms`);
}
