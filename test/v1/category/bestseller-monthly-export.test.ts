import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { readRows } from '../../export/workbook-reader.ts';
import { book, sales, smallShop } from '../../support/small-shop.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const PATH = '/v1/category/bestsellerMonthly/export';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADER = [
  '순위',
  'ISBN13',
  '상품번호',
  '상품명',
  '저자',
  '정가',
  '판매가',
  '출판사',
  '출간일',
  '관리분류',
];

function call(
  app: TestApp,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  return app.app.inject({ method, url, headers: { 'x-api-key': app.key, ...headers } });
}

describe('bestsellerMonthly/export', () => {
  let app: TestApp;
  suiteApp((made) => {
    app = made;
  });
  const get = (query: string, headers: Record<string, string> = {}) =>
    call(app, `${PATH}?categoryId=001001&${query}`, headers);
  const rows = async (query: string) => readRows((await get(query)).rawPayload);

  test('200: a header and ten columns an item, ranks and ISBN as text, numbers and prices as integers', async () => {
    assert.deepEqual(await rows('date=2026-11-01'), [
      HEADER,
      [
        '1',
        '9788936434595',
        1001,
        '홍길동전',
        '김옮김, 허균',
        15000,
        13500,
        '서가출판',
        '2024-05-01',
        '국내도서-소설',
      ],
      [
        '2',
        '9791199900011',
        1002,
        '구운몽',
        '무명씨',
        10000,
        9000,
        '서가출판',
        '2023-01-02',
        '국내도서-소설',
      ],
      [
        '3',
        '9791199900035',
        1004,
        '심청전 특가판',
        '무명씨',
        12000,
        6000,
        '서가출판',
        '2025-01-02',
        '국내도서-소설',
      ],
    ]);
  });

  test('200: the items, order and prices of the JSON list, for every page, sex and age', async () => {
    for (const query of ['', 'date=2026-10-31', 'date=2026-10-01&sex=M', 'age=10', 'pageSize=2&page=2']) {
      const list = await app.get(`/v1/category/bestsellerMonthly?categoryId=001001&${query}`);
      const expected = list.json.data.items.map((item) => [
        String(item.sortOrder),
        item.isbn13,
        item.itemId,
        item.title,
        item.author,
        item.shopPrice,
        item.salePrice,
        item.publisher,
        item.publishDate,
        item.goodsSortNm,
      ]);
      assert.ok(expected.length > 0);
      assert.deepEqual((await rows(query)).slice(1), expected, query);
    }
  });

  test('200: the type, the name with the KST day of the answer, and the month that the list describes', async () => {
    const answer = await get('date=2026-10-01');
    assert.equal(answer.headers['content-type'], XLSX);
    assert.equal(
      answer.headers['content-disposition'],
      'attachment; filename="bestseller_monthly_20261121.xlsx"',
    );
    assert.equal(answer.headers['seoga-edition'], '2026-10');
    assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length);
  });

  test('200: header=N leaves the header out', async () => {
    const plain = await rows('header=N');
    assert.deepEqual(plain, (await rows('header=Y')).slice(1));
    assert.equal(plain[0]?.[0], '1');
  });

  test('200: format=csv gives the same table as text, compressed when asked for', async () => {
    const answer = await get('format=csv&date=2026-10-01&pageSize=1');
    assert.match(String(answer.headers['content-type']), /^text\/csv/);
    assert.equal(
      answer.headers['content-disposition'],
      'attachment; filename="bestseller_monthly_20261121.csv"',
    );
    assert.equal(
      answer.payload,
      `\ufeff${HEADER.join(',')}\r\n1,9791199900011,1002,구운몽,무명씨,10000,9000,서가출판,2023-01-02,국내도서-소설\r\n`,
    );
    assert.equal((await get('format=csv&header=N')).payload.split('\r\n').length, 4);
  });

  test('304: the tag of the file; another form, page or month has another', async () => {
    const first = await get('');
    const tag = String(first.headers.etag);
    app.clock.advance(1000);
    const second = await get('', { 'if-none-match': tag });
    assert.deepEqual([second.statusCode, second.payload, second.headers.etag], [304, '', tag]);
    assert.match(String(first.headers['cache-control']), /^private, max-age=\d+$/);
    const urls = ['', 'format=csv', 'header=N', 'page=2&pageSize=1', 'date=2026-10-01', 'sex=F'];
    const tags = await Promise.all(urls.map(async (query) => (await get(query)).headers.etag));
    assert.equal(new Set(tags).size, urls.length);
  });

  test('HEAD: the headers of the file without the file', async () => {
    const whole = await get('');
    const head = await call(app, `${PATH}?categoryId=001001`, {}, 'HEAD');
    assert.deepEqual([head.statusCode, head.rawPayload.length], [200, 0]);
    for (const name of ['content-type', 'content-disposition', 'etag', 'content-length', 'seoga-edition']) {
      assert.equal(head.headers[name], whole.headers[name], name);
    }
  });

  test('a workbook is not compressed again', async () => {
    const answer = await get('', { 'accept-encoding': 'br, gzip' });
    assert.equal(answer.headers['content-encoding'], undefined);
    assert.equal(readRows(answer.rawPayload).length, 4);
  });

  test('404 BEST_001: an empty list, an unknown category, a page past the end; never a file', async () => {
    for (const query of ['categoryId=001001&date=2026-09-30', 'categoryId=003', 'categoryId=nope']) {
      const answer = await call(app, `${PATH}?${query}`);
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [404, 'BEST_001'], query);
      assert.match(String(answer.headers['content-type']), /^application\/json/);
      assert.equal(answer.headers['content-disposition'], undefined);
    }
    const past = await get('date=2026-10-01&page=3&pageSize=2');
    assert.deepEqual([past.statusCode, past.json().errorCode], [404, 'BEST_001']);
    assert.match(past.json().message, /3 entries.*page is 2/);
  });

  test('401 AUTH_001 and AUTH_002: without a good key there is no file', async () => {
    for (const [key, code] of [
      ['', 'AUTH_001'],
      ['x', 'AUTH_002'],
    ] as const) {
      const answer = await get('', { 'x-api-key': key });
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [401, code]);
    }
  });

  const refusals: [string, string][] = [
    ['format=pdf&pageSize=0', 'PARAM_001'],
    ['categoryId=1&date=x&sex=Z&pageSize=0', 'PARAM_002'],
    ['categoryId=1&date=2026-02-30', 'PARAM_002'],
    ['categoryId=1&sex=m', 'PARAM_007'],
    ['categoryId=1&age=15', 'PARAM_007'],
    ['categoryId=1&page=0', 'PARAM_007'],
    ['categoryId=1&pageSize=0&format=pdf', 'PARAM_006'],
    ['categoryId=1&pageSize=101', 'PARAM_006'],
    ['categoryId=1&format=pdf', 'PARAM_007'],
    ['categoryId=1&format=XLSX', 'PARAM_007'],
    ['categoryId=1&format=', 'PARAM_007'],
    ['categoryId=1&format=csv&format=csv', 'PARAM_007'],
    ['categoryId=1&header=n', 'PARAM_007'],
    ['categoryId=1&header=', 'PARAM_007'],
  ];
  for (const [query, code] of refusals) {
    test(`400 ${code}: ?${query}`, async () => {
      const answer = await call(app, `${PATH}?${query}`);
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [400, code]);
    });
  }

  test('400 PARAM_007: the message names format, the value and what is allowed', async () => {
    const answer = await get('format=pdf');
    assert.match(answer.json().message, /format.*"pdf".*xlsx, csv/);
  });
});

test('a file of 100 items by default; withheld items and changed prices show from the next file on', async (t) => {
  const app = await createTestApp(t);
  const titles = Array.from({ length: 101 }, (_, index) => 2001 + index);
  await app.feed([
    ...smallShop,
    ...titles.map((itemId) => book(itemId, '=SUM(1)', { shopPrice: 19.5, salePrice: 12.49 })),
    ...titles.flatMap((itemId) => sales('2026-09-01', itemId, [''])),
  ]);
  await app.rank();
  const url = `${PATH}?categoryId=001001&date=2026-09-01`;
  const first = readRows((await call(app, url)).rawPayload);
  assert.equal(first.length, 101);
  assert.deepEqual(first[1], [
    '1',
    null,
    2001,
    '=SUM(1)',
    '무명씨',
    20,
    12,
    '서가출판',
    null,
    '국내도서-소설',
  ]);
  const last = readRows((await call(app, `${url}&page=2`)).rawPayload);
  assert.deepEqual(
    last.slice(1).map((row) => row.slice(0, 3)),
    [['101', null, 2101]],
  );
  await app.feed([book(2001, '=SUM(1)', { withheld: true }), book(2002, '둘째', { shopPrice: 30_000 })]);
  const second = readRows((await call(app, url)).rawPayload);
  assert.deepEqual(second[1]?.slice(0, 6), ['1', null, 2002, '둘째', '무명씨', 30_000]);
  const csv = await call(app, `${url}&format=csv`, { 'accept-encoding': 'br' });
  assert.equal(csv.headers['content-encoding'], 'br');
  assert.match(brotliDecompressSync(csv.rawPayload).toString(), /^\ufeff순위,.*\r\n1,,2002,둘째,/);
});
