import assert from 'node:assert/strict';
import { type Fields, send } from '../../support/answer.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { writer } from '../../support/small-shop.ts';
import { dayText } from '../calendar.ts';
import { ODD_ISBN13, WITHHELD_ISBN13 } from '../feed.ts';
import {
  AUTHOR,
  CATEGORIES,
  CHANGES,
  CONTENT,
  failed,
  HISTORY,
  ITEM_DETAIL,
  ITEMS,
  itemIds,
  type Rows,
  succeeded,
} from '../rows.ts';
import { fullItem } from './item-fields.ts';

const byId = (query: string | number) => ({ searchType: 'ItemId', query });

/** Endpoints that answer one product: docs/api.md#product-numbers. Their errors are in endpoints.ts. */
export function productRows({ test }: Rows): void {
  for (const path of [ITEM_DETAIL, AUTHOR, CONTENT, HISTORY]) {
    test(`${path.slice(10)} query: an ISBN13 in any dress, or a product number`, async ({ client }) => {
      const { data } = succeeded(await client.call(path, byId(1001)));
      for (const query of [
        fullItem.isbn13,
        ' 978 89-364 3459-5',
        '97889364345９5',
        '="9788936434595"',
        'ISBN13: 9788936434595 (양장)',
      ])
        assert.deepEqual(
          { ...succeeded(await client.call(path, { query })).data, meta: null },
          { ...data, meta: null },
        );
    });

    test(`${path.slice(10)} 400 PARAM_004: no positive whole number; an ISBN10`, async ({ client }) => {
      for (const query of ['', '0', '-1', '+1', '1.0', '1e3', '0x3e9', ' 1001', '1001 ', '１００１', 'abc'])
        failed(await client.call(path, byId(query)), 400, 'PARAM_004');
      const hint = failed(await client.call(path, { query: '89-364-3459-4' }), 400, 'PARAM_004');
      assert.match(hint, /\b9788936434595\b/);
    });
  }

  test('itemDetail payload: one item with currentPage, pageSize and totalCount 1', async ({ client }) => {
    const answer = succeeded(await client.call(ITEM_DETAIL, { query: fullItem.isbn13 }));
    const { currentPage, pageSize, totalCount } = answer.data;
    assert.deepEqual([itemIds(answer), currentPage, pageSize, totalCount], [[1001], 1, 1, 1]);
    assert.equal(answer.data.items[0]?.sortOrder, 1);
  });

  test('itemDetail query: a product is found by a number with a wrong check digit', async ({ client }) => {
    assert.deepEqual(itemIds(succeeded(await client.call(ITEM_DETAIL, { query: ODD_ISBN13 }))), [1006]);
  });

  test('history ranks: by month, oldest first, in category and root', async ({ client, days }) => {
    const month = (day: number) => dayText(day).slice(0, 7);
    assert.deepEqual(succeeded(await client.call(HISTORY, byId(1001))).data.data, {
      itemId: 1001,
      categoryId: '001001001',
      // It alone sold in its category.
      ranks: [
        { month: month(days.lastMonth), rank: 1 },
        { month: month(days.thisMonth), rank: 1 },
      ],
      rootCategoryId: '001',
      rootRanks: [
        { month: month(days.lastMonth), rank: 2 },
        { month: month(days.thisMonth), rank: 1 },
      ],
    });
  });
}

interface Result {
  readonly query: string;
  readonly result: string;
  readonly item: { readonly itemId: number } | null;
}

/** Several products, and those that changed: docs/api.md#several-products, docs/api.md#changes. */
export function itemsRows({ test, operatorRow }: Rows): void {
  test('items: found, unknown and withheld, each as asked and in its place', async ({ client }) => {
    const ask = async (parameters: Readonly<Record<string, string>>) => {
      const { data } = succeeded(await client.call(ITEMS, parameters)).data;
      return (data as Result[]).map(({ query, result, item }) => [query, result, item?.itemId ?? null]);
    };
    assert.deepEqual(await ask({ searchType: 'ItemId', query: '1002,999,1005,1001,1002' }), [
      ['1002', 'found', 1002],
      ['999', 'notFound', null],
      ['1005', 'withheld', null],
      ['1001', 'found', 1001],
      ['1002', 'found', 1002],
    ]);
    assert.deepEqual(await ask({ query: `978-89-364-3459-5,${WITHHELD_ISBN13}` }), [
      ['978-89-364-3459-5', 'found', 1001],
      [WITHHELD_ISBN13, 'withheld', null],
    ]);
  });

  test('items: an item as on itemDetail, with its place in the question', async ({ client }) => {
    for (const detail of ['N', 'Y']) {
      const parameters = { searchType: 'ItemId', detail };
      const single = succeeded(await client.call(ITEM_DETAIL, { ...parameters, query: 1001 }));
      const several = succeeded(await client.call(ITEMS, { ...parameters, query: '1002,1001' }));
      const [, second] = several.data.data as Result[];
      assert.deepEqual(second?.item, { ...single.data.items[0], sortOrder: 2 });
    }
  });

  test('items query: up to a hundred product numbers at once', async ({ client }) => {
    const query = Array(100).fill('1001').join(',');
    const most = succeeded(await client.call(ITEMS, { searchType: 'ItemId', query }));
    assert.equal((most.data.data as Result[]).length, 100);
  });

  operatorRow(
    'changes: what a feed changed since a cursor, each product once, page by page; nothing for the same feed again',
    async ({ command }, { client }) => {
      let cursor = succeeded(await client.call(CHANGES)).data.nextCursor;
      const next = async (limit = 200) => {
        const { data } = succeeded(await client.call(CHANGES, { cursor, limit }));
        cursor = data.nextCursor;
        return [...data.items.map(({ itemId, change }) => `${change} ${itemId}`), data.hasMore];
      };
      const feed = (...records: readonly object[]) => command(['import', '-'], jsonLines(records));
      const registeredAt = '2020-01-01T00:00:00+09:00';
      const product = (itemId: number, more: object = {}) => ({
        ...{ kind: 'item', itemId, title: `상품 ${itemId}`, catalog: 'BOOK', categoryIds: ['none'] },
        ...{ registeredAt, ...more },
      });
      assert.deepEqual(await next(), [false]);
      await feed(...[9801, 9802, 9803].map((itemId) => product(itemId)), product(9801, { pages: 9 }));
      const [first, second] = [await next(2), await next()];
      assert.deepEqual([first.pop(), second.pop()], [true, false]);
      assert.deepEqual([...first, ...second].sort(), ['saved 9801', 'saved 9802', 'saved 9803']);
      await feed(product(9801, { pages: 9 }), product(9802));
      assert.deepEqual(await next(), [false]);
      await feed({ kind: 'patch', itemId: 9803, withheld: true });
      assert.deepEqual(await next(), ['removed 9803', false]);
      await feed(...[9801, 9802].map((itemId) => ({ kind: 'remove', itemId })));
      assert.deepEqual(await next(), ['removed 9801', 'removed 9802', false]);
    },
  );
}

/** docs/api.md: author, table of contents and category. */
export function recordRows({ test }: Rows): void {
  const pageOf = async (address: unknown) => {
    const page = await send(String(address));
    assert.deepEqual([page.status, page.headers['content-type']?.split(';')[0]], [200, 'text/html']);
    return page.text;
  };

  test('author fields: authorId to link, in order', async ({ client }) => {
    const authorOf = async (query: number) => {
      const { data } = succeeded(await client.call(AUTHOR, { searchType: 'ItemId', query }));
      assert.deepEqual(Object.keys(data), ['meta', 'data']);
      const { link, ...fields } = data.data as Fields;
      return { link, text: JSON.stringify({ ...fields, link: '' }) };
    };
    const { kind: _, authorId, author, ...known } = writer;
    const full = await authorOf(1001);
    assert.equal(full.text, JSON.stringify({ authorId, author, authorType: '지음', ...known, link: '' }));
    assert.match(await pageOf(full.link), /허균/);
    const bare = { authorId: 8, author: '김살아', authorType: '지음', birthDate: '1970-02-03' };
    const missing = { deathDate: '', debutTitle: '', details: '', link: '' };
    assert.equal((await authorOf(1003)).text, JSON.stringify({ ...bare, ...missing }));
  });

  test('table of contents: itemId, contents with its line breaks', async ({ client }) => {
    const { data } = succeeded(await client.call(CONTENT, { searchType: 'ItemId', query: 1001 }));
    const contents = '1장 집을 떠나다\n\t첫째 마당\n2장 율도국';
    assert.equal(JSON.stringify(data.data), JSON.stringify({ itemId: 1001, contents }));
  });

  test('category fields in order; every category once, parents first', async ({ client }) => {
    const categories = succeeded(await client.call(CATEGORIES)).data.data as readonly Record<
      string,
      string
    >[];
    const names = ['categoryId', 'categoryName', 'categoryFullPath', 'categoryUrl'];
    for (const category of categories) assert.deepEqual(Object.keys(category), names);
    const ids = categories.map(({ categoryId }) => categoryId).join(' ');
    assert.deepEqual(ids, '001 001001 001001001 001002 001003 001004 002 003 004 005 006');
    assert.deepEqual(
      categories.slice(0, 3).map(({ categoryName, categoryFullPath }) => [categoryName, categoryFullPath]),
      [
        ['국내도서', '국내도서'],
        ['소설', '국내도서 > 소설'],
        ['고전소설', '국내도서 > 소설 > 고전소설'],
      ],
    );
    assert.equal(new Set(categories.map(({ categoryUrl }) => categoryUrl)).size, categories.length);
    assert.match(await pageOf(categories[1]?.categoryUrl), /소설/);
  });
}
