import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../support/suite-app.ts';

describe('headers and messages that all endpoints share', () => {
  const app = suiteApp();
  const LIST = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31';

  // The black-box suite proves Seoga-Ignored and Link (test/acceptance/rows/targets-and-headers.ts).
  test('parameters that an endpoint does not know are named as they were sent, also in a refusal', async () => {
    const answer = await app.get(`${LIST}&%ED%95%9C=1`);
    assert.equal(answer.headers['seoga-ignored'], '%ED%95%9C');
    const refused = await app.get('/v1/category/bestsellerMonthly?categoryID=001');
    assert.deepEqual([refused.json.errorCode, refused.headers['seoga-ignored']], ['PARAM_001', 'categoryID']);
  });

  test('links to other pages keep the parameters; keys of other services are masked', async () => {
    const link = (page: number, rel: string) =>
      `<https://books.example${LIST}&ttbkey=***&pageSize=1&page=${page}>; rel="${rel}"`;
    const expected = [link(1, 'first'), link(1, 'prev'), link(3, 'next'), link(3, 'last')].join(', ');
    // The second answer comes from the cache.
    for (let times = 0; times < 2; times++) {
      const { headers } = await app.get(`${LIST}&ttbkey=abc&page=2&pageSize=1`);
      assert.equal(headers.link, expected);
    }
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
