import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../../src/sql-database.ts';
import { readHead } from '../../../../src/store/postgres/log/head.ts';
import { WriteOvertaken } from '../../../../src/store/sqlite/catalog-writes.ts';
import { anItem, category, record } from '../../../contracts/catalog/catalog-records.ts';
import { feedStoreContract, take } from '../../../contracts/catalog/feed-store-contract.ts';
import { postgresDatabase, postgresSuite, type TestDatabase } from '../../../support/postgres-database.ts';
import type { Cleanup } from '../../../support/temp-dir.ts';
import { replicaOf, replicas } from './replica-fixture.ts';

postgresSuite('writing to the log of the shared catalogue', () => {
  feedStoreContract('PostgreSQL', async (t) => replicaOf(t, await postgresDatabase(t)));

  test('every instance has to show a decision of an operator and a hidden item at once, and nothing else', async (t) => {
    const { one } = await replicas(t);
    const isUrgent = async (work: () => Promise<unknown>) => {
      await work();
      const { no, urgent } = await readHead(one.database, 'catalog');
      return urgent === no;
    };
    const feed = (...records: Parameters<typeof take>[1]) => isUrgent(() => take(one.feeds, records));
    assert.equal(await feed(record(category('001')), record(anItem(1)), record(anItem(2))), false);
    assert.equal(await feed(record(anItem(1, { salePrice: 5 }))), false);
    assert.equal(await feed(record(anItem(3, { withheld: true }))), false, 'nobody has seen it');
    assert.equal(await feed(record(anItem(1, { salePrice: 5, withheld: true }))), true);
    assert.equal(await feed(record(anItem(1, { salePrice: 5 }))), false);
    assert.equal(await feed({ kind: 'remove', itemId: 1 }), true);
    assert.equal(await isUrgent(() => one.overrides.decide(new Map([[2, { salePrice: 7 }]]))), true);
    assert.equal(await feed(record(anItem(2, { salePrice: 9 }))), false, 'the decision stands');
    assert.equal(await isUrgent(() => one.overrides.decide(new Map([[2, { salePrice: undefined }]]))), true);
    const many = Array.from({ length: 5_001 }, (_, at) => anItem(10 + at));
    await feed(...many.map((item) => record(item)));
    assert.equal(await feed(...many.map((item) => record({ ...item, withheld: true }))), false, 'too many');
  });

  test('instances that fail, die or lose their folder at any point end up with the same rows', async (t) => {
    const shared = await postgresDatabase(t);
    const faults: Fault[] = ['none', 'before', 'after'];
    const instances = await Promise.all([0, 1, 2].map(() => troubled(t, shared)));
    let written = 0;
    for (let round = 0; round < 24; round++) {
      const at = round % 3;
      const one = instances[at];
      assert.ok(one !== undefined);
      one.fault = faults[(round * 7) % faults.length] ?? 'none';
      const itemId = 1 + (round % 5);
      const records = [record(category('001')), record(anItem(itemId, { title: `제목 ${round}` }))];
      const transaction = await one.replica.feeds();
      const lines = round % 4 === 3 ? [{ kind: 'remove', itemId } as const] : records;
      await transaction.apply(lines.map((line, at) => ({ line: at, record: line })));
      try {
        await transaction.commit();
        written += 1;
      } catch (error) {
        assert.ok(error instanceof StoreUnavailableError, String(error));
        await transaction.rollback();
      }
      one.fault = 'none';
      if (round % 8 === 5) instances[at] = await troubled(t, shared);
    }
    assert.ok(written >= 6 && written < 24, `${written}`);
    const [first, ...others] = instances;
    for (const { replica } of instances) await replica.follow();
    for (const { replica } of others) assert.deepEqual(replica.rows(), first?.replica.rows());
  });

  test('items that instances add at once get different numbers and all stay', async (t) => {
    const { shared, one, two } = await replicas(t);
    const three = await replicaOf(t, shared);
    await Promise.all(
      [one, two, three].map(async ({ feeds }, at) => {
        for (let turn = 0; turn < 5; turn++) {
          await take(feeds, [record(category('001')), record(anItem(100 * (at + 1) + turn))]);
        }
      }),
    );
    for (const { follow } of [one, two, three]) await follow();
    assert.equal(await one.catalog.countItems(), 15);
    assert.deepEqual(two.rows(), one.rows());
    assert.deepEqual(three.rows(), one.rows());
  });

  test('a writer whose turn another one took keeps nothing, on any replica', async (t) => {
    const { one, two } = await replicas(t);
    await take(one.feeds, [record(category('001')), record(anItem(1))]);
    const slow = await one.feeds();
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

/** Where a commit fails: before or after the log has it. */
type Fault = 'none' | 'before' | 'after';

/** An instance with a new folder, whose commits can fail. */
async function troubled(t: Cleanup, shared: TestDatabase) {
  const database = shared.open();
  const one: { fault: Fault; replica: Awaited<ReturnType<typeof replicaOf>> } = {
    fault: 'none',
    replica: await replicaOf(t, {
      ...shared,
      open: () => ({
        ...database,
        async query(text, values, timeoutMs) {
          const fault = text.includes('UPDATE catalog.head') ? one.fault : 'none';
          if (fault === 'before') throw new StoreUnavailableError('lost before the commit');
          const rows = await database.query<never>(text, values, timeoutMs);
          if (fault === 'after') throw new StoreUnavailableError('lost after the commit');
          return rows;
        },
      }),
    }),
  };
  return one;
}
