import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { StoreUnavailableError } from '../../../../src/gate/store-unavailable-error.ts';
import { makeFirstCopy } from '../../../../src/store/postgres/catalog/first-copy.ts';
import { pullChanges } from '../../../../src/store/postgres/catalog/pull-changes.ts';
import { deleteOtherReplicas } from '../../../../src/store/postgres/catalog/replica.ts';
import type { Database } from '../../../../src/store/postgres/database.ts';
import { createSqliteImportLog } from '../../../../src/store/sqlite/catalog/import-log.ts';
import { WriteOvertaken } from '../../../../src/store/sqlite/catalog-writes.ts';
import { anItem, category, person, record } from '../../../contracts/catalog/catalog-records.ts';
import { feedStoreContract, take } from '../../../contracts/catalog/feed-store-contract.ts';
import { importLogContract } from '../../../contracts/catalog/import-log-contract.ts';
import { itemOverridesContract } from '../../../contracts/catalog/item-overrides-contract.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { replicaOf } from './replica-fixture.ts';

postgresSuite('the shared catalogue on PostgreSQL', () => {
  feedStoreContract('PostgreSQL', async (t) => replicaOf(t, await postgresDatabase(t)));
  itemOverridesContract('PostgreSQL', async (t) => replicaOf(t, await postgresDatabase(t)));
  importLogContract('PostgreSQL', async (t) => {
    const replica = replicaOf(t, await postgresDatabase(t));
    return { ...replica, log: createSqliteImportLog(replica.connect()) };
  });

  test('a replica has, row for row, what another one wrote: added, changed and removed', async (t) => {
    const shared = await postgresDatabase(t);
    const [one, two] = [replicaOf(t, shared), replicaOf(t, shared)];
    await take(one.feeds, [record(category('001')), record(anItem(1)), record(anItem(2)), record(person(7))]);
    await two.follow();
    assert.deepEqual(two.rows(), one.rows());
    await take(two.feeds, [record(anItem(2, { title: '다른 제목' })), record(anItem(3))]);
    await take(two.feeds, [{ kind: 'remove', itemId: 1 }]);
    await two.overrides.decide(3, { withheld: true });
    await one.follow();
    assert.deepEqual(one.rows(), two.rows());
    assert.equal(await one.catalog.countItems(), 2);
    const three = replicaOf(t, shared);
    await three.follow();
    assert.deepEqual(three.rows(), one.rows());
  });

  test('a commit takes a follower few questions, however many tables there are', async (t) => {
    const shared = await postgresDatabase(t);
    const [one, two] = [replicaOf(t, shared), replicaOf(t, shared)];
    await take(one.feeds, [record(category('001')), record(anItem(1))]);
    await two.follow();
    await one.overrides.decide(1, { withheld: true });
    const { database } = two;
    const asked: unknown[] = [];
    const counting: Database = {
      ...database,
      lend: (work, options) =>
        database.lend((client) => {
          t.mock.method(client, 'query', (...args: unknown[]) => {
            asked.push(args[0]);
            return Reflect.apply(Client.prototype.query, client, args);
          });
          return work(client);
        }, options),
    };
    await pullChanges({ db: two.db, database: counting, directory: two.directory });
    assert.deepEqual(two.rows(), one.rows());
    assert.ok(asked.length > 3 && asked.length < 12, `${asked.length} questions`);
  });

  test('whoever reads while a replica follows sees one commit or the next, never a mixture', async (t) => {
    const shared = await postgresDatabase(t);
    const [one, two] = [replicaOf(t, shared), replicaOf(t, shared)];
    const items = (price: number) =>
      Array.from({ length: 300 }, (_, at) => record(anItem(1 + at, { shopPrice: price, salePrice: price })));
    await take(one.feeds, [record(category('001')), ...items(1000)]);
    await two.follow();
    const prices = two.connect().prepare('SELECT DISTINCT sale_price AS price FROM item');
    for (const price of [2000, 3000]) {
      await take(one.feeds, items(price));
      const seen = new Set([JSON.stringify(prices.all())]);
      let isThere = false;
      const following = two.follow().then(() => {
        isThere = true;
      });
      while (!isThere) {
        await new Promise(setImmediate);
        seen.add(JSON.stringify(prices.all()));
      }
      await following;
      assert.deepEqual([...seen], [`[{"price":${price - 1000}}]`, `[{"price":${price}}]`]);
    }
  });

  test('what is gone is forgotten after 30 days, and a replica that was away for longer misses nothing', async (t) => {
    const shared = await postgresDatabase(t);
    const [one, two, three] = [replicaOf(t, shared), replicaOf(t, shared), replicaOf(t, shared)];
    await take(one.feeds, [record(category('001')), record(anItem(1)), record(anItem(2)), record(anItem(3))]);
    for (const { follow } of [two, three]) await follow();
    await take(one.feeds, [{ kind: 'remove', itemId: 1 }]);
    await two.follow();
    await one.database.query(`UPDATE catalog.gone SET gone_at = now() - interval '29 days'`);
    await take(one.feeds, [{ kind: 'remove', itemId: 2 }]);
    const gone = () =>
      one.database.query(`SELECT key FROM catalog.gone WHERE table_name = 'item' ORDER BY key`);
    assert.deepEqual(await gone(), [{ key: '[1]' }, { key: '[2]' }]);
    await one.database.query(
      `UPDATE catalog.gone SET gone_at = now() - interval '31 days' WHERE commit_no < (SELECT head FROM catalog.state)`,
    );
    await take(one.feeds, [record(anItem(4))]);
    assert.deepEqual(await gone(), [{ key: '[2]' }]);
    for (const { follow, rows } of [two, three]) {
      await follow();
      assert.deepEqual(rows(), one.rows());
    }
  });

  test('a first copy has every row, also of several at once; without the database there is none', async (t) => {
    const shared = await postgresDatabase(t);
    const one = replicaOf(t, shared);
    await take(one.feeds, [record(category('001')), record(anItem(1)), record(anItem(2))]);
    const dataDir = tempDir(t);
    const folder = join(dataDir, basename(one.folder));
    const away = shared.open();
    await away.close();
    await assert.rejects(makeFirstCopy(dataDir, away), StoreUnavailableError);
    assert.ok(!existsSync(folder));
    // The last one finds its half of a copy deleted by the first one that is done.
    const { promise: othersAreDone, resolve } = Promise.withResolvers<void>();
    const slow: Database = {
      ...one.database,
      lend: async (work, timeoutMs) => {
        await othersAreDone;
        return one.database.lend(work, timeoutMs);
      },
    };
    const last = makeFirstCopy(dataDir, slow);
    await Promise.all([makeFirstCopy(dataDir, one.database), makeFirstCopy(dataDir, one.database)]);
    deleteOtherReplicas(dataDir, folder);
    resolve();
    await last;
    assert.deepEqual(readdirSync(dataDir), [basename(folder)]);
    const copy = replicaOf(t, shared, dataDir);
    assert.deepEqual(copy.rows(), one.rows());
    await take(copy.feeds, [record(anItem(3))]);
    await one.follow();
    assert.deepEqual(copy.rows(), one.rows());
  });

  test('a database that was set back to an older backup: replicas that are ahead of it copy it again', async (t) => {
    const shared = await postgresDatabase(t);
    const [one, two, three] = [replicaOf(t, shared), replicaOf(t, shared), replicaOf(t, shared)];
    await take(one.feeds, [record(category('001')), record(anItem(1))]);
    const [backup] = await one.database.query<{ head: number }>('SELECT head FROM catalog.state');
    await take(one.feeds, [record(anItem(2))]);
    await two.follow();
    await setBack(one.database, backup?.head ?? 0);
    await two.follow();
    await three.follow();
    assert.deepEqual(two.rows(), three.rows());
    assert.equal(await two.catalog.countItems(), 1);
    await take(two.feeds, [record(anItem(3))]);
    await one.follow();
    // The first one's number is that of another commit now, which only a new name of the database tells.
    await one.database.query('UPDATE catalog.state SET store = gen_random_uuid()');
    for (const { follow, rows } of [one, three]) {
      await follow();
      assert.deepEqual(rows(), two.rows());
    }
  });

  test('items that two instances add at once get different numbers and both stay', async (t) => {
    const shared = await postgresDatabase(t);
    const replicas = [replicaOf(t, shared), replicaOf(t, shared), replicaOf(t, shared)];
    await Promise.all(
      replicas.map(async ({ feeds }, at) => {
        for (let turn = 0; turn < 5; turn++) {
          await take(feeds, [record(category('001')), record(anItem(100 * (at + 1) + turn))]);
        }
      }),
    );
    for (const { follow } of replicas) await follow();
    const [one, two, three] = replicas;
    assert.equal(await one?.catalog.countItems(), 15);
    assert.deepEqual(two?.rows(), one?.rows());
    assert.deepEqual(three?.rows(), one?.rows());
  });

  test('a writer whose turn another one took keeps nothing, on any replica', async (t) => {
    const shared = await postgresDatabase(t);
    const [one, two] = [replicaOf(t, shared), replicaOf(t, shared)];
    await take(one.feeds, [record(category('001')), record(anItem(1))]);
    const slow = await one.feeds.begin();
    await slow.apply([{ line: 1, record: record(anItem(2)) }]);
    // As if it had been paused for longer than its turn lasts.
    await one.database.query(`UPDATE catalog.lease SET held_until = '-infinity' WHERE name = 'catalogue'`);
    await take(two.feeds, [record(anItem(3))]);
    await assert.rejects(slow.commit(), WriteOvertaken);
    await slow.rollback();
    await one.follow();
    assert.deepEqual(one.rows(), two.rows());
    assert.equal(await one.catalog.countItems(), 2);
  });
});

/** Leaves of the catalogue what was there up to a commit, after which rows were only added. */
async function setBack(database: Database, head: number): Promise<void> {
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'catalog' AND column_name = 'commit_no'`,
  );
  for (const { name } of tables) {
    // Tables of one row have nothing but that.
    const change = name.endsWith('_state')
      ? `UPDATE catalog.${name} SET commit_no = $1`
      : `DELETE FROM catalog.${name}`;
    await database.query(`${change} WHERE commit_no > $1`, [head]);
  }
  await database.query('UPDATE catalog.state SET head = $1, urgent = least(urgent, $1)', [head]);
}
