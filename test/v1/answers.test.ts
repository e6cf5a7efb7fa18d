import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readRows } from '../export/workbook-reader.ts';
import { book } from '../support/small-shop.ts';
import { suiteApp } from '../support/suite-app.ts';
import { createTestApp } from '../support/test-app.ts';

// What every endpoint answers, from outside: test/acceptance. Here is what needs a clock, a second feed, or the exact bytes.

const LIST = '/v1/category/bestsellerMonthly?categoryId=001';
const OCTOBER = `${LIST}&date=2026-10-31`;
const CATEGORIES = '/v1/category/list';
const DOCUMENT = '/v1/openapi.json';
const ITEM = '/v1/goods/itemDetail?searchType=ItemId&query=1001&detail=Y';

describe('answers of the small shop', () => {
  const app = suiteApp();
  const raw = (url: string, headers: Record<string, string> = {}) =>
    app.app.inject({ url, headers: { 'x-api-key': app.key, ...headers } });

  test('gzip where it is accepted, never brotli, under the same tag, also of the OpenAPI document', async () => {
    for (const url of [LIST, DOCUMENT]) {
      const plain = await raw(url);
      for (const [accepted, encoding] of [
        ['gzip, br', 'gzip'],
        ['*', 'gzip'],
        ['br', undefined],
        ['identity', undefined],
        ['deflate', undefined],
      ] as const) {
        const { headers, rawPayload } = await raw(url, { 'accept-encoding': accepted });
        assert.deepEqual(
          [headers['content-encoding'], headers.etag],
          [encoding, plain.headers.etag],
          accepted,
        );
        if (encoding !== undefined && url === DOCUMENT)
          assert.equal(String(gunzipSync(rawPayload)), plain.payload);
        assert.match(String(headers.vary), url === LIST ? /^Accept-Encoding, X-Api-Key$/ : /Accept-Encoding/);
      }
    }
  });

  test('the OpenAPI document: without a key, for pages of any site, 304 to whoever has it', async () => {
    const { statusCode, headers } = await app.app.inject({ url: DOCUMENT });
    assert.deepEqual([statusCode, headers['access-control-allow-origin']], [200, '*']);
    const again = await app.app.inject({ url: DOCUMENT, headers: { 'if-none-match': String(headers.etag) } });
    assert.deepEqual([again.statusCode, again.payload], [304, '']);
  });

  test('unknown parameters are named as they were sent, also in a refusal', async () => {
    const answer = await app.get(`${LIST}&%ED%95%9C=1`);
    assert.equal(answer.headers['seoga-ignored'], '%ED%95%9C');
    const refused = await app.get(LIST.replace('categoryId', 'categoryID'));
    assert.deepEqual([refused.json.errorCode, refused.headers['seoga-ignored']], ['PARAM_001', 'categoryID']);
    const masked = await app.get(`${LIST}&seoga_live_g5e2BPwMXekaOF1jmxd0=1`);
    assert.equal(masked.headers['seoga-ignored'], '***');
  });

  test('links to other pages keep the parameters; keys of other services are masked', async () => {
    const link = (page: number, rel: string) =>
      `<https://books.example${OCTOBER}&ttbkey=***&pageSize=1&page=${page}>; rel="${rel}"`;
    for (const [page, links] of [
      [1, [link(1, 'first'), link(2, 'next'), link(3, 'last')]],
      [2, [link(1, 'first'), link(1, 'prev'), link(3, 'next'), link(3, 'last')]],
      [3, [link(1, 'first'), link(2, 'prev'), link(3, 'last')]],
    ] as const) {
      // The second answer comes from the cache.
      for (let times = 0; times < 2; times++) {
        const { headers } = await app.get(`${OCTOBER}&ttbkey=abc&page=${page}&pageSize=1`);
        assert.equal(headers.link, links.join(', '));
      }
    }
  });

  test('a path may be percent-encoded; a last slash too many is named; a query in a wrong form: 404 on an unknown path, 400 on a page', async () => {
    for (const [url, status, said] of [
      [`${CATEGORIES}/?a=1`, 404, /Remove the trailing slash: \/v1\/category\/list$/],
      ['/v1/nothing/', 404, /^(?!.*slash)/],
      ['/v1/nothing?a=%zz', 404, /./],
      ['/goods/1?a=%zz', 400, /./],
      [ITEM.replace('item', '%69tem'), 200, /^OK$/],
    ] as const) {
      const { statusCode, payload } = await raw(url);
      assert.equal(statusCode, status, url);
      if (url.startsWith('/v1')) assert.match(JSON.parse(payload).message, said);
    }
  });

  test('401 says how to send a key, and nothing about limits; no answer lets itself be framed or guessed at', async () => {
    for (const headers of [{}, { 'x-api-key': 'nonsense' }]) {
      const response = await app.app.inject({ url: `${CATEGORIES}?pageSize=0`, headers });
      assert.equal(response.headers.ratelimit, undefined);
      assert.match(String(response.headers.vary), /X-Api-Key/);
      assert.equal(response.headers['www-authenticate'], 'ApiKey header="X-Api-Key"');
    }
    for (const url of [CATEGORIES, '/v1/nothing']) {
      const { headers } = await app.get(url);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
      assert.equal(headers['x-frame-options'], 'DENY');
      for (const name of ['access-control-allow-origin', 'server', 'x-powered-by'])
        assert.equal(headers[name], undefined, name);
    }
  });

  test('no log line or metric holds a key', async () => {
    await app.get(`${CATEGORIES}?token=${app.key}`);
    await app.app.inject({ url: `/nothing/${app.key}` });
    await app.app.inject({ url: CATEGORIES, headers: { 'x-api-key': app.key, authorization: app.key } });
    const logs = app.logText();
    assert.ok(logs.split('\n').length > 3, 'the log was written');
    assert.equal(logs.includes(app.key), false);
    assert.equal((await app.metrics.text()).includes(app.key.slice(12, 40)), false);
  });

  test('history: months without a rank are left out, none of what never sold, none above an unknown category', async () => {
    await app.feed([book(1, '책', { categoryIds: ['009'] })]);
    const october = [{ month: '2026-10', rank: 3 }];
    for (const [itemId, categoryId, rootCategoryId, ranks] of [
      [1003, '001001', '001', october],
      [3001, '003', '003', []],
      [1, '009', '009', []],
    ] as const) {
      const { data } = (await app.get(`/v1/goods/history?searchType=ItemId&query=${itemId}`)).json.data;
      assert.deepEqual(data, { itemId, categoryId, ranks, rootCategoryId, rootRanks: ranks });
    }
  });

  test('400 PARAM_004: items names what is wrong; a number that no product can have is not found', async () => {
    for (const [query, said] of [
      [`searchType=ItemId&query=${Array(101).fill(1001)}`, '101'],
      ['searchType=ItemId&query=1001,,1002', 'query'],
      ['searchType=ItemId&query=1001,%201002', '" 1002"'],
      [`query=${'%E2%82%AC'.repeat(60)}`, `"${'€'.repeat(60)}"`],
      [`query=${'%E2%82%AC'.repeat(61)}`, `"${'€'.repeat(60)}…"`],
      ['query=9791199900011,8936434594', '9788936434595'],
      ['searchType=x&query=x&detail=x', 'searchType'],
    ] as const) {
      const { json } = await app.get(`/v1/goods/items?${query}`);
      assert.equal(json.errorCode, 'PARAM_004', query);
      assert.ok(json.message.includes(said), json.message);
    }
    const query = '9'.repeat(40);
    const { data } = (await app.get(`/v1/goods/items?searchType=ItemId&query=${query}`)).json.data;
    assert.deepEqual(data, [{ query, result: 'notFound', item: null }]);
  });

  test('addOnLink stands on every endpoint while the account is enrolled', async () => {
    const read = async () => (await app.get(ITEM)).json.data.items[0] ?? {};
    await app.accounts.updateAccount(app.accountId, { addOnEnrolled: true });
    const { userKey } = (await app.accounts.findAccount(app.accountId)) ?? {};
    const link = `https://books.example/a/${userKey}/goods/1001`;
    assert.equal((await read()).addOnLink, link);
    const several = await app.get('/v1/goods/items?searchType=ItemId&query=1001');
    assert.ok(several.text.includes(`"addOnLink":"${link}"`));
    await app.accounts.updateAccount(app.accountId, { addOnEnrolled: false });
    assert.equal((await read()).addOnLink, '');
  });

  test('no link to an e-book, and no number of it, while it is withheld', async () => {
    const read = async () => (await app.get(ITEM)).json.data.items[0] ?? {};
    assert.equal((await read()).ebookId, 3001);
    await app.feed([{ kind: 'patch', itemId: 3001, withheld: true }]);
    const { eBookLink, ebookId } = await read();
    assert.deepEqual([eBookLink, ebookId], [null, null]);
  });

  test('files: another form, page or month has another tag; a workbook is not compressed again', async () => {
    const path = '/v1/category/bestsellerMonthly/export?categoryId=001001';
    const forms = ['', '&format=csv', '&header=N', '&page=2&pageSize=1', '&date=2026-10-01', '&sex=F'];
    const tags = await Promise.all(forms.map(async (form) => (await raw(path + form)).headers.etag));
    assert.equal(new Set(tags).size, forms.length);
    app.clock.advance(1000);
    assert.equal((await raw(path)).headers.etag, tags[0]);
    const { headers, rawPayload } = await raw(path, { 'accept-encoding': 'br, gzip' });
    assert.deepEqual([headers['content-encoding'], readRows(rawPayload).length], [undefined, 4]);
  });

  test('the tag stays while time passes; kept by the caller alone, no longer than to the next tally', async () => {
    const { etag } = (await raw(LIST)).headers;
    app.clock.advance(60_000);
    const { statusCode, headers } = await raw(LIST, { 'if-none-match': String(etag) });
    assert.equal(statusCode, 304);
    assert.ok(headers.ratelimit);
    assert.equal((await raw(LIST)).headers['cache-control'], 'private, max-age=300');
    app.clock.setWall(Date.parse('2026-11-22T00:28:20+09:00'));
    assert.equal((await raw(LIST)).headers['cache-control'], 'private, max-age=100');
  });

  test('the category file: a changed name shows in the next, and the day in its name is that of the answer', async () => {
    const url = `${CATEGORIES}/export`;
    await app.feed([{ kind: 'category', categoryId: '002', categoryName: '서양도서' }]);
    const before = await raw(url);
    await app.feed([{ kind: 'category', categoryId: '002', categoryName: '=외국도서' }]);
    app.clock.setWall(Date.parse('2026-11-22T23:59:59+09:00'));
    const after = await raw(url);
    assert.ok(readRows(after.rawPayload).some(([, name]) => name === '=외국도서'));
    assert.notEqual(after.headers.etag, before.headers.etag);
    app.clock.advance(2000);
    const next = await raw(url);
    assert.equal(after.headers['content-disposition'], 'attachment; filename="category_list_20261122.xlsx"');
    assert.equal(next.headers['content-disposition'], 'attachment; filename="category_list_20261123.xlsx"');
    assert.deepEqual(next.rawPayload, after.rawPayload);
  });
});

test('an empty shop: 404 CATEGORY_001; every address begins with the configured base, whatever its path', async (t) => {
  const base = 'https://books.example/shop';
  const app = await createTestApp(t, { environment: { SEOGA_BASE_URL: base } });
  for (const path of [CATEGORIES, `${CATEGORIES}/export`])
    assert.equal((await app.get(path)).json.errorCode, 'CATEGORY_001');
  await app.feed([{ kind: 'item', itemId: 1, title: '하나', catalog: 'BOOK', categoryIds: ['1'] }]);
  const path = '/v1/goods/itemDetail?searchType=ItemId&query=1';
  const { meta, items } = (await app.get(path)).json.data;
  const { link, cover } = items[0] ?? {};
  assert.deepEqual(
    [meta.apiLink, meta.logoUrl, link, cover],
    [path, '/assets/logo.svg', '/goods/1', '/images/substitute/cover/1.svg'].map((one) => base + one),
  );
});

for (const level of ['info', 'debug'])
  test(`a call is answered the same way at log level ${level}, and logged at debug alone`, async (t) => {
    const app = await createTestApp(t, { environment: { SEOGA_LOG_LEVEL: level } });
    const { status, json } = await app.get(`/v1/category/list?apiKey=${app.key}`);
    assert.deepEqual([status, json.errorCode], [404, 'CATEGORY_001']);
    const lines = app
      .logText()
      .split('\n')
      .filter((line) => line.includes('"call answered"'));
    const logged = lines.map((line) => JSON.parse(line)).map((one) => [one.req.url, one.errorCode]);
    const expected = [['/v1/category/list?apiKey=***', 'CATEGORY_001']];
    assert.deepEqual(logged, level === 'debug' ? expected : []);
  });
