import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../src/gate/store-unavailable-error.ts';
import type { Database, Queryable } from '../../../src/store/postgres/database.ts';
import { anItem, category, record } from '../../contracts/catalog/catalog-records.ts';
import { take } from '../../contracts/catalog/feed-store-contract.ts';
import { eventually } from '../../support/eventually.ts';
import {
  databaseBehindProxy,
  postgresDatabase,
  postgresSuite,
  type TestDatabase,
} from '../../support/postgres-database.ts';
import { replicaOf } from './log/replica-fixture.ts';

/** Frozen after this time in place of 20 s. */
const SOON_FROZEN = { callTimeoutMs: 20_000, frozenMs: 300, connectionsMax: 5 };

postgresSuite('a participant that freezes inside a transaction', () => {
  test('an importer inside its commit: another one commits, and the frozen one keeps nothing', async (t) => {
    const shared = await postgresDatabase(t);
    const { proxy, database: frozen } = await databaseBehindProxy(t, shared, SOON_FROZEN);
    const one = await replicaOf(t, { ...shared, open: () => frozen });
    const two = await replicaOf(t, shared);
    await take(two.feeds, [record(category('001')), record(anItem(1))]);
    const { importing } = await insideItsCommit(
      shared,
      () => {
        const importing = take(one.feeds, [record(anItem(1, { title: '다른 제목' }))]);
        importing.catch(() => {});
        return { importing };
      },
      () => proxy.set('hang'),
    );
    await endTurn(two.database);
    await take(two.feeds, [record(anItem(2))]);
    proxy.set('none');
    await assert.rejects(importing, StoreUnavailableError);
    await one.follow();
    assert.deepEqual(one.rows(), two.rows());
    assert.equal(await one.catalog.countItems(), 2);
  });
});

/** Starts a writer, and does some work at the moment when it is about to commit. */
async function insideItsCommit<Writer>(
  shared: TestDatabase,
  start: () => Writer,
  work: (writer: Writer, transaction: Queryable) => unknown,
): Promise<Writer> {
  const watcher = shared.open();
  return await watcher.transaction(
    async (transaction) => {
      await transaction.query('SELECT FROM catalog.head FOR UPDATE');
      const writer = start();
      await eventually(
        () => sessions(watcher, `wait_event_type = 'Lock' AND query LIKE '%UPDATE catalog.head%'`),
        (count) => count === 1,
      );
      await work(writer, transaction);
      return writer;
    },
    { timeoutMs: 60_000 },
  );
}

async function sessions(database: Database, condition: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
  );
  return row?.count ?? 0;
}

/** As if it had been silent for longer than its turn lasts. */
function endTurn(database: Database): Promise<unknown> {
  return database.query(`UPDATE catalog.lease SET held_until = '-infinity' WHERE name = 'catalogue'`);
}
