import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { StoreUnavailableError } from '../../src/gate/store-unavailable-error.ts';
import { type NetworkApp, type Sent, suiteNetworkApp } from '../support/network-app.ts';

describe('the direct path', () => {
  let network: NetworkApp;
  suiteNetworkApp((made) => {
    network = made;
  });
  const ask = (sent: Sent) => network.ask(sent);

  test('random calls get the same status, headers and body as from Fastify', async () => {
    await fc.assert(
      fc.asyncProperty(callArbitrary, async ({ method, path, query, headers, hasKey }) => {
        const sent = {
          method,
          path: query === '' ? path : `${path}?${query}`,
          headers: { ...headers, ...(hasKey ? { 'x-api-key': network.app.key } : {}) },
        };
        assert.deepEqual(await ask(sent), await network.askFastify(sent));
      }),
      { numRuns: 150 },
    );
  });

  test('a call counts once, whether it is answered or fails on the way', async () => {
    const headers = { 'x-api-key': network.app.key };
    const used = async () => {
      const { body } = await ask({ method: 'GET', path: '/v1/usage', headers });
      return JSON.parse(String(body)).data.data.today.used as number;
    };
    const before = await used();
    for (const path of [ITEM, `${ITEM}&detail=X`, '/v1/category/bestseller?categoryId=zz', `${ITEM}&x=%`])
      await ask({ method: 'GET', path, headers });
    assert.equal((await used()) - before, 4);
  });

  test('503 UPSTREAM_UNAVAILABLE: a call that cannot be counted sends nothing else', async (t) => {
    t.mock.method(network.app.gate, 'settle', () =>
      Promise.reject(new StoreUnavailableError('the disk is full', null)),
    );
    const answer = await ask({ method: 'GET', path: ITEM, headers: { 'x-api-key': network.app.key } });
    assert.deepEqual(
      [answer.status, JSON.parse(String(answer.body)).errorCode],
      [503, 'UPSTREAM_UNAVAILABLE'],
    );
  });
});

const ITEM = '/v1/goods/itemDetail?searchType=ItemId&query=1001';

const pathArbitrary = fc.constantFrom(
  '/v1/goods/itemDetail',
  '/v1/goods/author',
  '/v1/goods/itemList',
  '/v1/goods/items',
  '/v1/category/bestsellerMonthly',
  '/v1/category/bestsellerRealtime',
  '/v1/category/bestsellerMonthly/export',
  '/v1/category/list',
  '/v1/category/list/export',
  '/v1/category/list/',
  '/v1/category/nothing',
  '/v1/goods/item%44etail',
  '/v1/openapi.json',
);

const pairArbitrary = fc.constantFrom(
  ...[
    'searchType=ItemId',
    'searchType=Isbn',
    'query=1001',
    'query=1002',
    'query=999999',
    'query=%EB%B3%84',
    'query=',
  ],
  ...[
    'categoryId=001',
    'categoryId=001001',
    'categoryId=zz',
    'page=2',
    'page=0',
    'pageSize=1',
    'pageSize=101',
  ],
  ...[
    'detail=Y',
    'detail=y',
    'date=2026-10-31',
    'date=2026-02-30',
    'format=csv',
    'sex=F',
    'page=1',
    'key=secret',
  ],
  ...['broken=%', 'unknown=1', 'a%3Fb=c', 'x=%22%5C', '', 'query=1001'],
);

const callArbitrary = fc.record({
  method: fc.constantFrom('GET' as const, 'GET' as const, 'HEAD' as const),
  path: pathArbitrary,
  query: fc.array(pairArbitrary, { maxLength: 5 }).map((pairs) => pairs.join('&')),
  headers: fc.record(
    {
      'accept-encoding': fc.constantFrom('gzip', 'br', 'gzip;q=0.5, br;q=0'),
      'if-none-match': fc.constantFrom('*', '"x"'),
      'accept-language': fc.constantFrom('ko', 'en'),
    },
    { requiredKeys: [] },
  ),
  hasKey: fc.boolean().map((isLeftOut) => !isLeftOut),
});
