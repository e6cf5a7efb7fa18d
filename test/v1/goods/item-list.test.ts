import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CATALOG_FILE, openDatabase } from '../../../src/store/sqlite/database.ts';
import { book } from '../../support/small-shop.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const PATH = '/v1/goods/itemList';

describe('itemList', () => {
  let app: TestApp;
  suiteApp((made) => {
    app = made;
  });
  const search = async (term: string, more = '') => {
    const answer = await app.get(`${PATH}?query=${encodeURIComponent(term)}${more}`);
    return { ...answer, ids: answer.json.data?.items?.map((item) => item.itemId) };
  };

  test('200: words of title, contributor and publisher find, with or without blanks', async () => {
    assert.deepEqual((await search('홍길동전')).ids, [1001, 3001]);
    assert.deepEqual((await search('심청전특가판')).ids, [1004]);
    assert.deepEqual((await search('허균')).ids, [1001]);
    assert.deepEqual((await search('9788936434595')).ids, [1001]);
    assert.deepEqual((await search('1003')).ids, [1003]);
  });

  test('200: category narrows to one catalogue', async () => {
    assert.deepEqual((await search('홍길동전', '&category=EBOOK')).ids, [3001]);
  });

  test('200: RECENT and REG_DTS order by date, newest first', async () => {
    assert.deepEqual((await search('서가출판', '&sort=RECENT&category=BOOK')).ids, [1004, 1001, 1002, 1003]);
    assert.deepEqual((await search('서가출판', '&sort=REG_DTS&category=BOOK')).ids, [1004, 1001, 1002, 1003]);
  });

  test('200: only the cover is shown, also in detail', async () => {
    const answer = await search('구운몽', '&detail=Y');
    const item = answer.json.data.items[0] ?? {};
    assert.equal(item.itemId, 1002);
    assert.equal(item.upDown, null);
    assert.equal('sideCover' in item || 'backCover' in item, false);
    assert.equal('pages' in item, true);
  });

  test('200: pages cover every hit once', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => search('서가출판', `&category=BOOK&pageSize=1&page=${page}`)),
    );
    assert.deepEqual(pages.map((page) => page.ids?.[0]).sort(), [1001, 1002, 1003, 1004]);
    assert.deepEqual(
      pages.map((page) => page.json.data.items[0]?.sortOrder),
      [1, 2, 3, 4],
    );
  });

  const answers: [string, number, string][] = [
    ['', 400, 'PARAM_003'],
    ['query=', 400, 'PARAM_003'],
    [`query=${'a'.repeat(201)}`, 400, 'PARAM_003'],
    ['query=a&query=b', 400, 'PARAM_003'],
    ['query=a&category=book', 400, 'PARAM_008'],
    ['query=a&category=001', 400, 'PARAM_008'],
    ['query=a&category=x&sort=x', 400, 'PARAM_008'],
    ['query=a&sort=Sales', 400, 'PARAM_005'],
    ['query=a&pageSize=101', 400, 'PARAM_006'],
    ['query=a&page=0', 400, 'PARAM_007'],
    ['query=a&detail=1', 400, 'PARAM_007'],
    ['query=zzzz', 404, 'SEARCH_001'],
    ['query=!!!', 404, 'SEARCH_001'],
    ['query=%00', 404, 'SEARCH_001'],
    [`query=${encodeURIComponent('구운몽')}&page=2`, 404, 'SEARCH_001'],
    [`query=${encodeURIComponent('금서')}`, 404, 'SEARCH_002'],
  ];
  for (const [query, status, code] of answers) {
    test(`${status} ${code}: ?${query.slice(0, 60)}`, async () => {
      const answer = await app.get(`${PATH}?${query}`);
      assert.deepEqual([answer.status, answer.json.errorCode], [status, code]);
    });
  }

  test('400 PARAM_003: 200 characters are taken, also those of two code units', async () => {
    assert.equal((await search('𝔸'.repeat(200))).status, 404);
    assert.equal((await search('𝔸'.repeat(201))).json.errorCode, 'PARAM_003');
  });
});

test('an imported item is found by the next call', async (t) => {
  const app = await createTestApp(t);
  await app.feed([book(1, '처음')]);
  assert.equal((await app.get(`${PATH}?query=${encodeURIComponent('나중')}`)).status, 404);
  await app.feed([book(2, '나중')]);
  assert.equal((await app.get(`${PATH}?query=${encodeURIComponent('나중')}`)).status, 200);
});

test('200: a repeated search answers the same data, until an import changes it', async (t) => {
  const app = await createTestApp(t);
  const url = `${PATH}?query=${encodeURIComponent('나중')}`;
  const titles = async (more = '') => {
    const { json, status } = await app.get(url + more);
    return [status, ...(json.data.items?.map(({ title }) => title) ?? [])];
  };
  await app.feed([book(1, '나중 일')]);
  assert.deepEqual(await titles(), [200, '나중 일']);
  assert.deepEqual(await titles(), [200, '나중 일']);
  assert.deepEqual(await titles('&page=2'), [404]);
  await app.feed([book(1, '나중 이'), book(2, '나중 삼')]);
  assert.deepEqual((await titles()).toSorted(), [200, '나중 삼', '나중 이']);
  await app.feed([book(1, '처음'), book(2, '나중 삼', { withheld: true })]);
  assert.deepEqual(await titles(), [404]);
});

test('503 UPSTREAM_UNAVAILABLE: while the index cannot be read, and nothing else suffers', async (t) => {
  const app = await createTestApp(t);
  await app.feed([book(1, '처음'), { kind: 'category', categoryId: '001', categoryName: '국내도서' }]);
  const db = openDatabase(`${app.config.dataDir}/${CATALOG_FILE}`, { busyTimeoutMs: 1000 });
  db.exec('DROP TABLE search_item');
  db.close();
  const answer = await app.get(`${PATH}?query=${encodeURIComponent('처음')}`);
  assert.deepEqual([answer.status, answer.json.errorCode], [503, 'UPSTREAM_UNAVAILABLE']);
  assert.equal((await app.get('/v1/goods/itemDetail?searchType=ItemId&query=1')).status, 200);
});
