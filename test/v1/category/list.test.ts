import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../support/test-app.ts';

test('200: every category with its full path and page, parents first', async (t) => {
  const app = await createTestApp(t);
  await app.feed([
    { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
    { kind: 'category', categoryId: '002', categoryName: '외국도서' },
    { kind: 'category', categoryId: '001', categoryName: '국내도서' },
  ]);
  const { json } = await app.get('/v1/category/list');
  const page = (id: string) => `https://books.example/categories/${id}`;
  assert.deepEqual(json.data.data, [
    { categoryId: '001', categoryName: '국내도서', categoryFullPath: '국내도서', categoryUrl: page('001') },
    {
      categoryId: '001001',
      categoryName: '소설',
      categoryFullPath: '국내도서 > 소설',
      categoryUrl: page('001001'),
    },
    { categoryId: '002', categoryName: '외국도서', categoryFullPath: '외국도서', categoryUrl: page('002') },
  ]);
});

test('404 CATEGORY_001: no category at all', async (t) => {
  const app = await createTestApp(t);
  const answer = await app.get('/v1/category/list');
  assert.deepEqual([answer.status, answer.json.errorCode], [404, 'CATEGORY_001']);
});
