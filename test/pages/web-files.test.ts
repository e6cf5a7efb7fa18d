import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createTestApp } from '../support/test-app.ts';
import { serveBuilt } from './built-site.ts';

const INDEX = '<!doctype html><script type="module" src="/assets/web/main-abc.js"></script>';
const SCRIPT = `console.log(${JSON.stringify('서가 '.repeat(500))});`;

const FILES = {
  'index.html': INDEX,
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'secrets.env': 'not for anyone',
  'assets/web/main-abc.js': SCRIPT,
};

test('every address of the pages gets the same document under a policy without inline scripts', async (t) => {
  const app = serveBuilt(t, FILES);
  for (const url of ['/portal', '/portal/', '/portal/verify-email?token=a']) {
    const answer = await app.inject({ url });
    assert.equal(answer.statusCode, 200, url);
    assert.equal(answer.payload, INDEX);
    assert.equal(answer.headers['cache-control'], 'no-cache');
    const policy = String(answer.headers['content-security-policy']);
    assert.match(policy, /(^|; )script-src 'self'(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(policy.includes('unsafe'), false);
  }
  assert.equal((await app.inject({ url: '/goods/1' })).payload, 'a page of the server');
  for (const url of [
    '/secrets.env',
    '/index.html',
    '/assets/web/none.js',
    '/assets/web/..%2f..%2findex.html',
  ]) {
    assert.equal((await app.inject({ url })).statusCode, 404, url);
  }
});

test('files with a hash in their names are kept for good, and leave as small as the browser takes them', async (t) => {
  const app = serveBuilt(t, FILES);
  const url = '/assets/web/main-abc.js';
  const plain = await app.inject({ url });
  assert.equal(plain.payload, SCRIPT);
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    for (let round = 0; round < 2; round++) {
      const packed = await app.inject({ url, headers: { 'accept-encoding': encoding } });
      assert.equal(packed.headers['content-encoding'], encoding);
      assert.equal(unpack(packed.rawPayload).toString(), SCRIPT);
      assert.ok(packed.rawPayload.length < SCRIPT.length / 4);
      const etag = String(packed.headers.etag);
      const again = await app.inject({
        url,
        headers: { 'accept-encoding': encoding, 'if-none-match': etag },
      });
      assert.equal(again.statusCode, 304);
    }
  }
});

test('without built pages the server says how to build them, and everything else works', async (t) => {
  const app = await createTestApp(t, { hasPages: false });
  const page = await app.app.inject({ url: '/portal/' });
  assert.equal(page.statusCode, 503);
  assert.match(page.payload, /npm start/);
  assert.equal((await app.app.inject({ url: '/portal/api/session' })).statusCode, 200);
  assert.equal((await app.app.inject({ url: '/v1/category/list' })).statusCode, 401);
});
