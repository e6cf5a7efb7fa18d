import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { book } from '../../support/small-shop.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { createTestApp } from '../../support/test-app.ts';

describe('items', () => {
  const app = suiteApp();
  const ask = (query: string) => app.get(`/v1/goods/items?${query}`);

  // The black-box suite proves a hundred at once, and the order asked (test/acceptance/rows/search-parameters.ts).
  test('200: a number that no product can have', async () => {
    const huge = (await ask(`searchType=ItemId&query=${'9'.repeat(40)}`)).json.data.data;
    assert.deepEqual(huge, [{ query: '9'.repeat(40), result: 'notFound', item: null }]);
  });

  const messages: [query: string, message: RegExp][] = [
    ['', /^query is missing.*100/],
    [`searchType=ItemId&query=${Array(101).fill(1001)}`, /^query is 101; allowed:.*1 to 100/],
    ['searchType=ItemId&query=1001&query=1002', /^query is sent more than once/],
    ['searchType=ItemId&query=1001,,1002', /^query is empty/],
    ['searchType=ItemId&query=1001,%201002', /^query is " 1002"/],
    [`query=${'%E2%82%AC'.repeat(60)}`, /^query is "€{60}"/],
    [`query=${'%E2%82%AC'.repeat(61)}`, /^query is not one of these/],
    ['query=9791199900011,8936434594', /9788936434595/],
    ['searchType=x&query=x&detail=x', /^searchType/],
  ];
  for (const [query, message] of messages) {
    test(`400 PARAM_004 names what is wrong: ?${query.slice(0, 60)}`, async () => {
      const { json } = await ask(query);
      assert.equal(json.errorCode, 'PARAM_004');
      assert.match(json.message, message);
    });
  }
});

test('400: a response of more than 8 MB is refused with the number that was asked for, and fewer are answered', async (t) => {
  const app = await createTestApp(t);
  const text = '가'.repeat(100_000);
  const contentDetail = { bookIntroduction: text, bookSummary: text, tableOfContents: text };
  const ids = Array.from({ length: 10 }, (_, at) => at + 1);
  await app.feed(ids.map((itemId) => book(itemId, '긴 책', { contentDetail })));
  const items = (count: number) => app.get(`/v1/goods/items?searchType=ItemId&query=${ids.slice(0, count)}`);
  const list = (pageSize: number) => app.get(`/v1/goods/itemList?query=%EA%B8%B4&pageSize=${pageSize}`);
  const outcomes = [await items(10), await list(10), await items(9), await list(9)];
  assert.deepEqual(
    outcomes.map(({ status, json }) => [status, json.errorCode]),
    [
      [400, 'PARAM_004'],
      [400, 'PARAM_006'],
      [200, null],
      [200, null],
    ],
  );
  assert.match(outcomes[1]?.json.message ?? '', /pageSize.*10.*8 MB/);
});
