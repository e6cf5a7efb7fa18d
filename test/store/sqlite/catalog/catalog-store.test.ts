import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSqliteItemOverrides } from '../../../../src/store/sqlite/catalog/item-overrides.ts';
import { catalogStoreContract } from '../../../contracts/catalog/catalog-store-contract.ts';
import { itemOverridesContract } from '../../../contracts/catalog/item-overrides-contract.ts';
import { catalogFile } from './catalog-file.ts';

catalogStoreContract('SQLite', (t) => {
  const file = catalogFile(t);
  const db = file.connect();
  return {
    ...file,
    setSalePoint(itemId, salePoint) {
      db.prepare('INSERT OR REPLACE INTO item_sale_point VALUES (?, ?)').run(itemId, salePoint);
    },
  };
});

itemOverridesContract('SQLite', (t) => {
  const file = catalogFile(t);
  return { ...file, overrides: createSqliteItemOverrides({ db: file.connect(), clock: file.clock }) };
});

test('an item is found by its ISBN and by its number without a look at other rows', (t) => {
  const db = catalogFile(t).connect();
  const plan = (sql: string) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => row.detail)
      .join('\n');
  assert.match(
    plan("SELECT item_id FROM item WHERE isbn13 = '1' AND isbn13 <> '' ORDER BY withheld, item_id LIMIT 1"),
    /USING INDEX item_isbn13/,
  );
  assert.match(
    plan('SELECT item_id FROM item WHERE withheld = 1'),
    /USING (?:COVERING )?INDEX item_withheld/,
  );
});
