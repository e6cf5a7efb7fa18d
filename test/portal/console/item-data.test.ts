import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { CategoryChoices, ItemOverridesView } from '../../../src/portal/contract/console-shop.ts';
import { book } from '../../support/small-shop.ts';
import { suiteConsole } from '../../support/suite-app.ts';

describe('operators correct the data of items', () => {
  const { app, operator } = suiteConsole();
  // Each test has a book of its own.
  let itemId = 6000;
  const feed = (more: object = {}) =>
    app.feed([book(itemId, `잘못된 제목 ${itemId}`, { shopPrice: 10_000, salePrice: 9000, ...more })]);
  beforeEach(async () => {
    itemId++;
    await feed();
  });
  const set = (body: object) => operator.post<ItemOverridesView>('/console/shop/data', { itemId, ...body });
  const answered = async (path: string) =>
    (await app.get(path)).json.data.items?.map((one: Readonly<Record<string, unknown>>) => one) ?? [];
  const detail = async () => (await answered(`/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`))[0];
  const found = async (text: string) =>
    (await answered(`/v1/goods/itemList?query=${encodeURIComponent(text)}&correct=N`)).map(
      (one) => one.itemId,
    );
  const cell = async (categoryId: string) => {
    const { status, json } = await app.get(
      `/v1/category/newproduct?categoryId=${categoryId}&sort=RegDate&pageSize=100`,
    );
    return status === 200 ? json.data.items.filter((one) => one.itemId === itemId) : [];
  };

  test('from the next answer on, data are what the operator says: details, search, lists and pages', async () => {
    await feed({ registeredAt: '2026-11-20T10:00:00+09:00' });
    await app.rank();
    assert.equal((await cell('001001')).length, 1);
    const title = `고친 제목 ${itemId}`;
    const { status, view } = await set({
      title,
      shopPrice: 12_000,
      salePrice: 10_800,
      categoryIds: '003, 001',
      cover: 'https://img.example/new.jpg',
      bookIntroduction: '첫 줄\n둘째 줄',
      reason: '출판사 요청',
    });
    assert.equal(status, 200);
    assert.deepEqual(view.decided, [
      'title',
      'shopPrice',
      'salePrice',
      'categoryIds',
      'cover',
      'bookIntroduction',
    ]);
    assert.deepEqual([view.fed?.title, view.fed?.cover], [`잘못된 제목 ${itemId}`, null]);
    const { salePrice, shopPrice, cover, goodsSortNm, contentDetail } = (await detail()) ?? {};
    assert.deepEqual(
      [salePrice, shopPrice, cover, goodsSortNm],
      [10_800, 12_000, 'https://img.example/new.jpg', 'eBook'],
    );
    assert.equal((contentDetail as { bookIntroduction: string }).bookIntroduction, '첫 줄\n둘째 줄');
    assert.deepEqual([await found(title), await found(`잘못된 제목 ${itemId}`)], [[itemId], []]);
    // Lists show the new data at once; the category counts from the next tally on.
    const titles = (await cell('001001')).map((one) => one.title);
    assert.deepEqual(titles, [title]);
    await app.rank();
    assert.deepEqual([(await cell('001001')).length, (await cell('003')).length], [0, 1]);

    await feed({ title: '다음 잘못', shopPrice: 1 });
    assert.equal((await detail())?.title, title);
    await operator.post('/console/shop/follow-feed', { itemId, field: 'title' });
    assert.deepEqual([(await detail())?.title, (await detail())?.shopPrice], ['다음 잘못', 12_000]);
  });

  test('400 INVALID: what a feed could not give either, and a category that does not exist', async () => {
    for (const [field, value] of [
      ['title', ''],
      ['title', '가'.repeat(1001)],
      ['shopPrice', 10_000.005],
      ['salePrice', 1_000_000_000_001],
      ['categoryIds', ' , '],
      ['categoryIds', '소설'],
      ['categoryIds', '001, 999'],
      ['cover', 'ftp://img.example/1.jpg'],
    ] as const) {
      const { status, failure } = await set({ [field]: value });
      assert.deepEqual([status, failure.code, failure.field], [400, 'INVALID', field], String(value));
    }
    assert.equal((await detail())?.title, `잘못된 제목 ${itemId}`);
    assert.equal((await operator.post('/console/shop/data', { itemId: 999_999, title: 'x' })).status, 404);
  });

  test('409 CONFIRM_NUMBER: a price that jumps, or a selling price above the list price', async () => {
    for (const prices of [{ salePrice: 900 }, { shopPrice: 20_001 }, { salePrice: 10_001 }]) {
      const { status, failure } = await set(prices);
      const asked = String(prices.salePrice ?? 9000);
      assert.deepEqual([status, failure.code, failure.confirm], [409, 'CONFIRM_NUMBER', asked]);
      assert.equal((await set({ ...prices, confirmation: asked })).status, 200);
      await operator.post('/console/shop/follow-feed', { itemId, field: Object.keys(prices)[0] });
    }
    assert.equal((await set({ shopPrice: 20_000, salePrice: 18_000 })).status, 200);
  });

  test('categories to choose from are named by their whole path', async () => {
    const { view } = await operator.get<CategoryChoices>('/console/categories');
    assert.deepEqual(
      view.categories.find(({ categoryId }) => categoryId === '001001001'),
      { categoryId: '001001001', fullPath: '국내도서 > 소설 > 고전소설' },
    );
  });
});
