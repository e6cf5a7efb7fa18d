import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../support/suite-app.ts';

const LIST = '/v1/category/bestsellerMonthly?categoryId=001';

// The black-box suite proves envelope, meta, tags and compression (test/acceptance/rows).

describe('answers', () => {
  const app = suiteApp();
  const raw = (url: string, headers: Record<string, string> = {}) =>
    app.app.inject({ url, headers: { 'x-api-key': app.key, ...headers } });

  const encodings: [accepted: string, encoding: string | undefined][] = [
    ['gzip, br', 'gzip'],
    ['*', 'gzip'],
    ['br', undefined],
    ['identity', undefined],
    ['deflate', undefined],
  ];
  for (const [accepted, encoding] of encodings) {
    test(`Accept-Encoding: ${accepted} is answered with ${encoding ?? 'plain bytes'}, under the same tag`, async () => {
      const plain = await raw(LIST);
      const { headers } = await raw(LIST, { 'accept-encoding': accepted });
      assert.deepEqual([headers['content-encoding'], headers.etag], [encoding, plain.headers.etag]);
    });
  }

  test('the tag stays while time passes', async () => {
    const { etag } = (await raw(LIST)).headers;
    app.clock.advance(60_000);
    const { statusCode, headers } = await raw(LIST, { 'if-none-match': String(etag) });
    assert.equal(statusCode, 304);
    assert.ok(headers.ratelimit);
  });

  test('kept by the caller alone, no longer than to the next tally', async () => {
    assert.equal((await raw(LIST)).headers['cache-control'], 'private, max-age=300');
    app.clock.setWall(Date.parse('2026-11-22T00:28:20+09:00'));
    assert.equal((await raw(LIST)).headers['cache-control'], 'private, max-age=100');
  });
});
