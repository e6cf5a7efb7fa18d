import assert from 'node:assert/strict';
import { type Answer, send } from '../../support/answer.ts';
import {
  CATEGORIES,
  FAILURES,
  FILES,
  failed,
  ITEM_DETAIL,
  ITEM_LIST,
  ITEM_LISTS,
  itemIds,
  MONTHLY,
  type Rows,
  SUCCESSES,
  succeeded,
} from '../rows.ts';

/** Envelope and meta: docs/api.md#envelope. */
export function envelopeRows({ test }: Rows): void {
  test('meta: apiTitle, apiLink, logoUrl, pubDate, query, version 1.0, in order', async ({ client }) => {
    const titles = new Set<string>();
    for (const { path, parameters } of SUCCESSES) {
      const { message, errorCode, data } = succeeded(await client.call(path, parameters));
      assert.deepEqual([message, errorCode], ['OK', null]);
      const { meta } = data;
      assert.deepEqual(Object.keys(meta), ['apiTitle', 'apiLink', 'logoUrl', 'pubDate', 'query', 'version']);
      assert.ok(meta.apiLink?.startsWith(client.baseUrl + path));
      assert.match(meta.apiTitle ?? '', /\S/);
      titles.add(meta.apiTitle ?? '');
      assert.equal(meta.version, '1.0');
      assert.match(meta.pubDate ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+09:00$/);
    }
    assert.equal(titles.size, SUCCESSES.length);
  });

  test('meta apiLink and query: as sent, with "?", empty without parameters', async ({ client }) => {
    const hangul = encodeURIComponent('음');
    for (const [path, query] of [
      [ITEM_DETAIL, `?searchType=ItemId&query=1001&extra=${hangul}`],
      [ITEM_LIST, `?query=%EB%aa%A8${hangul}&pageSize=1&&x=+a%20b`],
      [CATEGORIES, ''],
    ] as const) {
      const { meta } = succeeded(await client.call(path, query.slice(1))).data;
      assert.deepEqual([meta.apiLink, meta.query], [client.baseUrl + path + query, query]);
    }
  });
}

/** How answers are made: docs/api.md. Compression, and when a tag changes: test/v1/answers.test.ts. */
export function answerRows({ test }: Rows): void {
  test('meta: addresses never come from Host or X-Forwarded headers', async ({ client }) => {
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'ftp',
      Forwarded: 'host=evil.example',
    };
    const answer = await client.call(ITEM_DETAIL, { searchType: 'ItemId', query: 1009 }, { headers });
    assert.ok(succeeded(answer).data.meta.apiLink?.startsWith(`${client.baseUrl}/v1/`));
    assert.doesNotMatch(answer.text, /evil|ftp:/);
  });

  test('caching: private, for at most 300 s, different by key and encoding', async ({ client }) => {
    for (const { path, parameters } of [...SUCCESSES, ...FILES]) {
      const { headers } = await client.call(path, parameters);
      const maxAge = Number(/^private, max-age=(\d+)$/.exec(headers['cache-control'] ?? '')?.[1]);
      assert.ok(maxAge >= 1 && maxAge <= 300, path);
      const vary = String(headers.vary).toLowerCase().split(/, */);
      for (const name of ['accept-encoding', 'x-api-key']) assert.ok(vary.includes(name), path);
    }
    const failure = await client.call(MONTHLY);
    assert.equal(failure.headers['cache-control'], 'no-store');
  });

  test('304: the ETag of the same data, weak for JSON, alone, in a list, or *', async ({ client }) => {
    for (const { path, parameters } of [...SUCCESSES, ...FILES]) {
      const etag = (await client.call(path, parameters)).headers.etag ?? '';
      const isFile = path.endsWith('/export');
      assert.match(etag, isFile ? /^"[^"]+"$/ : /^W\/"[^"]+"$/);
      const otherKind = isFile ? `W/${etag}` : etag.slice(2);
      for (const header of [etag, otherKind, `"other", ${etag}`, '*']) {
        const answer = await client.call(path, parameters, { headers: { 'If-None-Match': header } });
        assert.deepEqual([answer.status, answer.bytes.length, answer.headers.etag], [304, 0, etag], path);
      }
      const other = await client.call(path, parameters, { headers: { 'If-None-Match': '"other"' } });
      assert.equal(other.status, 200);
    }
  });

  test('language: messages are English, and Korean when the caller prefers it', async ({ client }) => {
    const english = failed(await client.call(MONTHLY), 400, 'PARAM_001');
    const korean = failed(
      await client.call(MONTHLY, {}, { headers: { 'Accept-Language': 'ko-KR,ko;q=0.9,en;q=0.8' } }),
      400,
      'PARAM_001',
    );
    assert.doesNotMatch(english, /\p{scx=Hang}/u);
    assert.match(korean, /\p{scx=Hang}/u);
  });
}

/**
 * How requests are read: docs/api.md#parameters. Refusals of wrong values are in endpoints.ts, other targets in
 * test/http/protocol.test.ts, ignored parameters and links to pages in test/v1/answers.test.ts.
 */
export function requestRows({ test }: Rows): void {
  test('names: unknown parameters are ignored, names and values are spelled exactly', async ({ client }) => {
    const answer = await client.call(
      MONTHLY,
      'categoryId=001001&PAGE=x&pagesize=0&Detail=Y&__proto__=1&page[]=2&=3&&',
    );
    assert.deepEqual(itemIds(succeeded(answer)), [1001, 1004, 1002, 1008]);
    failed(await client.call(ITEM_DETAIL, { SearchType: 'ItemId', query: 1001 }), 400, 'PARAM_004');
    failed(await client.call(ITEM_DETAIL, { searchType: 'itemid', query: 1001 }), 400, 'PARAM_004');
  });

  test('HEAD: status and headers of GET without a body', async ({ client }) => {
    for (const { path, parameters } of [...SUCCESSES, ...FILES, { path: MONTHLY, parameters: {} }]) {
      const get = await client.call(path, parameters);
      const head = await client.call(path, parameters, { method: 'HEAD' });
      assert.deepEqual([head.status, head.bytes.length], [get.status, 0]);
      // What is left of a list's time counts down from one call to the next.
      const headerOf = ({ headers }: Answer, name: string) =>
        String(headers[name]).replace(/max-age=\d+/, 'max-age');
      for (const name of ['content-type', 'content-length', 'etag', 'vary', 'cache-control'])
        assert.equal(headerOf(head, name), headerOf(get, name), `${path} ${name}`);
    }
  });
}

/** Refusals that have nothing to do with an endpoint's parameters. */
export function protocolRows({ test }: Rows): void {
  test('404 COMMON_404: unknown paths, with and without a key', async ({ client }) => {
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

  test('405 COMMON_405: other methods than GET and HEAD, with Allow', async ({ client }) => {
    for (const { path } of ITEM_LISTS) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await client.call(path, {}, { method });
        failed(answer, 405, 'COMMON_405');
        assert.equal(answer.headers.allow, 'GET, HEAD');
      }
    }
  });

  test('400 COMMON_400: a malformed query, after the key, before parameters', async ({ client }) => {
    failed(await client.call(MONTHLY, 'a=%zz', { key: null }), 401, 'AUTH_001');
    failed(await client.call(MONTHLY, 'a=%zz', { key: 'x' }), 401, 'AUTH_002');
    const answer = await client.call(MONTHLY, 'a=%zz');
    failed(answer, 400, 'COMMON_400');
    assert.match(String(answer.headers.ratelimit), /"daily"/, 'it counts like any call after the key');
  });

  test('Link: every failure leads to the page about its code', async ({ client }) => {
    for (const { path, parameters, code } of FAILURES) {
      const help = `${client.baseUrl}/docs/errors/${code}`;
      assert.equal((await client.call(path, parameters)).headers.link, `<${help}>; rel="help"`);
      const page = await send(help);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(code));
    }
  });
}
