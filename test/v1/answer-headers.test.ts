import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../support/suite-app.ts';

describe('headers and messages that all endpoints share', () => {
  const app = suiteApp();
  const LIST = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31';

  test('parameters that an endpoint does not know are ignored and named', async () => {
    const answer = await app.get(`${LIST}&pagesize=1&MaxResults=5&%ED%95%9C=1`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['seoga-ignored'], 'pagesize, MaxResults, %ED%95%9C');
    assert.equal((await app.get(LIST)).headers['seoga-ignored'], undefined);
    const refused = await app.get('/v1/category/bestsellerMonthly?categoryID=001');
    assert.equal(refused.json.errorCode, 'PARAM_001');
    assert.equal(refused.headers['seoga-ignored'], 'categoryID');
  });

  test('pages of lists and of their files link to the others', async () => {
    const { totalCount } = (await app.get(LIST)).json.data;
    assert.ok(totalCount >= 3);
    const base = `https://books.example${LIST}`;
    const link = (page: number, rel: string) => `<${base}&pageSize=1&page=${page}>; rel="${rel}"`;
    const second = await app.get(`${LIST}&page=2&pageSize=1`);
    const expected = [link(1, 'first'), link(1, 'prev'), link(3, 'next'), link(totalCount, 'last')];
    assert.equal(second.headers.link, expected.join(', '));
    // Once more, from the cache.
    assert.equal((await app.get(`${LIST}&page=2&pageSize=1`)).headers.link, expected.join(', '));
    const last = await app.get(`${LIST}&pageSize=1&page=${totalCount}`);
    assert.doesNotMatch(String(last.headers.link), /rel="next"/);
    const file = await app.get(`${LIST.replace('?', '/export?')}&pageSize=1`);
    assert.match(String(file.headers.link), /\/export\?[^>]*&page=2>; rel="next"/);
    assert.doesNotMatch(String(file.headers.link), /rel="prev"/);
    const masked = await app.get(`${LIST}&ttbkey=abc`);
    assert.match(String(masked.headers.link), /&ttbkey=\*\*\*&page=1>/);
  });

  test('404: an unknown category and an empty one are told apart', async () => {
    const paths = [
      'bestsellerMonthly',
      'bestseller',
      'bestsellerSteady/export',
      'newproduct',
      'newproductAttention',
    ];
    for (const path of paths) {
      const unknown = await app.get(`/v1/category/${path}?categoryId=zz`);
      assert.equal(unknown.status, 404);
      assert.match(unknown.json.message, / There is no category "zz"\.$/, path);
    }
    const empty = await app.get('/v1/category/bestsellerMonthly?categoryId=001&date=2020-01-31');
    assert.match(empty.json.message, / Category "001" has no entries in this list\.$/);
    const korean = await app.get('/v1/category/newproduct?categoryId=zz', { 'accept-language': 'ko' });
    assert.match(korean.json.message, / "zz" 카테고리가 없습니다\.$/);
  });

  test('a product number beyond all numbers is repeated in the message', async () => {
    for (const path of ['itemDetail', 'content']) {
      const { json } = await app.get(`/v1/goods/${path}?searchType=ItemId&query=9007199254740993`);
      assert.match(json.message, /9007199254740993/, path);
    }
  });

  test('200 characters of a search term are counted in the composed form', async () => {
    const query = encodeURIComponent('가'.repeat(200).normalize('NFD'));
    assert.equal((await app.get(`/v1/goods/itemList?query=${query}`)).json.errorCode, 'SEARCH_001');
    const longer = encodeURIComponent('가'.repeat(201).normalize('NFD'));
    assert.equal((await app.get(`/v1/goods/itemList?query=${longer}`)).json.errorCode, 'PARAM_003');
  });
});

test('from midnight on the 2nd until the tally, yesterday by its date is the list without a date', async (t) => {
  const { createTestApp } = await import('../support/test-app.ts');
  const { smallShop } = await import('../support/small-shop.ts');
  const app = await createTestApp(t, { now: '2026-12-01T12:00:00+09:00' });
  await app.feed(smallShop);
  await app.rank();
  app.clock.setWall(Date.parse('2026-12-02T00:10:00+09:00'));
  const url = '/v1/category/bestsellerMonthly?categoryId=001';
  const without = await app.get(url);
  assert.equal(without.status, 200);
  const named = await app.get(`${url}&date=2026-12-01`);
  assert.equal(named.headers['seoga-edition'], without.headers['seoga-edition']);
});
