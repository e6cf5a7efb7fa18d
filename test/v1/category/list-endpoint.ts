import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { readRows } from '../../export/workbook-reader.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../support/test-app.ts';

const DAY_MS = 86_400_000;

/** Categories of the feeds of these tests: everything that sells is in 001001, or below it in 001001001. */
export const categories: readonly object[] = [
  { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
  { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
  { kind: 'category', categoryId: '001001001', categoryName: '고전소설', parentId: '001001' },
  { kind: 'category', categoryId: '003', categoryName: 'eBook', parentId: null },
];

/** Sales without buyers' data, each line a buyer of its own, at 10:00 Korea time. */
export function copies(day: string, itemId: number, count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'sale',
    orderId: `${day}-${itemId}`,
    lineNo: index + 1,
    itemId,
    quantity: 1,
    soldAt: `${day}T10:00:00+09:00`,
  }));
}

/** Item numbers of an answer, in order. */
export function ids(answer: TestAnswer): unknown[] {
  return column(answer, 'itemId');
}

/** One field of every item, in order. */
export function column(answer: TestAnswer, name: string): unknown[] {
  return answer.json.data.items.map((item) => item[name]);
}

/** What the suite needs to know of the endpoint of a list. */
export interface ListEndpoint {
  readonly path: string;
  readonly noResult: string;
  /** With sideCover and backCover. */
  readonly sides: boolean;
  /** Ranked at noon of 2026-11-20 and again at noon of the 21st. */
  readonly feed: readonly object[];
  /** Item numbers of category 001001 on the 21st; three or more. */
  readonly expected: readonly number[];
  /** Value of Seoga-Edition on the 21st. */
  readonly edition: string;
  /** Refusals by parameters that not every list has: query behind categoryId=1, code. */
  readonly refusals?: readonly (readonly [string, string])[];
  /** The same list as a file, at path + "/export". */
  readonly file?: ListFile;
}

export interface ListFile {
  readonly prefix: string;
  /** With page and pageSize. */
  readonly isPaged: boolean;
  /** Further queries whose rows must be those of the JSON list. */
  readonly queries?: readonly string[];
}

/** A service that has ranked the feed on two days. It is the 21st. */
async function openShop(
  t: { after(clean: () => void | Promise<void>): void },
  feed: readonly object[],
): Promise<TestApp> {
  const app = await createTestApp(t, { now: '2026-11-20T12:00:00+09:00' });
  await app.feed(feed);
  await app.rank();
  app.clock.advance(DAY_MS);
  await app.rank();
  return app;
}

/**
 * What every list of items by category guarantees (docs/rules/interface.md#item-lists), and the endpoint's own tests.
 */
export function testListEndpoint(endpoint: ListEndpoint, own: (get: Get) => void): void {
  const { path } = endpoint;
  describe(path, () => {
    const cleanUps: (() => void | Promise<void>)[] = [];
    let app: TestApp;
    before(async () => {
      app = await openShop({ after: (clean) => cleanUps.unshift(clean) }, endpoint.feed);
    });
    after(async () => {
      for (const clean of cleanUps) await clean();
    });
    const get: Get = (query = '', categoryId = '001001') =>
      app.get(`${path}?categoryId=${categoryId}&${query}`);
    testPayload(endpoint, get);
    testErrors(endpoint, get, (url) => app.get(url));
    if (endpoint.file !== undefined) testFile(endpoint, endpoint.file, (url) => open(app, url), get);
    own(get);
  });
  test(`${path}: a withheld or removed item is gone from the next answer on, and the others move up`, (t) =>
    proveWithheld(t, endpoint));
}

/** Asks the endpoint about a category, 001001 when left out. */
export type Get = (query?: string, categoryId?: string) => Promise<TestAnswer>;

function testPayload({ expected, sides, edition }: ListEndpoint, get: Get): void {
  test('200: the list of a category and of those below it, with the name of its edition', async () => {
    const answer = await get();
    assert.deepEqual(ids(answer), expected);
    assert.deepEqual(
      column(answer, 'sortOrder'),
      expected.map((_, index) => index + 1),
    );
    assert.equal(answer.headers['seoga-edition'], edition);
    assert.deepEqual(ids(await get('', '001')), expected);
  });

  test('200: 20 entries from page 1 on by default', async () => {
    const { currentPage, pageSize, totalCount } = (await get()).json.data;
    assert.deepEqual([currentPage, pageSize, totalCount], [1, 20, expected.length]);
  });

  test('200: pages do not overlap and leave nothing out; position and total are those of the whole list', async () => {
    for (const [index, itemId] of expected.entries()) {
      const answer = await get(`page=${index + 1}&pageSize=1`);
      assert.deepEqual([ids(answer), column(answer, 'sortOrder')], [[itemId], [index + 1]]);
      assert.equal(answer.json.data.totalCount, expected.length);
    }
  });

  test('200: detail=Y adds the fields of the extension, and only then', async () => {
    const plain = (await get('detail=N')).json.data.items[0] ?? {};
    const full = (await get('detail=Y')).json.data.items[0] ?? {};
    assert.equal('pages' in plain, false);
    assert.equal('pages' in full, true);
    assert.deepEqual({ ...full, ...plain }, full);
  });

  test(`200: ${sides ? 'all three pictures' : 'the cover only'}`, async () => {
    for (const detail of ['N', 'Y']) {
      for (const item of (await get(`detail=${detail}`)).json.data.items) {
        assert.deepEqual(['cover' in item, 'sideCover' in item, 'backCover' in item], [true, sides, sides]);
      }
    }
  });
}

function testErrors(
  { path, noResult, expected, refusals = [] }: ListEndpoint,
  get: Get,
  getUrl: (url: string) => Promise<TestAnswer>,
): void {
  test(`404 ${noResult}: an unknown category and one without entries`, async () => {
    for (const categoryId of ['nope', '003']) {
      const answer = await get('', categoryId);
      assert.deepEqual([answer.status, answer.json.errorCode], [404, noResult], categoryId);
    }
  });

  test(`404 ${noResult}: a page past the end names the total and the last page`, async () => {
    const answer = await get('page=4&pageSize=2');
    assert.deepEqual([answer.status, answer.json.errorCode], [404, noResult]);
    assert.match(
      answer.json.message,
      new RegExp(`${expected.length} entries.*page is ${Math.ceil(expected.length / 2)}`),
    );
  });

  const common: [string, string][] = [
    ['', 'PARAM_001'],
    ['categoryId=', 'PARAM_001'],
    ['categoryId=1&categoryId=2', 'PARAM_001'],
    ['page=0&pageSize=0&detail=x&sort=x&date=x&sex=x', 'PARAM_001'],
    ['categoryId=1&page=0', 'PARAM_007'],
    ['categoryId=1&page=1000001', 'PARAM_007'],
    ['categoryId=1&page=0&pageSize=0&detail=x', 'PARAM_007'],
    ['categoryId=1&pageSize=0&detail=x', 'PARAM_006'],
    ['categoryId=1&pageSize=101', 'PARAM_006'],
    ['categoryId=1&pageSize=1e1', 'PARAM_006'],
    ['categoryId=1&pageSize=10&pageSize=10', 'PARAM_006'],
    ['categoryId=1&detail=y', 'PARAM_007'],
  ];
  const own = refusals.map(([query, code]): [string, string] => [`categoryId=1&${query}`, code]);
  for (const [query, code] of [...common, ...own]) {
    test(`400 ${code}: ?${query}`, async () => {
      const answer = await getUrl(`${path}?${query}`);
      assert.deepEqual([answer.status, answer.json.errorCode], [400, code]);
    });
  }
}

const HEADER = '순위 ISBN13 상품번호 상품명 저자 정가 판매가 출판사 출간일 관리분류'.split(' ');

/** A call whose answer may be a file. */
function open({ app, key }: TestApp, url: string) {
  return app.inject({ url, headers: { 'x-api-key': key } });
}

function testFile(
  { path, noResult, edition, refusals = [] }: ListEndpoint,
  { prefix, isPaged, queries = [] }: ListFile,
  getUrl: (url: string) => ReturnType<typeof open>,
  get: Get,
): void {
  const getFile = (query: string) => getUrl(`${path}/export?${query}`);

  test('200 file: a header and the entries of the JSON list, in ten columns', async () => {
    for (const query of ['', ...(isPaged ? ['page=2&pageSize=2'] : []), ...queries]) {
      const expected = (await get(query)).json.data.items.map((item) => [
        String(item.sortOrder),
        // An empty text is an empty cell.
        item.isbn13 === '' ? null : item.isbn13,
        item.itemId,
        item.title,
        item.author,
        item.shopPrice,
        item.salePrice,
        item.publisher,
        item.publishDate === '' ? null : item.publishDate,
        item.goodsSortNm,
      ]);
      assert.ok(expected.length > 0, query);
      const file = await getFile(`categoryId=001001&${query}`);
      assert.deepEqual(readRows(file.rawPayload), [HEADER, ...expected], query);
    }
  });

  test('200 file: its name with the day of the answer, and the edition', async () => {
    const { headers } = await getFile('categoryId=001001');
    assert.equal(headers['content-disposition'], `attachment; filename="${prefix}_20261121.xlsx"`);
    assert.match(String(headers['content-type']), /spreadsheetml/);
    assert.equal(headers['seoga-edition'], edition);
  });

  test('200 file: format=csv and header=N', async () => {
    const file = await getFile('categoryId=001001&format=csv&header=N');
    assert.equal(file.headers['content-disposition'], `attachment; filename="${prefix}_20261121.csv"`);
    assert.match(file.payload, /^\ufeff1,/);
  });

  test(`404 ${noResult} file: no entries, never an empty file`, async () => {
    for (const query of ['categoryId=nope', ...(isPaged ? ['categoryId=001001&page=2'] : [])]) {
      const answer = await getFile(query);
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [404, noResult], query);
      assert.equal(answer.headers['content-disposition'], undefined);
    }
  });

  const paging: [string, string][] = [
    ['categoryId=1&page=0&pageSize=0', 'PARAM_007'],
    ['categoryId=1&pageSize=101&format=x', 'PARAM_006'],
  ];
  const wrong: [string, string][] = [
    ['format=x', 'PARAM_001'],
    ...(isPaged ? paging : []),
    ['categoryId=1&format=XLSX', 'PARAM_007'],
    ['categoryId=1&header=n', 'PARAM_007'],
    ...refusals.map(([query, code]): [string, string] => [`categoryId=1&${query}`, code]),
  ];
  for (const [query, code] of wrong) {
    test(`400 ${code} file: ?${query}`, async () => {
      const answer = await getFile(query);
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [400, code]);
    });
  }

  if (isPaged) return;
  test('200 file: page and pageSize are unknown to it', async () => {
    const whole = await getFile('categoryId=001001');
    const same = await getFile('categoryId=001001&page=0&pageSize=1');
    assert.equal(same.headers.etag, whole.headers.etag);
  });
}

async function proveWithheld(t: TestContext, { path, feed, expected }: ListEndpoint): Promise<void> {
  const app = await openShop(t, feed);
  const get = () => app.get(`${path}?categoryId=001001`);
  assert.deepEqual(ids(await get()), expected);
  const [first, second, ...others] = expected;
  const line = feed.find(
    (one) => 'kind' in one && one.kind === 'item' && 'itemId' in one && one.itemId === first,
  );
  await app.feed([{ ...line, withheld: true }]);
  const withheld = await get();
  assert.deepEqual(ids(withheld), [second, ...others]);
  assert.deepEqual(
    column(withheld, 'sortOrder'),
    [second, ...others].map((_, index) => index + 1),
  );
  assert.equal(withheld.json.data.totalCount, expected.length - 1);
  await app.feed([{ kind: 'remove', itemId: second }]);
  assert.deepEqual(ids(await get()), others);
}
