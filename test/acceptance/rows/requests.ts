import assert from 'node:assert/strict';
import { connect } from 'node:net';
import {
  CATEGORIES,
  type Call,
  DAILY,
  DEAL,
  failed,
  ITEM_DETAIL,
  ITEM_LIST,
  ITEM_LISTS,
  ITEMS,
  itemIds,
  MONTHLY,
  NEW_PRODUCTS,
  OVERALL,
  type Rows,
  SUCCESSES,
  SUGGEST,
  succeeded,
  USAGE,
} from '../rows.ts';
import { NO_INTEGERS } from './integer-rows.ts';

/** How requests are read: docs/rules/interface.md#parameters. */
export function requestRows(rows: Rows): void {
  orderRows(rows);
  valueRows(rows);
  shapeRows(rows);
  protocolRows(rows);
}

/** Wrong parameters in the order in which an endpoint looks at them, each with its code and a right value. */
type Wrong = readonly [name: string, wrong: string, code: string, right: string];

function orderRows({ row }: Rows): void {
  // In form, so that what fails last is the data.
  const category: Wrong = ['categoryId', '', 'PARAM_001', 'unknown'];
  const paging: readonly Wrong[] = [
    ['page', 'x', 'PARAM_007 page', '1'],
    ['pageSize', 'x', 'PARAM_006', '20'],
    ['detail', 'x', 'PARAM_007 detail', 'N'],
  ];
  const lists: readonly [name: string, path: string, wrongs: readonly Wrong[]][] = [
    [
      'bestsellerMonthly',
      MONTHLY,
      [
        category,
        ['date', 'x', 'PARAM_002', '2026-01-01'],
        ['sex', 'x', 'PARAM_007 sex', 'A'],
        ['age', 'x', 'PARAM_007 age', '255'],
        ...paging,
      ],
    ],
    ['bestsellerDeal', DEAL, [category, ...paging]],
    [
      'bestseller',
      OVERALL,
      [category, ['sex', 'x', 'PARAM_007 sex', 'A'], ['age', 'x', 'PARAM_007 age', '255'], ...paging],
    ],
    ['bestsellerDaily', DAILY, [category, ['date', 'x', 'PARAM_002', '2026-01-01'], ...paging]],
    ['newproduct', NEW_PRODUCTS, [category, ['sort', 'x', 'PARAM_005', 'New'], ...paging]],
    [
      'itemDetail',
      ITEM_DETAIL,
      [
        ['searchType', 'x', 'PARAM_004 searchType', 'ItemId'],
        ['query', 'x', 'PARAM_004 query', '999'],
        ['detail', 'x', 'PARAM_007 detail', 'N'],
      ],
    ],
    [
      'itemList',
      ITEM_LIST,
      [
        ['query', '', 'PARAM_003', '존재하지않는낱말'],
        ['category', 'x', 'PARAM_008', 'ALL'],
        ['sort', 'x', 'PARAM_005', 'DEFAULT'],
        ...paging,
        ['target', 'x', 'PARAM_007 target', 'all'],
        ['inStock', 'x', 'PARAM_007 inStock', 'N'],
        ['publishedFrom', 'x', 'PARAM_007 publishedFrom', '2020-01-01'],
        ['publishedTo', 'x', 'PARAM_007 publishedTo', '2020-01-01'],
        ['priceFrom', 'x', 'PARAM_007 priceFrom', '0'],
        ['priceTo', 'x', 'PARAM_007 priceTo', '0'],
        ['correct', 'x', 'PARAM_007 correct', 'Y'],
      ],
    ],
  ];
  for (const [name, path, wrongs] of lists) {
    row(
      `order of checks: key, then the parameters of ${name} one after the other, then data`,
      async ({ client }) => {
        const parameters = Object.fromEntries(wrongs.map(([parameter, wrong]) => [parameter, wrong]));
        failed(await client.call(path, parameters, { key: 'x' }), 401, 'AUTH_002');
        for (const [parameter, , expected, right] of wrongs) {
          const [code = '', named = ''] = expected.split(' ');
          assert.match(failed(await client.call(path, parameters), 400, code), new RegExp(`\\b${named}`));
          parameters[parameter] = right;
        }
        assert.equal((await client.call(path, parameters)).status, 404);
      },
    );
  }
}

function valueRows({ row }: Rows): void {
  const monthly = { path: MONTHLY, parameters: { categoryId: '001001' } };
  const search = { path: ITEM_LIST, parameters: { query: '서가문고' } };
  const product = { path: ITEM_DETAIL, parameters: { searchType: 'ItemId', query: 1001 } };

  const refusals: readonly [
    name: string,
    calls: readonly Call[],
    wrongs: readonly string[],
    allowed: readonly string[],
  ][] = [
    ['page', [monthly, search], ['0', '1000001', '99999999999999999999', ...NO_INTEGERS], ['1', '1000000']],
    ['sex', [monthly], ['', 'a', 'm', 'X', 'MF', 'ALL'], ['A', 'M', 'F']],
    [
      'age',
      [monthly],
      ['', '0', '15', '70', '254', '020', '20.0', '+20'],
      ['255', '10', '20', '30', '40', '50', '60'],
    ],
    ['detail', [monthly, search, product], ['', 'y', 'n', 'YES', 'true', '1'], ['Y', 'N']],
  ];
  for (const [name, calls, wrongs, allowed] of refusals) {
    row(
      `400 PARAM_007: ${name}, with the parameter, the value and the values allowed in the message`,
      async ({ client }) => {
        for (const { path, parameters } of calls) {
          for (const wrong of wrongs) {
            const message = failed(
              await client.call(path, { ...parameters, [name]: wrong }),
              400,
              'PARAM_007',
            );
            assert.ok(message.includes(name) && message.includes(wrong), message);
            for (const value of allowed)
              assert.match(message.replaceAll(',', ' '), new RegExp(`\\b${value}\\b`));
          }
        }
      },
    );
  }

  row('400 PARAM_002: a date in the right form that does not exist', async ({ client }) => {
    for (const date of ['2026-02-30', '2026-13-01', '2026-00-10', '2026-01-00', '2025-02-29', '1900-02-29']) {
      failed(await client.call(MONTHLY, { categoryId: '001', date }), 400, 'PARAM_002');
    }
  });
}

function shapeRows({ row }: Rows): void {
  row('duplicates: a parameter given twice is invalid, with its own code', async ({ client }) => {
    const cases: readonly [path: string, query: string, code: string][] = [
      [MONTHLY, 'categoryId=001&categoryId=001', 'PARAM_001'],
      [MONTHLY, 'categoryId=001&date=2026-01-01&date=2026-01-01', 'PARAM_002'],
      [MONTHLY, 'categoryId=001&sex=A&sex=A', 'PARAM_007'],
      [MONTHLY, 'categoryId=001&age=10&age=10', 'PARAM_007'],
      [MONTHLY, 'categoryId=001&page=1&page=1', 'PARAM_007'],
      [MONTHLY, 'categoryId=001&pageSize=1&pageSize=1', 'PARAM_006'],
      [MONTHLY, 'categoryId=001&detail=N&detail=N', 'PARAM_007'],
      [ITEM_DETAIL, 'searchType=ItemId&searchType=ItemId&query=1001', 'PARAM_004'],
      [ITEM_DETAIL, 'searchType=ItemId&query=1001&query=1001', 'PARAM_004'],
      [ITEM_LIST, 'query=a&query=a', 'PARAM_003'],
      [ITEM_LIST, 'query=a&category=ALL&category=ALL', 'PARAM_008'],
      [ITEM_LIST, 'query=a&sort=RECENT&sort=RECENT', 'PARAM_005'],
      [ITEM_LIST, 'query=a&target=all&target=all', 'PARAM_007'],
      [ITEM_LIST, 'query=a&priceFrom=1&priceFrom=1', 'PARAM_007'],
      [ITEM_LIST, 'query=a&publishedTo=2020-01-01&publishedTo=2020-01-01', 'PARAM_007'],
      [ITEMS, 'searchType=ItemId&query=1001&query=1002', 'PARAM_004'],
      [SUGGEST, 'query=a&query=a', 'PARAM_003'],
      [USAGE, 'days=1&days=1', 'PARAM_007'],
    ];
    for (const [path, query, code] of cases) failed(await client.call(path, query), 400, code);
  });

  row('names: unknown parameters are ignored, names and values are spelled exactly', async ({ client }) => {
    const answer = await client.call(
      MONTHLY,
      'categoryId=001001&PAGE=x&pagesize=0&Detail=Y&__proto__=1&page[]=2&=3&&',
    );
    assert.deepEqual(itemIds(succeeded(answer)), [1001, 1004, 1002, 1008]);
    failed(await client.call(ITEM_DETAIL, { SearchType: 'ItemId', query: 1001 }), 400, 'PARAM_004');
    failed(await client.call(ITEM_DETAIL, { searchType: 'itemid', query: 1001 }), 400, 'PARAM_004');
  });

  row('HEAD: status and headers of GET without a body', async ({ client }) => {
    for (const { path, parameters } of [...SUCCESSES, { path: MONTHLY, parameters: {} }]) {
      const get = await client.call(path, parameters);
      const head = await client.call(path, parameters, { method: 'HEAD' });
      assert.deepEqual([head.status, head.bytes.length], [get.status, 0]);
      for (const name of ['content-type', 'content-length', 'etag', 'vary']) {
        assert.equal(head.headers[name], get.headers[name], `${path} ${name}`);
      }
      // What is left of a list's time counts down from one call to the next.
      for (const { headers } of [get, head]) {
        assert.match(
          headers['cache-control'] ?? '',
          get.status === 200 ? /^private, max-age=\d+$/ : /^no-store$/,
        );
      }
    }
  });
}

function protocolRows({ row }: Rows): void {
  row('404 COMMON_404: unknown paths, with and without a key', async ({ client }) => {
    const paths = [
      '/v1',
      '/v1/category/bestsellermonthly',
      '/v1/category/list/',
      '/v1//category/list',
      '/v2/category/list',
    ];
    for (const path of paths) {
      failed(await client.call(path), 404, 'COMMON_404');
      failed(await client.call(path, {}, { key: null }), 404, 'COMMON_404');
    }
  });

  row('405 COMMON_405: other methods than GET and HEAD, with Allow', async ({ client }) => {
    for (const { path } of ITEM_LISTS) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await client.call(path, {}, { method });
        failed(answer, 405, 'COMMON_405');
        assert.equal(answer.headers.allow, 'GET, HEAD');
      }
    }
  });

  row('400 COMMON_400: malformed addresses and malformed HTTP, in the envelope', async ({ client }) => {
    for (const query of ['a=%zz', 'a=%', 'categoryId=%ff', '%c0%af=1']) {
      failed(await client.call(CATEGORIES, query), 400, 'COMMON_400');
    }
    const head = `Host: ${new URL(client.baseUrl).host}\r\nConnection: close\r\n`;
    for (const bytes of [
      'nonsense\r\n\r\n',
      `GET /v1/%zz HTTP/1.1\r\n${head}\r\n`,
      `GET ${CATEGORIES} HTTP/1.1\r\nConnection: close\r\n\r\n`,
      `GET ${CATEGORIES} HTTP/1.1\r\n${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ]) {
      assert.deepEqual(await exchange(client.baseUrl, bytes), { status: 400, errorCode: 'COMMON_400' });
    }
  });

  row('431 COMMON_431: headers too large, in the envelope', async ({ client }) => {
    failed(
      await client.call(CATEGORIES, {}, { headers: { 'X-Filler': 'x'.repeat(40_000) } }),
      431,
      'COMMON_431',
    );
  });
}

/** Sends bytes as they are over a connection of their own. */
async function exchange(baseUrl: string, bytes: string): Promise<{ status: number; errorCode: string }> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port || 80), hostname)
    .setEncoding('utf8')
    .setTimeout(120_000);
  socket.on('timeout', () => socket.destroy(new Error('no answer')));
  socket.write(bytes, 'latin1');
  let text = '';
  for await (const chunk of socket) text += chunk;
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const envelope: unknown = JSON.parse(body);
  const isEnvelope = typeof envelope === 'object' && envelope !== null && 'errorCode' in envelope;
  return { status: Number(head.split(' ')[1]), errorCode: isEnvelope ? String(envelope.errorCode) : '' };
}
