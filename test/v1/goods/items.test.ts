import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';
import type { TestApp } from '../../support/test-app.ts';

const PATH = '/v1/goods/items';

interface Result {
  readonly query: string;
  readonly result: string;
  readonly item: Readonly<Record<string, unknown>> | null;
}

describe('items', () => {
  let app: TestApp;
  suiteApp((made) => {
    app = made;
  });
  const ask = async (query: string) => {
    const answer = await app.get(`${PATH}?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.data.data as readonly Result[];
  };
  const outcomes = (results: readonly Result[]) =>
    results.map(({ query, result, item }) => [query, result, item?.itemId]);

  test('200: each number has its own result, in the order asked', async () => {
    assert.deepEqual(outcomes(await ask('searchType=ItemId&query=1003,999,1005,1001')), [
      ['1003', 'found', 1003],
      ['999', 'notFound', undefined],
      ['1005', 'withheld', undefined],
      ['1001', 'found', 1001],
    ]);
    assert.deepEqual(outcomes(await ask('query=978-89-364-3459-5,9791199900042,9791199900998')), [
      ['978-89-364-3459-5', 'found', 1001],
      ['9791199900042', 'withheld', undefined],
      ['9791199900998', 'notFound', undefined],
    ]);
  });

  test("200: a number given twice is answered twice, and finding none isn't a failure", async () => {
    assert.deepEqual(outcomes(await ask('searchType=ItemId&query=1002,1002')), [
      ['1002', 'found', 1002],
      ['1002', 'found', 1002],
    ]);
    assert.deepEqual(outcomes(await ask(`searchType=ItemId&query=${'9'.repeat(40)}`)), [
      ['9'.repeat(40), 'notFound', undefined],
    ]);
  });

  test('200: items are as on itemDetail, but for their place', async () => {
    for (const detail of ['N', 'Y']) {
      const single = await app.get(`/v1/goods/itemDetail?searchType=ItemId&query=1001&detail=${detail}`);
      const [, second] = await ask(`searchType=ItemId&query=1002,1001&detail=${detail}`);
      assert.deepEqual(second?.item, { ...single.json.data.items[0], sortOrder: 2 });
    }
  });

  test('200: add-on links of an enrolled account', async () => {
    await app.accounts.updateAccount(app.accountId, { addOnEnrolled: true });
    const [first] = await ask('searchType=ItemId&query=1001');
    assert.match(String(first?.item?.addOnLink), /^https:\/\/books\.example\/a\/\w{16}\/goods\/1001$/);
    await app.accounts.updateAccount(app.accountId, { addOnEnrolled: false });
  });

  test('200: one hundred numbers', async () => {
    const numbers = Array.from({ length: 100 }, (_, n) => 1001 + n);
    const results = await ask(`searchType=ItemId&query=${numbers.join(',')}`);
    assert.deepEqual(
      results.map(({ query }) => Number(query)),
      numbers,
    );
    assert.equal(results.filter(({ result }) => result === 'found').length, 4);
  });

  const failures: [query: string, code: string, message: RegExp][] = [
    ['', 'PARAM_004', /^query is absent.*100/],
    ['query=', 'PARAM_004', /^query is empty/],
    [
      `searchType=ItemId&query=${Array(101).fill(1001).join(',')}`,
      'PARAM_004',
      /^query is 101; allowed:.*1 to 100/,
    ],
    ['searchType=ItemId&query=1001&query=1002', 'PARAM_004', /^query is repeated/],
    ['searchType=ItemId&query=1001,,1002', 'PARAM_004', /^query is empty/],
    ['searchType=ItemId&query=1001,', 'PARAM_004', /^query is empty/],
    ['searchType=ItemId&query=1001,x1', 'PARAM_004', /^query is "x1"/],
    ['searchType=ItemId&query=1001,%201002', 'PARAM_004', /^query is " 1002"/],
    ['searchType=ItemId&query=0', 'PARAM_004', /^query is "0"/],
    [`query=${'%E2%82%AC'.repeat(60)}`, 'PARAM_004', /^query is "€{60}"/],
    [`query=${'%E2%82%AC'.repeat(61)}`, 'PARAM_004', /^query is not one of these/],
    ['query=9791199900011,8936434594', 'PARAM_004', /9788936434595/],
    ['searchType=itemId&query=1001', 'PARAM_004', /^searchType/],
    ['searchType=x&query=x&detail=x', 'PARAM_004', /^searchType/],
    ['searchType=ItemId&query=1001&detail=x', 'PARAM_007', /^detail/],
  ];
  for (const [query, code, message] of failures) {
    test(`400 ${code}: ?${query.slice(0, 60)}`, async () => {
      const answer = await app.get(`${PATH}?${query}`);
      assert.deepEqual([answer.status, answer.json.errorCode], [400, code]);
      assert.match(answer.json.message, message);
    });
  }
});
