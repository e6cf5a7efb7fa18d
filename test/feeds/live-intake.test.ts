import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { book } from '../support/small-shop.ts';
import { suiteApp } from '../support/suite-app.ts';
import { feedLines, holdPlaces } from './feed-senders.ts';

describe('POST /ops/v1/feed', () => {
  const app = suiteApp({ environment: { SEOGA_OPS_PUBLIC: '1' } });
  let token = '';
  before(async () => {
    token = (await app.tokens.issue('erp')) ?? '';
    await app.feedMappings.keep('도서', '{"columns":{"번호":"itemId","가격":"salePrice"},"kind":"patch"}');
  });

  const send = async (body: Buffer, query = '', headers: Record<string, string> = {}) => {
    const response = await app.app.inject({
      ...{ method: 'POST', url: `/ops/v1/feed${query}`, body },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain', ...headers },
    });
    return { status: response.statusCode, retry: response.headers['retry-after'], text: response.payload };
  };
  const feed = (itemId: number) => feedLines([book(itemId, `책 ${itemId}`)]);

  test('401 without an active token, 405 for another method, 400 for what the address may not say', async () => {
    for (const authorization of ['', 'Bearer wrong', `Basic ${token}`])
      assert.equal((await send(feed(1), '', { authorization })).status, 401);
    const wrong = [
      'dry=1',
      'dryRun=yes',
      'full=1&full=1',
      'format=pdf',
      'encoding=latin9',
      'map=books',
      'delimiter=||',
    ];
    for (const query of wrong) assert.equal((await send(feed(1), `?${query}`)).status, 400, query);
    assert.equal((await send(feed(1), '', { 'idempotency-key': 'k'.repeat(201) })).status, 400);
  });

  test('a kept mapping is chosen by name, and the parameters say how the file is read', async () => {
    assert.equal((await send(feed(2001))).status, 200);
    const table = gzipSync('번호;가격\n2001;5000\n');
    const { status, text } = await send(
      table,
      `?map=${encodeURIComponent('도서')}&format=csv&delimiter=%3B&encoding=utf-8`,
    );
    assert.deepEqual(
      [status, JSON.parse(text).counts.patch.changed, JSON.parse(text).unit],
      [200, 1, 'row'],
      text,
    );
    const [entry] = await app.importLog.list(1);
    assert.deepEqual([entry?.actor, entry?.readAs?.mapping], ['token:erp', '도서']);
  });

  test('a full feed removes what its own token named before, and nothing of others', async () => {
    const shop = Array.from({ length: 19 }, (_, at) => book(2100 + at, `책 ${at}`));
    assert.equal((await send(feedLines(shop))).status, 200);
    const { status, text } = await send(feedLines(shop.slice(1)), '?full=1&force=1');
    assert.deepEqual([status, JSON.parse(text).counts.remove.changed], [200, 2], text);
    assert.equal((await app.get('/v1/goods/itemDetail?searchType=ItemId&query=1001')).status, 200);
  });

  test('a key gives the first response again, and 422 for another body or other parameters', async () => {
    const key = { 'idempotency-key': 'k' };
    const checked = await send(feed(2201), '?dryRun=1', key);
    assert.deepEqual([checked.status, JSON.parse(checked.text).imported], [200, false]);
    assert.equal((await send(feed(2201), '', key)).status, 422);
    assert.equal((await send(feed(2202), '?dryRun=1', key)).status, 422);
    assert.deepEqual(await send(feed(2201), '?dryRun=1', key), checked);
    const night = { 'idempotency-key': 'n' };
    const both = await Promise.all([send(feed(2201), '', night), send(feed(2202), '', night)]);
    assert.deepEqual(
      both.map(({ status }) => status).sort(),
      [200, 422],
      'also while the first is under way',
    );
  });

  test('503 with Retry-After while all places are taken; the same key may be used again', async () => {
    const release = await holdPlaces(app.feedDoor);
    const busy = await send(feed(2301), '', { 'idempotency-key': 'later' });
    assert.deepEqual([busy.status, busy.retry], [503, '30']);
    await release();
    assert.equal((await send(feed(2302), '', { 'idempotency-key': 'later' })).status, 200);
  });
});
