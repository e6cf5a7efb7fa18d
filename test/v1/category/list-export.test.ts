import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRows } from '../../export/workbook-reader.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const PATH = '/v1/category/list/export';

// The black-box suite proves columns, header and rows (test/acceptance/rows/exports.ts).

const categories = [
  { kind: 'category', categoryId: '001001', categoryName: '=소설', parentId: '001' },
  { kind: 'category', categoryId: '002', categoryName: '외국도서' },
  { kind: 'category', categoryId: '001', categoryName: '국내도서' },
];

function call(app: TestApp, url: string) {
  return app.app.inject({ url, headers: { 'x-api-key': app.key } });
}

test('200: a changed name shows in the next file', async (t) => {
  const app = await createTestApp(t);
  await app.feed(categories);
  const before = await call(app, PATH);
  await app.feed([{ kind: 'category', categoryId: '002', categoryName: '서양도서' }]);
  const after = await call(app, PATH);
  assert.equal(readRows(after.rawPayload)[3]?.[1], '서양도서');
  assert.notEqual(after.headers.etag, before.headers.etag);
});

test('the day in the name is that of the answer, though the file is the same', async (t) => {
  const app = await createTestApp(t, { now: '2026-11-21T23:59:59+09:00' });
  await app.feed(categories);
  const before = await call(app, PATH);
  app.clock.advance(2000);
  const after = await call(app, PATH);
  assert.equal(before.headers['content-disposition'], 'attachment; filename="category_list_20261121.xlsx"');
  assert.equal(after.headers['content-disposition'], 'attachment; filename="category_list_20261122.xlsx"');
  assert.deepEqual(after.rawPayload, before.rawPayload);
});
