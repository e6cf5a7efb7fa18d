import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../../src/sql-database.ts';
import type { Database } from '../../../../src/store/postgres/database.ts';
import { tidyLog } from '../../../../src/store/postgres/log/base.ts';
import { followLog } from '../../../../src/store/postgres/log/follow.ts';
import { LogRefused, readHead } from '../../../../src/store/postgres/log/head.ts';
import { deleteOtherReplicas, prepareReplica } from '../../../../src/store/postgres/log/replica.ts';
import { anItem, category, person, record } from '../../../contracts/catalog/catalog-records.ts';
import { take } from '../../../contracts/catalog/feed-store-contract.ts';
import { postgresSuite } from '../../../support/postgres-database.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { replicaOf, replicas } from './replica-fixture.ts';

postgresSuite('following the log of the shared catalogue', () => {
  test('a replica has, row for row, what another one wrote: added, changed and removed, in commits of any size', async (t) => {
    const { shared, one, two } = await replicas(t);
    // More than are recorded at once.
    const many = Array.from({ length: 6_000 }, (_, at) => record(anItem(10 + at)));
    await take(one.feeds, [record(category('001')), record(anItem(1)), record(anItem(2)), record(person(7))]);
    await take(one.feeds, many);
    await two.follow();
    assert.deepEqual(two.rows(), one.rows());
    await take(two.feeds, [record(anItem(2, { title: '다른 제목' })), record(anItem(3))]);
    await take(two.feeds, [{ kind: 'remove', itemId: 1 }]);
    await two.overrides.decide(new Map([[3, { withheld: true }]]));
    await one.follow();
    assert.deepEqual(one.rows(), two.rows());
    assert.equal(await one.catalog.countItems(), 6_002);
    const three = await replicaOf(t, shared);
    await three.follow();
    assert.deepEqual(three.rows(), one.rows());
  });

  test('whoever reads while a replica follows sees one commit or the next, never a mixture', async (t) => {
    const { one, two } = await replicas(t);
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

  test('a log that has outgrown its base gets a new one, and a replica that missed commits takes it while others read', async (t) => {
    const { shared, one, two } = await replicas(t);
    const { database, path } = one;
    const count = async (table: string) => {
      const sql = `SELECT count(*) AS rows FROM catalog.${table} WHERE file = 'catalog'`;
      return (await database.query<{ rows: number }>(sql))[0]?.rows;
    };
    await take(one.feeds, [record(category('001')), record(anItem(1)), record(anItem(2))]);
    await two.follow();
    await take(one.feeds, [{ kind: 'remove', itemId: 1 }]);
    await tidyLog(database, 'catalog', path);
    assert.deepEqual([await count('base'), await count('change')], [0, 2], 'two small commits need none');
    await database.query('UPDATE catalog.change SET bytes = 17 * 1024 * 1024');
    await tidyLog(database, 'catalog', path);
    await database.query('UPDATE catalog.change SET bytes = 1');
    await tidyLog(database, 'catalog', path);
    assert.deepEqual([await count('base'), await count('change')], [1, 2], 'others may be reading them');
    await database.query(`UPDATE catalog.base SET made_at = now() - interval '2 hours'`);
    await database.query(`UPDATE catalog.change SET made_at = now() - interval '2 days'`);
    await database.query(`UPDATE catalog.part SET written_at = now() - interval '2 days'`);
    await tidyLog(database, 'catalog', path);
    assert.deepEqual([await count('base'), await count('change')], [1, 0]);
    const [parts] = await database.query<{ rows: number }>('SELECT count(*) AS rows FROM catalog.part');
    assert.equal(parts?.rows, 1, 'that of the base');
    const reader = two.connect();
    reader.exec('BEGIN');
    const items = reader.prepare('SELECT count(*) AS items FROM item');
    assert.equal(items.get()?.items, 2);
    await two.follow();
    assert.equal(items.get()?.items, 2);
    reader.exec('COMMIT');
    assert.equal(items.get()?.items, 1);
    await take(two.feeds, [record(anItem(3))]);
    await one.follow();
    const three = await replicaOf(t, shared);
    await three.follow();
    for (const { rows } of [two, three]) assert.deepEqual(rows(), one.rows());
  });

  test('a first copy is whole, also of several at once; without the database there is none', async (t) => {
    const { shared, one } = await replicas(t);
    await take(one.feeds, [record(category('001')), record(anItem(1)), record(anItem(2))]);
    const dataDir = tempDir(t);
    const away = shared.open();
    await away.close();
    await assert.rejects(prepareReplica(dataDir, away), StoreUnavailableError);
    // The last one finds its copy made by others, and half of a base deleted.
    const { promise: othersAreDone, resolve } = Promise.withResolvers<void>();
    const slow: Database = {
      ...one.database,
      query: async (text, values) => {
        await othersAreDone;
        return one.database.query(text, values);
      },
    };
    const last = prepareReplica(dataDir, slow);
    await Promise.all([prepareReplica(dataDir, one.database), prepareReplica(dataDir, one.database)]);
    deleteOtherReplicas(dataDir);
    resolve();
    await last;
    assert.deepEqual(readdirSync(dataDir), [basename(one.folder)]);
    const copy = await replicaOf(t, shared, dataDir);
    await take(copy.feeds, [record(anItem(3))]);
    await one.follow();
    assert.deepEqual(copy.rows(), one.rows());
  });

  test('a database that lacks what a replica has shown is refused, until it gets a new identity', async (t) => {
    const { shared, one, two } = await replicas(t);
    await take(one.feeds, [record(category('001')), record(anItem(1))]);
    const backup = await readHead(one.database, 'catalog');
    await take(one.feeds, [record(anItem(2))]);
    await two.follow();
    const identity = async () => (await two.catalog.listChanges(null, 1)).catalogue;
    const before = await identity();
    // An older backup, whose numbers others then reach and pass by.
    await one.database.query('DELETE FROM catalog.change WHERE no > $1', [backup.no]);
    await one.database.query(`UPDATE catalog.head SET no = $1, change = $2 WHERE file = 'catalog'`, [
      backup.no,
      backup.change,
    ]);
    const other = await replicaOf(t, shared);
    for (const itemId of [3, 4]) {
      await assert.rejects(two.follow(), LogRefused);
      await assert.rejects(take(two.feeds, [record(anItem(9))]), LogRefused);
      await take(other.feeds, [record(anItem(itemId))]);
    }
    await assert.rejects(two.follow(), LogRefused);
    assert.equal(await two.catalog.countItems(), 2);
    await tidyLog(other.database, 'catalog', other.path);
    await one.database.query('UPDATE catalog.head SET store = gen_random_uuid()');
    const writer = two.connect();
    writer.exec('BEGIN IMMEDIATE');
    const { db, database } = two;
    assert.equal(await followLog({ file: 'catalog', db, database }), null, 'somebody writes to it');
    writer.exec('ROLLBACK');
    for (const { follow, rows } of [one, two]) {
      await other.follow();
      await follow();
      assert.deepEqual(rows(), other.rows());
    }
    assert.equal(await two.catalog.countItems(), 3);
    assert.notEqual(await identity(), before, 'cursors of clients end');
  });

  const REFUSED = {
    'was written by a newer program': ({ one }) =>
      one.database.query('UPDATE catalog.change SET schema_version = schema_version + 1 WHERE no > 1'),
    'meets a replica that somebody changed by hand': async ({ two }) =>
      two.db.exec(`UPDATE item SET title = 'by hand'`),
  } satisfies Readonly<Record<string, (both: Awaited<ReturnType<typeof replicas>>) => Promise<unknown>>>;
  for (const [what, happen] of Object.entries(REFUSED)) {
    test(`a commit that ${what} is refused, and what is there stays as it is`, async (t) => {
      const both = await replicas(t);
      const { one, two } = both;
      await take(one.feeds, [record(category('001')), record(anItem(1))]);
      await two.follow();
      await take(one.feeds, [record(anItem(1, { title: '다른 제목' })), record(anItem(2))]);
      await happen(both);
      const rows = two.rows();
      await assert.rejects(two.follow(), LogRefused);
      assert.deepEqual(two.rows(), rows);
    });
  }

  test('bytes that were damaged in the database are noticed before anything depends on them', async (t) => {
    const { shared, one, two } = await replicas(t);
    await take(one.feeds, [record(category('001')), record(anItem(1))]);
    await one.database.query('UPDATE catalog.change SET bytes = 17 * 1024 * 1024');
    await tidyLog(one.database, 'catalog', one.path);
    const damage = `UPDATE catalog.part SET bytes = set_byte(bytes, length(bytes) - 6, get_byte(bytes, length(bytes) - 6) # 1)`;
    await one.database.query(damage);
    await assert.rejects(two.follow(), { name: 'BytesDamaged' });
    await assert.rejects(replicaOf(t, shared), { name: 'BytesDamaged' });
    await one.database.query('DELETE FROM catalog.part');
    await assert.rejects(two.follow(), { name: 'BytesDamaged' });
    assert.equal(await two.catalog.countItems(), 0);
  });
});
