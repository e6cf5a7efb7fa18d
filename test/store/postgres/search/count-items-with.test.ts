import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTermTest } from '../../../../src/search/term-reach.ts';
import { countItemsInDatabase } from '../../../../src/store/postgres/search/count-items-with.ts';
import { anItem, category, record } from '../../../contracts/catalog/catalog-records.ts';
import { take } from '../../../contracts/catalog/feed-store-contract.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';
import { replicaOf } from '../catalog/replica-fixture.ts';

postgresSuite('products that a term would hide', () => {
  test('PostgreSQL: counted by all their texts, and among all products', async (t) => {
    const { feeds, database } = replicaOf(t, await postgresDatabase(t));
    assert.deepEqual(await countItemsInDatabase(database, createTermTest('홍길동')), {
      products: 0,
      ofAll: 0,
    });
    await take(feeds, [
      record(category('001')),
      record(anItem(1, { title: '홍길동전' })),
      record(anItem(2, { title: '다른 책', subTitle: '홍길동을 읽다' })),
      record(anItem(3, { title: '심청전' })),
    ]);
    assert.deepEqual(await countItemsInDatabase(database, createTermTest('홍길동')), {
      products: 2,
      ofAll: 3,
    });
    // An item whose searchable texts are in its fragment alone.
    await database.query('DELETE FROM catalog.search_text');
    assert.deepEqual(await countItemsInDatabase(database, createTermTest('홍길동')), {
      products: 2,
      ofAll: 3,
    });
  });
});
