import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { suiteApp } from '../support/suite-app.ts';

describe('/v1/openapi.json', () => {
  const app = suiteApp();
  const get = (headers: Record<string, string> = {}) => app.app.inject({ url: '/v1/openapi.json', headers });

  test('200 without a key, for pages of any site, and the same bytes each time', async () => {
    const first = await get();
    assert.equal(first.statusCode, 200);
    assert.equal(first.headers['access-control-allow-origin'], '*');
    assert.equal(first.headers['content-encoding'], undefined);
    assert.equal(first.json().openapi, '3.1.0');
    assert.equal((await get()).payload, first.payload);
  });

  test('compressed as asked for', async () => {
    const plain = (await get()).payload;
    const br = await get({ 'accept-encoding': 'br' });
    assert.equal(br.headers['content-encoding'], undefined);
    const gzip = await get({ 'accept-encoding': 'gzip, br' });
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(gzip.rawPayload).toString(), plain);
    assert.match(String(gzip.headers.etag), /^W\/"/);
    assert.equal(gzip.headers.etag, br.headers.etag);
    assert.match(String(gzip.headers.vary), /Accept-Encoding/);
  });

  test('304 to whoever has the document', async () => {
    const { etag } = (await get({ 'accept-encoding': 'gzip' })).headers;
    const again = await get({ 'if-none-match': String(etag) });
    assert.equal(again.statusCode, 304);
    assert.equal(again.payload, '');
  });
});
