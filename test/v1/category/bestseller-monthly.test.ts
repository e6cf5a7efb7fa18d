import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sales, smallShop } from '../../support/small-shop.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../support/test-app.ts';

const PATH = '/v1/category/bestsellerMonthly';

function ids(answer: TestAnswer): unknown[] {
  return answer.json.data.items.map((item) => item.itemId);
}

function column(answer: TestAnswer, name: string): unknown[] {
  return answer.json.data.items.map((item) => item[name]);
}

describe('bestsellerMonthly', () => {
  let app: TestApp;
  suiteApp((made) => {
    app = made;
  });
  const get = (query: string) => app.get(`${PATH}?categoryId=001001&${query}`);

  test('200: the month of a date, most copies first, with rank changes', async () => {
    const october = await get('date=2026-10-31');
    assert.deepEqual(ids(october), [1002, 1001, 1003]);
    assert.deepEqual(column(october, 'sortOrder'), [1, 2, 3]);
    assert.deepEqual(column(october, 'upDown'), [null, null, null]);
    assert.equal(october.headers['seoga-edition'], '2026-10');
    const november = await get('date=2026-11-01');
    assert.deepEqual(ids(november), [1001, 1002, 1004]);
    assert.deepEqual(column(november, 'upDown'), [1, -1, null]);
  });

  test('200: without date the month of yesterday', async () => {
    assert.deepEqual(ids(await get('')), [1001, 1002, 1004]);
  });

  test('200: ancestors and descendants of a category', async () => {
    assert.deepEqual(ids(await app.get(`${PATH}?categoryId=001&date=2026-10-01`)), [1002, 1001, 1003]);
    assert.deepEqual(ids(await app.get(`${PATH}?categoryId=001001001&date=2026-10-01`)), [1001]);
  });

  test('200: by sex, by age, and by both', async () => {
    // One copy each: the later publication comes first.
    assert.deepEqual(ids(await get('date=2026-10-01&sex=M')), [1001, 1002]);
    assert.deepEqual(ids(await get('date=2026-10-01&age=30')), [1002, 1001]);
    assert.deepEqual(ids(await get('date=2026-10-01&age=60&sex=F')), [1003]);
    assert.deepEqual(ids(await get('age=10')), [1004]);
  });

  test('200: page and pageSize cut the list without overlap; totals stay', async () => {
    const second = await get('date=2026-10-01&page=2&pageSize=2');
    assert.deepEqual(ids(second), [1003]);
    assert.deepEqual(column(second, 'sortOrder'), [3]);
    const { currentPage, pageSize, totalCount } = second.json.data;
    assert.deepEqual({ currentPage, pageSize, totalCount }, { currentPage: 2, pageSize: 2, totalCount: 3 });
  });

  test('200: detail adds the fields of the extension, and only then', async () => {
    const plain = (await get('detail=N')).json.data.items[0] ?? {};
    const full = (await get('detail=Y')).json.data.items[0] ?? {};
    assert.equal('pages' in plain, false);
    assert.equal(full.pages, 320);
    assert.deepEqual({ ...full, ...plain }, full);
  });

  test('200: the deal price while the deal lasts, the other before', async () => {
    const now = await get('');
    assert.equal(now.json.data.items[2]?.salePrice, 6000);
  });

  test('404 BEST_001: a month without a list, a category without sales, an unknown category', async () => {
    for (const url of [
      `${PATH}?categoryId=001001&date=2026-09-30`,
      `${PATH}?categoryId=001001&date=2027-01-01`,
      `${PATH}?categoryId=003`,
      `${PATH}?categoryId=nope`,
    ]) {
      const answer = await app.get(url);
      assert.deepEqual([answer.status, answer.json.errorCode], [404, 'BEST_001'], url);
    }
  });

  test('404 BEST_001: a page past the end names the total and the last page', async () => {
    const answer = await get('date=2026-10-01&page=3&pageSize=2');
    assert.deepEqual([answer.status, answer.json.errorCode], [404, 'BEST_001']);
    assert.match(answer.json.message, /3 entries.*page is 2/);
  });

  const refusals: [string, string][] = [
    ['', 'PARAM_001'],
    ['categoryId=', 'PARAM_001'],
    ['categoryId=1&categoryId=2', 'PARAM_001'],
    ['date=x&pageSize=0', 'PARAM_001'],
    ['categoryId=1&date=20261101', 'PARAM_002'],
    ['categoryId=1&date=2026-02-30', 'PARAM_002'],
    ['categoryId=1&date=', 'PARAM_002'],
    ['categoryId=1&date=2026-11-01&date=2026-11-01', 'PARAM_002'],
    ['categoryId=1&date=x&sex=Z&pageSize=0', 'PARAM_002'],
    ['categoryId=1&sex=m', 'PARAM_007'],
    ['categoryId=1&age=15', 'PARAM_007'],
    ['categoryId=1&age=020', 'PARAM_007'],
    ['categoryId=1&page=0', 'PARAM_007'],
    ['categoryId=1&page=1000001', 'PARAM_007'],
    ['categoryId=1&page=1e2', 'PARAM_007'],
    ['categoryId=1&page=%2B5', 'PARAM_007'],
    ['categoryId=1&page=%205', 'PARAM_007'],
    ['categoryId=1&page=0x10', 'PARAM_007'],
    ['categoryId=1&page=', 'PARAM_007'],
    ['categoryId=1&page=1&page=1', 'PARAM_007'],
    ['categoryId=1&page=0&pageSize=0', 'PARAM_007'],
    ['categoryId=1&pageSize=0', 'PARAM_006'],
    ['categoryId=1&pageSize=101', 'PARAM_006'],
    ['categoryId=1&pageSize=-1', 'PARAM_006'],
    ['categoryId=1&pageSize=1.0', 'PARAM_006'],
    ['categoryId=1&detail=y', 'PARAM_007'],
  ];
  for (const [query, code] of refusals) {
    test(`400 ${code}: ?${query}`, async () => {
      const answer = await app.get(`${PATH}?${query}`);
      assert.deepEqual([answer.status, answer.json.errorCode], [400, code]);
    });
  }

  test('400: the message names parameter, given value and allowed values, in the language asked for', async () => {
    const english = await app.get(`${PATH}?categoryId=1&sex=Q`);
    assert.match(english.json.message, /sex.*"Q".*A, M, F/);
    const korean = await app.get(`${PATH}?categoryId=1&sex=Q`, { 'accept-language': 'ko-KR' });
    assert.match(korean.json.message, /sex.*"Q".*A, M, F/);
    assert.match(korean.json.message, /[가-힣]/);
  });

  test('names of parameters are case-sensitive and unknown ones are ignored', async () => {
    assert.equal((await app.get(`${PATH}?categoryid=001001`)).json.errorCode, 'PARAM_001');
    assert.equal((await get('PageSize=0&foo=1&foo=2')).status, 200);
  });
});

test('200: after midnight the last list stands in for that of a month that begins', async (t) => {
  const app = await createTestApp(t, { now: '2026-12-01T23:59:00+09:00' });
  await app.feed([...smallShop, ...sales('2026-12-01', 1003, ['F61'])]);
  await app.rank();
  app.clock.advance(60_000);
  const before = await app.get(`${PATH}?categoryId=001001`);
  assert.deepEqual(ids(before), [1001, 1002, 1004]);
  assert.equal(before.headers['seoga-edition'], '2026-11');
  // The month itself has no list yet, and whoever names it means the same.
  const named = await app.get(`${PATH}?categoryId=001001&date=2026-12-01`);
  assert.deepEqual([ids(named), named.headers['seoga-edition']], [ids(before), '2026-11']);
  assert.equal((await app.get(`${PATH}?categoryId=001001&date=2027-01-01`)).json.errorCode, 'BEST_001');
  await app.rank();
  assert.deepEqual(ids(await app.get(`${PATH}?categoryId=001001`)), [1003]);
});

test('404 BEST_001: nothing was sold in the month so far and that is tallied', async (t) => {
  const app = await createTestApp(t, { now: '2026-12-10T12:00:00+09:00' });
  await app.feed(smallShop);
  await app.rank();
  const answer = await app.get(`${PATH}?categoryId=001001`);
  assert.deepEqual([answer.status, answer.json.errorCode], [404, 'BEST_001']);
});

test('a withheld or removed item is gone from the next answer on, and the others move up', async (t) => {
  const app = await createTestApp(t);
  await app.feed(smallShop);
  await app.rank();
  const url = `${PATH}?categoryId=001001&date=2026-10-01`;
  assert.deepEqual(ids(await app.get(url)), [1002, 1001, 1003]);
  const first = smallShop.find((line) => 'itemId' in line && line.itemId === 1002);
  await app.feed([{ ...first, withheld: true }]);
  const withheld = await app.get(url);
  assert.deepEqual(ids(withheld), [1001, 1003]);
  assert.deepEqual(column(withheld, 'sortOrder'), [1, 2]);
  assert.equal(withheld.json.data.totalCount, 2);
  await app.feed([{ kind: 'remove', itemId: 1001 }]);
  assert.deepEqual(ids(await app.get(url)), [1003]);
});
