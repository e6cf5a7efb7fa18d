import assert from 'node:assert/strict';
import type { Fields } from '../client.ts';
import { fullItem, ODD_ISBN13, UNKNOWN_ISBN13, WITHHELD_ISBN13 } from '../feed.ts';
import { AUTHOR, CATEGORIES, CONTENT, failed, ITEM_DETAIL, itemIds, type Rows, succeeded } from '../rows.ts';

/** The endpoints that answer one product, with the code of each for an unknown product number. */
const PRODUCT_ENDPOINTS = [
  { name: 'itemDetail', path: ITEM_DETAIL, unknownNumber: 'GOODS_001' },
  { name: 'author', path: AUTHOR, unknownNumber: 'AUTHOR_404' },
  { name: 'content', path: CONTENT, unknownNumber: 'GOODS_001' },
] as const;

/** itemDetail, author, content and category list: docs/rules/interface.md#endpoints. */
export function goodsRows(rows: Rows): void {
  for (const endpoint of PRODUCT_ENDPOINTS) productRows(endpoint, rows);
  itemDetailRows(rows);
  authorRows(rows);
  contentRows(rows);
  rows.row('category list: no parameters, unknown ones are ignored', async ({ client }) => {
    const plain = succeeded(await client.call(CATEGORIES));
    const extra = succeeded(await client.call(CATEGORIES, { page: 'x', pageSize: 0 }));
    assert.deepEqual(extra.data.data, plain.data.data);
  });
}

function productRows({ name, path, unknownNumber }: (typeof PRODUCT_ENDPOINTS)[number], { row }: Rows): void {
  const id = { searchType: 'ItemId' };

  row(
    `${name} searchType: ItemId and ISBN13 find the same product, ISBN13 by default`,
    async ({ client }) => {
      const byNumber = succeeded(await client.call(path, { ...id, query: 1001 })).data;
      const byIsbn = succeeded(
        await client.call(path, { searchType: 'ISBN13', query: fullItem.isbn13 }),
      ).data;
      const byDefault = succeeded(await client.call(path, { query: fullItem.isbn13 })).data;
      for (const data of [byIsbn, byDefault]) {
        assert.deepEqual({ ...data, meta: null }, { ...byNumber, meta: null });
      }
    },
  );

  row(`${name} query: hyphens and blanks in an ISBN13 do not matter`, async ({ client }) => {
    succeeded(await client.call(path, { query: '978-89-364-3459-5' }));
    succeeded(await client.call(path, { query: ' 978 89 364 3459 5' }));
  });

  row(`400 PARAM_004: searchType other than ISBN13 and ItemId on ${name}`, async ({ client }) => {
    for (const searchType of ['', 'isbn13', 'ItemID', 'ISBN10', 'ISBN']) {
      failed(await client.call(path, { searchType, query: fullItem.isbn13 }), 400, 'PARAM_004');
    }
  });

  row(`400 PARAM_004: query absent, or no ISBN13, on ${name}`, async ({ client }) => {
    failed(await client.call(path), 400, 'PARAM_004');
    for (const query of [
      '',
      '978893643459',
      '97889364345950',
      '97889364345９5',
      'abcdefghijklm',
      '9788936434595,1',
    ]) {
      failed(await client.call(path, { query }), 400, 'PARAM_004');
    }
  });

  row(`400 PARAM_004: query no positive integer with ItemId on ${name}`, async ({ client }) => {
    failed(await client.call(path, id), 400, 'PARAM_004');
    for (const query of ['', '0', '-1', '+1', '1.0', '1e3', '0x3e9', ' 1001', '1001 ', '１００１', 'abc']) {
      failed(await client.call(path, { ...id, query }), 400, 'PARAM_004');
    }
  });

  row(`400 PARAM_004: the message for an ISBN10 gives its ISBN13 on ${name}`, async ({ client }) => {
    for (const query of ['8936434594', '89-364-3459-4']) {
      assert.match(failed(await client.call(path, { query }), 400, 'PARAM_004'), /\b9788936434595\b/);
    }
  });

  row(`404 GOODS_002: unknown ISBN13 on ${name}, also with a wrong check digit`, async ({ client }) => {
    for (const query of [UNKNOWN_ISBN13, '9788936434590', '0000000000000']) {
      failed(await client.call(path, { query }), 404, 'GOODS_002');
    }
  });

  row(`404 ${unknownNumber}: unknown or removed product number on ${name}`, async ({ client }) => {
    for (const query of ['999', '1007', '9007199254740993', '99999999999999999999']) {
      failed(await client.call(path, { ...id, query }), 404, unknownNumber);
    }
  });

  row(`404 SEARCH_002: a product that the operator withholds on ${name}`, async ({ client }) => {
    failed(await client.call(path, { ...id, query: 1005 }), 404, 'SEARCH_002');
    failed(await client.call(path, { query: WITHHELD_ISBN13 }), 404, 'SEARCH_002');
  });
}

function itemDetailRows({ row }: Rows): void {
  row('itemDetail: one item with currentPage, pageSize and totalCount 1', async ({ client }) => {
    const answer = succeeded(await client.call(ITEM_DETAIL, { query: fullItem.isbn13 }));
    assert.deepEqual(itemIds(answer), [1001]);
    const { currentPage, pageSize, totalCount } = answer.data;
    assert.deepEqual([currentPage, pageSize, totalCount], [1, 1, 1]);
  });

  row('itemDetail detail: N by default', async ({ client }) => {
    const byDefault = succeeded(await client.call(ITEM_DETAIL, { query: fullItem.isbn13 }));
    const named = succeeded(await client.call(ITEM_DETAIL, { query: fullItem.isbn13, detail: 'N' }));
    assert.deepEqual(byDefault.data.items, named.data.items);
    assert.ok(!('subTitle' in (byDefault.data.items[0] ?? {})));
  });

  row('odd numbers: a product is found by a 13-digit number with a wrong check digit', async ({ client }) => {
    assert.deepEqual(itemIds(succeeded(await client.call(ITEM_DETAIL, { query: ODD_ISBN13 }))), [1006]);
  });
}

function authorRows({ row }: Rows): void {
  row('author: data holds meta and data', async ({ client }) => {
    const { data } = succeeded(await client.call(AUTHOR, { searchType: 'ItemId', query: 1001 }));
    assert.deepEqual(Object.keys(data), ['meta', 'data']);
  });

  row(
    "author record: the first contributor with a record, in that contributor's role",
    async ({ client }) => {
      const { data } = succeeded(await client.call(AUTHOR, { searchType: 'ItemId', query: 1001 }));
      const { authorId, authorType } = data.data as Fields;
      assert.deepEqual([authorId, authorType], [7, '지음']);
    },
  );

  row('404 AUTHOR_404: a product none of whose contributors has a record', async ({ client }) => {
    for (const query of [1002, 1009])
      failed(await client.call(AUTHOR, { searchType: 'ItemId', query }), 404, 'AUTHOR_404');
  });
}

function contentRows({ row }: Rows): void {
  row('content: data holds meta and data', async ({ client }) => {
    const { data } = succeeded(await client.call(CONTENT, { searchType: 'ItemId', query: 1001 }));
    assert.deepEqual(Object.keys(data), ['meta', 'data']);
  });

  row('404 GOODS_001: a product without a table of contents on content', async ({ client }) => {
    for (const query of [1002, 1009])
      failed(await client.call(CONTENT, { searchType: 'ItemId', query }), 404, 'GOODS_001');
    failed(await client.call(CONTENT, { query: '9791199900011' }), 404, 'GOODS_001');
  });
}
