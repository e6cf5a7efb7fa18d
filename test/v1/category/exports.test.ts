import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readRows } from '../../export/workbook-reader.ts';
import { book, sales, smallShop } from '../../support/small-shop.ts';
import { rankedApp } from '../../support/suite-app.ts';
import type { TestApp } from '../../support/test-app.ts';

const PATH = '/v1/category/bestsellerMonthly/export?categoryId=001001';

function call(app: TestApp, url: string, headers: Record<string, string> = {}) {
  return app.app.inject({ url, headers: { 'x-api-key': app.key, ...headers } });
}

// The black-box suite proves names, columns, pages and errors of files (test/acceptance/rows/exports.ts).

test('another form, page or month of a file has another tag; a workbook is not compressed again', async (t) => {
  const app = await rankedApp(t);
  const forms = ['', '&format=csv', '&header=N', '&page=2&pageSize=1', '&date=2026-10-01', '&sex=F'];
  const tags = await Promise.all(forms.map(async (form) => (await call(app, PATH + form)).headers.etag));
  assert.equal(new Set(tags).size, forms.length);
  app.clock.advance(1000);
  assert.equal((await call(app, PATH)).headers.etag, tags[0]);
  const { headers, rawPayload } = await call(app, PATH, { 'accept-encoding': 'br, gzip' });
  assert.deepEqual([headers['content-encoding'], readRows(rawPayload).length], [undefined, 4]);
});

test('a file of 100 items by default; withheld items and changed prices show from the next file on', async (t) => {
  const titles = Array.from({ length: 101 }, (_, index) => 2001 + index);
  const app = await rankedApp(t, [
    ...smallShop,
    ...titles.map((itemId) => book(itemId, '=SUM(1)', { shopPrice: 19.5, salePrice: 12.49 })),
    ...titles.flatMap((itemId) => sales('2026-09-01', itemId, [''])),
  ]);
  const url = `${PATH}&date=2026-09-01`;
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
  const cells = last.slice(1).map((row) => row.slice(0, 3));
  assert.deepEqual(cells, [['101', null, 2101]]);
  await app.feed([book(2001, '=SUM(1)', { withheld: true }), book(2002, '둘째', { shopPrice: 30_000 })]);
  const second = readRows((await call(app, url)).rawPayload);
  assert.deepEqual(second[1]?.slice(0, 6), ['1', null, 2002, '둘째', '무명씨', 30_000]);
  const csv = await call(app, `${url}&format=csv`, { 'accept-encoding': 'gzip' });
  assert.equal(csv.headers['content-encoding'], 'gzip');
  assert.match(gunzipSync(csv.rawPayload).toString(), /^\ufeff순위,.*\r\n1,,2002,둘째,/);
});
