import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSqliteItemOverrides } from '../../../../src/store/sqlite/catalog/item-overrides.ts';
import { anItem, record } from '../../../contracts/catalog/catalog-records.ts';
import { catalogStoreContract } from '../../../contracts/catalog/catalog-store-contract.ts';
import { take } from '../../../contracts/catalog/feed-store-contract.ts';
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

test('a fragment that was read does not change when others are read or the item changes', async (t) => {
  const { catalog, feeds } = catalogFile(t);
  await take(
    feeds,
    [1, 2].map((itemId) => record(anItem(itemId))),
  );
  const [first] = await catalog.findItems([1]);
  const copy = Buffer.from(first?.template ?? '');
  await take(feeds, [record(anItem(1, { title: '다른 제목' }))]);
  await catalog.findItems([2, 1]);
  assert.deepEqual(first?.template, copy);
});

test('what one call gives is of one state, though some of it was remembered and another process commits between', async (t) => {
  const file = catalogFile(t);
  await take(
    file.feeds,
    [1, 2].map((itemId) => record(anItem(itemId))),
  );
  const db = file.connect();
  const prices = async (itemIds: number[]) =>
    (await file.catalog.findItems(itemIds)).map((item) => item?.salePrice ?? null);
  for (let price = 1; price <= 5; price++) {
    // Not by `transaction`, which tells other connections of this process: within one turn of the event loop.
    const remembered = prices([1, 3]);
    db.exec(`UPDATE item SET sale_price = ${price}`);
    const both = prices([1, 2]);
    await remembered;
    const [first, second] = await both;
    assert.equal(first, second);
    // What this turn began with may be told once more, when all of it is remembered. The next turn sees the commit.
    assert.ok(first === price || (first === price - 1 && price > 1), `${first} of ${price}`);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await prices([2, 1]), [price, price]);
  }
});
