import assert from 'node:assert/strict';
import { send } from '../../support/answer.ts';
import {
  FAILURES,
  FILES,
  failed,
  ITEM_DETAIL,
  ITEM_LISTS,
  itemIds,
  MONTHLY,
  type Rows,
  SUCCESSES,
  succeeded,
} from '../rows.ts';

/**
 * How requests are read: docs/api.md#parameters. Refusals of wrong values are in endpoints.ts, other targets in
 * test/http/protocol.test.ts, ignored parameters and links to pages in test/v1/answers.test.ts.
 */
export function requestRows(rows: Rows): void {
  shapeRows(rows);
  protocolRows(rows);
}

function shapeRows({ row }: Rows): void {
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
    for (const { path, parameters } of [...SUCCESSES, ...FILES, { path: MONTHLY, parameters: {} }]) {
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

  row(
    '400 COMMON_400: the form of the query, after the key and before the parameters',
    async ({ client }) => {
      failed(await client.call(MONTHLY, 'a=%zz', { key: null }), 401, 'AUTH_001');
      failed(await client.call(MONTHLY, 'a=%zz', { key: 'x' }), 401, 'AUTH_002');
      const answer = await client.call(MONTHLY, 'a=%zz');
      failed(answer, 400, 'COMMON_400');
      assert.match(String(answer.headers.ratelimit), /"daily"/, 'it counts like any call after the key');
    },
  );

  row('Link: every failure leads to the page about its code', async ({ client }) => {
    for (const { path, parameters, code } of FAILURES) {
      const help = `${client.baseUrl}/docs/errors/${code}`;
      assert.equal((await client.call(path, parameters)).headers.link, `<${help}>; rel="help"`);
      const page = await send(help);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(code));
    }
  });
}
