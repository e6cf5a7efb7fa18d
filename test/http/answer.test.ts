import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { book, smallShop } from '../support/small-shop.ts';
import { suiteApp } from '../support/suite-app.ts';
import { createTestApp } from '../support/test-app.ts';

const LIST = '/v1/category/bestsellerMonthly?categoryId=001';

describe('answers', () => {
  const app = suiteApp();
  const raw = (url: string, headers: Record<string, string> = {}) =>
    app.app.inject({ url, headers: { 'x-api-key': app.key, ...headers } });

  test('meta names the call, from the configured base whatever the request says', async () => {
    const { json } = await app.get(`${LIST}&x=%20`, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    });
    assert.deepEqual(json.data.meta, {
      apiTitle: 'Monthly bestsellers',
      apiLink: `https://books.example${LIST}&x=%20`,
      logoUrl: 'https://books.example/assets/logo.svg',
      pubDate: '2026-11-21T12:00:00.000+09:00',
      query: '?categoryId=001&x=%20',
      version: '1.0',
    });
  });

  test('meta.query is empty without parameters', async () => {
    const { json } = await app.get('/v1/category/list');
    assert.equal(json.data.meta.query, '');
    assert.equal(json.data.meta.apiLink, 'https://books.example/v1/category/list');
  });

  test('members of the envelope and of data stand in the order of the interface', async () => {
    const { json } = await app.get(LIST);
    assert.deepEqual(Object.keys(json), ['success', 'message', 'errorCode', 'data']);
    assert.deepEqual(Object.keys(json.data), ['meta', 'items', 'currentPage', 'pageSize', 'totalCount']);
    assert.deepEqual([json.success, json.message, json.errorCode], [true, 'OK', null]);
  });

  test('304: the tag of the data, in every encoding and in a list; it stays while time passes', async () => {
    const first = await raw(LIST);
    const tag = String(first.headers.etag);
    assert.match(tag, /^W\/"[\w-]+"$/);
    app.clock.advance(60_000);
    for (const given of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const answer = await raw(LIST, { 'if-none-match': given });
      assert.deepEqual([answer.statusCode, answer.payload, answer.headers.etag], [304, '', tag], given);
      assert.ok(answer.headers.ratelimit);
    }
    assert.equal((await raw(LIST, { 'if-none-match': '"x"' })).statusCode, 200);
  });

  test('a differing page, detail or cell has a differing tag', async () => {
    const urls = [LIST, `${LIST}&pageSize=1`, `${LIST}&detail=Y`, `${LIST}&sex=F`];
    const tags = await Promise.all(urls.map(async (url) => (await raw(url)).headers.etag));
    assert.equal(new Set(tags).size, urls.length);
  });

  test('compressed when asked for, with the same content', async () => {
    const plain = await raw(`${LIST}&detail=Y`);
    const br = await raw(`${LIST}&detail=Y`, { 'accept-encoding': 'gzip, br' });
    assert.equal(br.headers['content-encoding'], 'br');
    assert.deepEqual(JSON.parse(brotliDecompressSync(br.rawPayload).toString()), plain.json());
    const gzip = await raw(`${LIST}&detail=Y`, { 'accept-encoding': 'gzip;q=1, br;q=0.5' });
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.deepEqual(JSON.parse(gunzipSync(gzip.rawPayload).toString()), plain.json());
    // A weak tag names the data, whatever the bytes.
    assert.equal(br.headers.etag, gzip.headers.etag);
    for (const header of ['identity', 'br;q=0, gzip;q=0', 'deflate']) {
      assert.equal(
        (await raw(`${LIST}&detail=Y`, { 'accept-encoding': header })).headers['content-encoding'],
        undefined,
      );
    }
    assert.match(String(br.headers.vary), /Accept-Encoding/);
  });

  test('kept by the caller alone, no longer than to the next tally', async () => {
    assert.equal((await raw(LIST)).headers['cache-control'], 'private, max-age=300');
    app.clock.setWall(Date.parse('2026-11-22T00:28:20+09:00'));
    assert.equal((await raw(LIST)).headers['cache-control'], 'private, max-age=100');
  });
});

test('a long answer has the same bytes over a socket, compressed or not', async (t) => {
  const app = await createTestApp(t);
  const [category, ...others] = smallShop;
  const details = '긴 소개글. '.repeat(2000);
  await app.feed([
    category ?? {},
    ...others.filter((line) => 'kind' in line && line.kind === 'category'),
    book(9001, '두꺼운 책', {
      contentDetail: { bookIntroduction: null, bookSummary: null, tableOfContents: details },
    }),
  ]);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const call = async (encoding: string) => {
    const url = `http://127.0.0.1:${address.port}/v1/goods/content?searchType=ItemId&query=9001`;
    const answer = await fetch(url, { headers: { 'X-API-KEY': app.key, 'Accept-Encoding': encoding } });
    return {
      status: answer.status,
      encoding: answer.headers.get('content-encoding'),
      body: await answer.text(),
    };
  };
  const [plain, brotli] = [await call('identity'), await call('br')];
  assert.deepEqual([plain.status, plain.encoding], [200, null]);
  assert.deepEqual([brotli.status, brotli.encoding], [200, 'br']);
  assert.ok(plain.body.length > 8192);
  assert.equal(plain.body, brotli.body);
});

test('the tag changes when the data do', async (t) => {
  const app = await createTestApp(t);
  await app.feed(smallShop);
  const url = '/v1/goods/itemDetail?searchType=ItemId&query=1002';
  const before = await app.get(url);
  const first = smallShop.find((line) => 'itemId' in line && line.itemId === 1002);
  await app.feed([{ ...first, salePrice: 1 }]);
  const after = await app.get(url, { 'if-none-match': String(before.headers.etag) });
  assert.equal(after.status, 200);
  assert.equal(after.json.data.items[0]?.salePrice, 1);
});
