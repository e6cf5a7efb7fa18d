import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bringIn } from '../../feeds/feed-senders.ts';
import { overwritePages } from '../../support/damaged-pages.ts';
import { smallShop } from '../../support/small-shop.ts';
import { rankedApp, suiteApp } from '../../support/suite-app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { partOf, shelfOf, signedIn, textOf } from '../site-kit.ts';

const read = async ({ app }: TestApp, url: string, language = 'en') =>
  (await app.inject({ url, headers: { 'accept-language': language } })).payload;

describe('the front page and the status page', () => {
  const shop = suiteApp();

  test('the front page has one shelf of what the API answers, one call that works, and three ways on', async () => {
    const page = await read(shop, '/');
    const { json } = await shop.get('/v1/category/bestseller?categoryId=001&pageSize=5');
    const ids = json.data.items.map(({ itemId }) => itemId);
    assert.ok(ids.length > 1);
    assert.deepEqual(shelfOf(page), ids);
    const [, call = ''] = /https:\/\/books\.example(\/v1.*?)'/.exec(textOf(page)) ?? [];
    assert.equal((await shop.get(call)).status, 200);
    for (const to of ['/portal/sign-up', '/docs', '/search'])
      assert.match(page, new RegExp(`class="button( primary)?" href="${to}"`));
    assert.doesNotMatch(page, /data-part="steps"/);
  });

  test('the front page of an empty shop has its first three steps, each with a file that the import takes', async (t) => {
    const empty = await createTestApp(t);
    for (const language of ['en', 'ko']) {
      const page = await read(empty, '/', language);
      const files = [...page.matchAll(/href="(\/samples\/[\w.]+)"/g)].map(([, file = '']) => file);
      assert.deepEqual(files, ['/samples/categories.csv', '/samples/books.csv', '/samples/orders.csv']);
      for (const file of files) assert.match(await read(empty, file), /^\ufeff\w+(,\w+)+\r?\n/);
    }
    const owner = await signedIn(empty, 'owner');
    assert.ok(partOf(await owner.page('/portal/console'), 'steps') !== null);
    // The documentation is whole, too.
    const endpoint = await read(empty, '/docs/endpoints/itemDetail.md');
    assert.match(endpoint, /"isbn13": "…"/);
  });

  test('the sample files fill the front page on any day, and its shelf names its category', async (t) => {
    const app = await createTestApp(t, { now: '2028-02-29T12:00:00+09:00' });
    const owner = await signedIn(app, 'owner');
    for (const name of ['categories.csv', 'books.csv', 'orders.csv'])
      await bringIn(owner, { name, bytes: Buffer.from(await read(app, `/samples/${name}`)) });
    await app.rank();
    const page = await read(app, '/');
    assert.equal(shelfOf(page).length, 4);
    assert.match(page, /<h2>[^\n]*href="\/categories\/001"/);
  });

  test('a shop that sold nothing for four weeks shows its latest month', async (t) => {
    const app = await createTestApp(t, { now: '2027-01-15T12:00:00+09:00' });
    await app.feed(smallShop);
    await app.rank();
    const page = await read(app, '/');
    const { json } = await app.get('/v1/category/bestsellerMonthly?categoryId=001&date=2026-11-01');
    assert.deepEqual(shelfOf(page), json.data.items.map(({ itemId }) => itemId).slice(0, 5));
  });

  test('the front page stands while lists cannot be read', async (t) => {
    const app = await rankedApp(t);
    overwritePages(app.config.dataDir, 'lists.db', 'list');
    const { statusCode, payload } = await app.app.inject({ url: '/' });
    assert.deepEqual([statusCode, shelfOf(payload)], [200, []]);
  });

  test('the status page says what works, and what the last look at the service found out of order', async () => {
    const states = async () =>
      [...(await read(shop, '/docs/status')).matchAll(/<strong class="(good|bad)">/g)].map(([, one]) => one);
    const found = { diskFreeBytes: 1, dataBytes: 1, talliedAtMs: null, oldestMailMs: null, backupAtMs: null };
    const health = { calls: null, lists: null, search: null, age: null, mail: null, clock: 'wrong' };
    shop.metrics.setHealth(health, found);
    assert.deepEqual(await states(), ['good', 'good', 'good', 'good'], 'nothing of what was not set up');
    shop.metrics.setHealth({ ...health, search: 'a secret of the operator' }, found);
    assert.deepEqual(await states(), ['good', 'good', 'good', 'good'], 'looked up once in five seconds');
    shop.clock.advance(5_000);
    assert.deepEqual(await states(), ['good', 'good', 'bad', 'good']);
    const page = await read(shop, '/docs/status');
    assert.doesNotMatch(page, /secret/);
    assert.match(page, /2026-10|2026-11/);
  });
});
