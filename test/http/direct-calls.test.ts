import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { StoreUnavailableError } from '../../src/gate/store-unavailable-error.ts';
import { suiteApp } from '../support/suite-app.ts';
import type { TestApp } from '../support/test-app.ts';

describe('the direct path', () => {
  let app: TestApp;
  let port = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  suiteApp(
    async (made) => {
      app = made;
      await app.app.listen({ port: 0, host: '127.0.0.1' });
      const address = app.app.server.address();
      port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    },
    // At lower levels Fastify logs each request, so it gets all of them.
    { environment: { SEOGA_LOG_LEVEL: 'info' } },
  );
  after(() => agent.destroy());

  interface Sent {
    readonly method: 'GET' | 'HEAD';
    readonly path: string;
    readonly headers: Record<string, string>;
  }

  /** Past Fastify where that is possible. */
  const ask = ({ method, path, headers }: Sent) =>
    new Promise<ReturnType<typeof seen>>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', agent, method, path, headers }, (answer) =>
        buffer(answer).then((body) => resolve(seen(answer.statusCode ?? 0, answer.headers, body)), reject),
      );
      sent.on('error', reject).end();
    });

  /** Through Fastify, which is what `inject` does. */
  async function askFastify({ method, path, headers }: Sent) {
    const answer = await app.app.inject({ method, url: path, headers: { host: 'x', ...headers } });
    return seen(answer.statusCode, answer.headers, answer.rawPayload);
  }

  test('random calls get the same status, headers and body as from Fastify', async () => {
    await fc.assert(
      fc.asyncProperty(callArbitrary, async ({ method, path, query, headers, hasKey }) => {
        const sent = {
          method,
          path: query === '' ? path : `${path}?${query}`,
          headers: { ...headers, ...(hasKey ? { 'x-api-key': app.key } : {}) },
        };
        assert.deepEqual(await ask(sent), await askFastify(sent));
      }),
      { numRuns: 150 },
    );
  });

  test('a call counts once, whether it is answered or fails on the way', async () => {
    const headers = { 'x-api-key': app.key };
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
    t.mock.method(app.gate, 'settle', () =>
      Promise.reject(new StoreUnavailableError('the disk is full', null)),
    );
    const answer = await ask({ method: 'GET', path: ITEM, headers: { 'x-api-key': app.key } });
    assert.deepEqual(
      [answer.status, JSON.parse(String(answer.body)).errorCode],
      [503, 'UPSTREAM_UNAVAILABLE'],
    );
  });
});

const ITEM = '/v1/goods/itemDetail?searchType=ItemId&query=1001';

/** What a caller sees of an answer: without what belongs to the connection, and without counters. */
function seen(status: number, headers: object, body: Buffer) {
  const own = Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
      .map(([name, value]) => [name, String(value).replaceAll(/;r=\d+/g, '')]),
  );
  return { status, headers: own, body };
}

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
