import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ITEM_OF_ISBN } from '../../../src/catalog/item-names.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';

/** PostgreSQL has no statistics of this catalogue. */
const FILL = `
  ALTER TABLE item SET (autovacuum_enabled = off);
  INSERT INTO item (item_id, data, isbn13, isbn10, catalog, registered_at_ms, shop_price, sale_price, item_status, withheld, title,
    category_ids)
  SELECT number, '', CAST(9790000000000 + number AS text), '', 'BOOK', 0, 1, 1, '', 0, '', '["001"]'
  FROM generate_series(1, 20000) AS number`;

postgresSuite('plans without statistics', () => {
  test('the lowest item of an ISBN is read by the index of ISBNs', async (t) => {
    const database = (await postgresDatabase(t)).open();
    await database.query(FILL);
    const plan = await database.query(
      `EXPLAIN SELECT (${ITEM_OF_ISBN}) FROM unnest(ARRAY['x']) AS k (isbn13)`,
    );
    assert.match(JSON.stringify(plan), /item_isbn13/);
  });
});
