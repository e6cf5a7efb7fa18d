import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type CategoriesView,
  type ItemPage,
  SHELF_LISTS,
  type Shelf,
  type StatusView,
} from '../../src/portal/contract/catalogue.ts';
import type { UsagePage } from '../../src/portal/contract/own-service.ts';
import { createPortalClient, issueKey, type PortalClient, signUp } from '../support/portal-client.ts';
import { suiteApp } from '../support/suite-app.ts';
import { createTestApp } from '../support/test-app.ts';

describe('shelves', () => {
  let visitor: PortalClient;
  let reader: PortalClient;
  const app = suiteApp({}, async (app) => {
    visitor = createPortalClient(app);
    reader = await signUp(app, 'reader@books.example');
    await issueKey(reader);
  });

  test('every list shows what the API call that it names answers, without counting', async () => {
    for (const list of SHELF_LISTS) {
      const { view, status } = await visitor.get<Shelf>(`/shelf?list=${list}&category=001&month=2026-10`);
      assert.equal(status, 200, list);
      const answer = await app.get(view.call.path);
      const ids = answer.status === 404 ? [] : answer.json.data.items.map((item) => item.itemId);
      assert.deepEqual(
        view.items.map((item) => item.itemId),
        ids,
        list,
      );
      assert.equal(view.edition, answer.headers['seoga-edition'] ?? '', list);
    }
    const { view } = await visitor.get<Shelf>('/shelf?list=monthly&category=001001&month=2026-10&sex=F');
    assert.deepEqual(view.call, {
      endpoint: 'bestsellerMonthly',
      parameters: { categoryId: '001001', date: '2026-10-01', sex: 'F' },
      path: '/v1/category/bestsellerMonthly?categoryId=001001&date=2026-10-01&sex=F',
    });
    assert.deepEqual(view.items[0], {
      itemId: 1002,
      title: '구운몽',
      author: view.items[0]?.author,
      publisher: view.items[0]?.publisher,
      cover: 'https://books.example/images/substitute/cover/1002.svg',
      link: 'https://books.example/goods/1002',
      rank: 1,
      upDown: null,
      shopPrice: view.items[0]?.shopPrice,
      salePrice: view.items[0]?.salePrice,
    });
    assert.equal((await reader.get<UsagePage>('/usage')).view.callsToday, 0);
  });

  test("without a category the first root stands in; an empty shelf isn't a failure", async () => {
    const { view } = await visitor.get<Shelf>('/shelf');
    assert.deepEqual(view.call.parameters, { categoryId: '001' });
    const none = await visitor.get<Shelf>('/shelf?list=deal&category=003');
    assert.deepEqual([none.status, none.view.items, none.view.totalCount], [200, [], 0]);
  });

  test('whoever is not signed in reads, pages and searches as everybody does, and it counts for nobody', async () => {
    const paths = ['/shelf?page=2', '/search?query=1001', '/suggest?query=1', '/item?itemId=1001'];
    const before = await app.accounts.listUsage(app.accountId, 0);
    for (const path of paths) {
      const { status, text } = await visitor.get(path);
      assert.deepEqual([status, text], [200, (await reader.get(path)).text], path);
    }
    assert.equal((await reader.get<UsagePage>('/usage')).view.callsToday, 0);
    assert.deepEqual(await app.accounts.listUsage(app.accountId, 0), before);
  });

  test('400 INVALID names the parameter', async () => {
    for (const [query, field] of [
      ['list=best', 'list'],
      ['sex=x', 'sex'],
      ['age=15', 'age'],
      ['page=0', 'page'],
      ['list=monthly&month=2026-13', 'month'],
      ['list=monthly&list=deal', 'list'],
    ]) {
      const answer = await visitor.get(`/shelf?${query}`);
      assert.deepEqual([answer.status, answer.failure.field], [400, field], query);
    }
    assert.equal((await reader.get('/search')).failure.field, 'query');
    assert.equal((await reader.get('/search?query=a&category=X')).failure.field, 'category');
    assert.equal((await reader.get(`/search?query=${'a'.repeat(201)}`)).failure.field, 'query');
  });

  test('search shows what itemList answers, and nothing withheld', async () => {
    const { view } = await reader.get<Shelf>(
      `/search?query=${encodeURIComponent('홍길동전')}&category=BOOK&sort=RECENT`,
    );
    const ranks = view.items.map(({ itemId, rank }) => [itemId, rank]);
    assert.deepEqual(ranks, [[1001, 1]]);
    assert.deepEqual(view.call.parameters, { query: '홍길동전', category: 'BOOK', sort: 'RECENT' });
    const withheld = await reader.get<Shelf>(`/search?query=${encodeURIComponent('금서')}`);
    assert.deepEqual([withheld.status, withheld.view.items], [200, []]);
  });

  test('an item shows its data, its way through the categories and its ranks', async () => {
    const { view } = await reader.get<ItemPage>('/item?itemId=1001');
    assert.equal(view.title, '홍길동전');
    const names = view.categories.map((category) => category.name);
    assert.deepEqual(names, ['국내도서', '소설', '고전소설']);
    assert.deepEqual(view.rootRanks, [
      { month: '2026-10', rank: 2 },
      { month: '2026-11', rank: 1 },
    ]);
    assert.equal(view.contents, '1장 집을 떠나다\n2장 율도국');
    for (const call of [view.detailCall, view.historyCall])
      assert.equal((await app.get(call.path)).status, 200);
    assert.equal(
      (await reader.get<ItemPage>('/item?itemId=1004')).view.salePrice,
      6000,
      'the deal of the day',
    );
    for (const id of ['1005', '999', 'x', '']) {
      assert.equal((await reader.get(`/item?itemId=${id}`)).failure.code, 'NOT_FOUND', id);
    }
  });

  test('categories are listed level by level', async () => {
    const roots = (await visitor.get<CategoriesView>('/categories')).view.categories;
    assert.deepEqual(roots, [
      { categoryId: '001', name: '국내도서', hasChildren: true },
      { categoryId: '003', name: 'eBook', hasChildren: false },
    ]);
    const below = (await visitor.get<CategoriesView>('/categories?parent=001001')).view.categories;
    assert.deepEqual(below, [{ categoryId: '001001001', name: '고전소설', hasChildren: false }]);
  });

  test('the status tells the editions in force', async () => {
    const { view } = await visitor.get<StatusView>('/status');
    assert.ok(view.checks.every((check) => check.ok));
    assert.deepEqual(
      view.checks.filter(({ off }) => off).map(({ name, detail }) => [name, detail]),
      [['mail', 'no mail server is set up; messages stay on this server']],
    );
    assert.equal(view.editions.find((edition) => edition.kind === 'monthly')?.period, '2026-11');
    assert.equal(view.editions.find((edition) => edition.kind === 'overall')?.period, '2026-11-20');
    assert.match(
      view.editions.find((edition) => edition.kind === 'realtime')?.period ?? '',
      /^2026-11-21 12:[0-5]0$/,
    );
  });
});

test('a service without data says so in its status, and its shelves are empty', async (t) => {
  const app = await createTestApp(t);
  const visitor = createPortalClient(app);
  const wrong = async (language: string) => {
    const { view } = await visitor.get<StatusView>('/status', { 'accept-language': language });
    return view.checks.filter((check) => !check.ok).map(({ name, detail }) => [name, detail]);
  };
  assert.deepEqual(await wrong('en'), [
    ['catalogue', 'empty'],
    ['rankings', 'no lists published yet'],
  ]);
  assert.deepEqual(await wrong('ko'), [
    ['catalogue', '비어 있습니다'],
    ['rankings', '아직 공개한 목록이 없습니다'],
  ]);
  const shelf = await visitor.get<Shelf>('/shelf');
  assert.deepEqual([shelf.status, shelf.view.items], [200, []]);
});

test('lists that are not tallied any more are told by the status', async (t) => {
  const app = await createTestApp(t);
  await app.rank();
  const visitor = createPortalClient(app);
  const rankings = async () =>
    (await visitor.get<StatusView>('/status')).view.checks.find((check) => check.name === 'rankings');
  assert.equal((await rankings())?.ok, true);
  app.clock.advance(3 * 86_400_000);
  assert.deepEqual(await rankings(), {
    name: 'rankings',
    off: false,
    ok: false,
    detail: 'last tallied up to 2026-11-20',
  });
});
