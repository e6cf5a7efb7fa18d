import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { FILE_ALLOWANCE, PAGE_ALLOWANCE } from '../../src/http/address-limit.ts';
import { suiteApp } from '../support/suite-app.ts';

describe('what strangers may ask for', () => {
  const app = suiteApp();
  const get = (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
    app.app.inject({ url, remoteAddress, headers });

  test('429 RATE_001 with Retry-After: more pages than an address may ask for; others are served', async () => {
    for (let i = 0; i < PAGE_ALLOWANCE.burst; i++) {
      const page = await get(i % 2 === 0 ? '/categories/001' : '/goods/404404', '192.0.2.1');
      assert.notEqual(page.statusCode, 429);
    }
    for (const url of ['/categories/001', '/goods/1', '/authors/1', '/a/nobody/goods/1']) {
      const refused = await get(url, '192.0.2.1');
      assert.equal(refused.statusCode, 429, url);
      assert.equal(refused.headers['retry-after'], '1');
      assert.equal(refused.json().errorCode, 'RATE_001');
    }
    assert.equal((await get('/categories/001', '192.0.2.2')).statusCode, 200);
    assert.equal((await get('/categories/001', '127.0.0.1')).statusCode, 200);
    app.clock.advance(1_000);
    assert.equal((await get('/categories/001', '192.0.2.1')).statusCode, 200);
  });

  test('429 RATE_001: more files than an address may ask for, the OpenAPI document among them', async () => {
    for (let i = 0; i < FILE_ALLOWANCE.burst; i++) await get('/assets/logo.svg', '192.0.2.3');
    const files = [
      '/v1/openapi.json',
      '/assets/page.css',
      '/images/substitute/cover/1.svg',
      '/',
      '/docs/errors',
    ];
    for (const url of files) assert.equal((await get(url, '192.0.2.3')).statusCode, 429, url);
    assert.equal((await get('/v1/openapi.json', '192.0.2.4')).statusCode, 200);
  });

  test('a page is the same bytes for everybody, compressed for those who take it', async () => {
    const plain = await get('/categories/001', '192.0.2.5');
    const again = await get('/categories/001', '192.0.2.6', { 'accept-encoding': 'gzip' });
    assert.equal(again.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(again.rawPayload).toString(), plain.payload);
    assert.match(String(again.headers.vary), /Accept-Language, Accept-Encoding/);
  });
});
