import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { kstDayOf } from '../../../src/clock.ts';
import { FILE_ALLOWANCE, PAGE_ALLOWANCE } from '../../../src/http/rate-limiter.ts';
import { ACCOUNTS_FILE, openDatabase } from '../../../src/store/sqlite/database.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { formIn, newBrowser } from '../site-kit.ts';

describe('add-on links', () => {
  let userKey = '';
  const environment = { SEOGA_LINK_TEMPLATE: 'https://shop.example/책?no={itemId}' };
  const app = suiteApp({ environment }, async ({ accounts, accountId }) => {
    userKey = (await accounts.findAccount(accountId))?.userKey ?? '';
    await accounts.updateAccount(accountId, { addOnEnrolled: true });
  });
  const open = (path: string, remoteAddress = '192.0.2.1', method: 'GET' | 'HEAD' = 'GET') =>
    app.app.inject({ method, url: `/a/${path}`, remoteAddress });
  const statusOf = async (itemId: number, address?: string) =>
    (await open(`${userKey}/goods/${itemId}`, address)).statusCode;
  const clicks = (itemId: number) => {
    using db = openDatabase(join(app.config.dataDir, ACCOUNTS_FILE), {
      busyTimeoutMs: 1_000,
      readOnly: true,
    });
    const sql = 'SELECT clicks FROM add_on_click WHERE account_id = ? AND item_id = ? AND day = ?';
    return db.prepare(sql).get(app.accountId, itemId, kstDayOf(app.clock.nowMs()))?.clicks ?? 0;
  };

  test('302 to the item’s link, and each visitor counts one click of the day', async () => {
    const item = (await app.get('/v1/goods/itemDetail?query=9791199900011')).json.data.items[0];
    assert.equal(item?.addOnLink, `https://books.example/a/${userKey}/goods/1002`);
    for (const visits of [1, 2]) {
      const { statusCode, headers } = await open(`${userKey}/goods/1002`, `198.51.100.${visits}`);
      assert.equal(statusCode, 302);
      assert.equal(headers.location, 'https://shop.example/%EC%B1%85?no=1002');
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(clicks(1002), visits);
    }
  });

  test('302 to every visit of one address, but one click an hour for each product; HEAD counts none', async () => {
    for (let i = 0; i < 60; i++) assert.equal(await statusOf(1001, '198.51.100.7'), 302);
    assert.equal(clicks(1001), 1);
    // One household has a whole /64 of IPv6 to itself.
    for (const host of ['1', 'ffff']) await statusOf(1001, `2001:db8:0:1::${host}`);
    assert.equal(clicks(1001), 2);
    await statusOf(3001, '198.51.100.7');
    assert.equal(clicks(3001), 1);
    app.clock.advance(3_600_000);
    await statusOf(1001, '198.51.100.7');
    assert.equal(clicks(1001), 3);
    assert.equal((await open(`${userKey}/goods/1003`, '192.0.2.1', 'HEAD')).statusCode, 302);
    assert.equal(clicks(1003), 0);
  });

  test('404 an unknown user key or item, or a withheld item, and no click', async () => {
    const ofItems = [999, 1005].map((itemId) => `${userKey}/goods/${itemId}`);
    for (const path of [...ofItems, '0000000000000000/goods/1001', 'x/goods/1001']) {
      const answer = await open(path);
      assert.deepEqual([answer.statusCode, answer.headers['cache-control']], [404, 'no-store'], path);
    }
    for (const itemId of [999, 1005]) assert.equal(clicks(itemId), 0);
  });

  test('404 while suspended, 302 without counting after leaving the add-on, 404 once closed', async () => {
    await app.accounts.updateAccount(app.accountId, { suspended: true });
    assert.equal(await statusOf(1004), 404);
    await app.accounts.updateAccount(app.accountId, { suspended: false, addOnEnrolled: false });
    assert.equal(await statusOf(1004), 302);
    assert.equal(clicks(1004), 0);
    await app.accounts.closeAccount(app.accountId);
    assert.equal(await statusOf(1004), 404);
  });
});

describe('what strangers may ask for', () => {
  const app = suiteApp();
  const get = (url: string, remoteAddress: string) =>
    app.app.inject({ url, remoteAddress, headers: { accept: 'text/html' } });

  test('429 with Retry-After: more pages than an address may ask for; others are served', async () => {
    for (let i = 0; i < PAGE_ALLOWANCE.burst; i++) {
      const { statusCode } = await get(i % 2 === 0 ? '/categories/001' : '/goods/404404', '192.0.2.1');
      assert.notEqual(statusCode, 429);
    }
    for (const url of ['/categories/001', '/goods/1', '/authors/1', '/a/nobody/goods/1']) {
      const { statusCode, headers } = await get(url, '192.0.2.1');
      assert.deepEqual([statusCode, headers['retry-after']], [429, '1'], url);
    }
    assert.equal((await get('/categories/001', '192.0.2.2')).statusCode, 200);
    assert.equal((await get('/categories/001', '127.0.0.1')).statusCode, 200);
    app.clock.advance(1_000);
    assert.equal((await get('/categories/001', '192.0.2.1')).statusCode, 200);
  });

  test('429 RATE_001: more files than an address may ask for, the OpenAPI document among them', async () => {
    for (let i = 0; i < FILE_ALLOWANCE.burst; i++) await get('/assets/logo.svg', '192.0.2.3');
    const pictures = ['svg', 'png'].map((ending) => `/images/substitute/cover/1.${ending}`);
    for (const url of ['/v1/openapi.json', ...pictures])
      assert.equal((await get(url, '192.0.2.3')).statusCode, 429, url);
    assert.equal((await get('/v1/openapi.json', '192.0.2.4')).statusCode, 200);
  });

  const CROWDED: Readonly<Record<string, (at: number) => string>> = {
    'a list': (at) => `/categories/001?list=overall&page=${at + 1}`,
    'a list with a fault': (at) => `/categories/001?list=none${at}`,
    'signing in': (at) => `/portal/sign-in?next=/${at}`,
    suggestions: (at) => `/search/suggestions?query=${at}`,
    'no page': (at) => `/docs/none${at}`,
  };

  for (const [what, pathOf] of Object.entries(CROWDED))
    test(`503 with Retry-After: more at once than all strangers together may have made: ${what}`, async () => {
      app.clock.advance(10_000);
      const all = Array.from({ length: 300 }, (_, at) => get(pathOf(at), `203.0.113.${(at % 250) + 1}`));
      const refused = (await Promise.all(all)).filter(({ statusCode }) => statusCode === 503);
      assert.ok(refused.length > 0 && refused.length < 300, String(refused.length));
      assert.deepEqual(new Set(refused.map(({ headers }) => headers['retry-after'])), new Set(['2']));
    });

  test('503 with Retry-After: the same of a form', async () => {
    const visitor = newBrowser(app);
    const { fields } = formIn(await visitor.page('/portal/sign-in'), 'sign-in');
    const all = Array.from({ length: 700 }, (_, at) => {
      const other = newBrowser(app, `203.0.${at % 3}.${at % 250}`);
      for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
      return other.post('/portal/sign-in', { ...fields, email: 'x' });
    });
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set([400, 503]));
  });

  test('404: one page for all strangers', async () => {
    const [one, other] = [await get('/none1', '203.0.113.1'), await get('/none2', '203.0.113.2')];
    assert.deepEqual([one.statusCode, one.headers.etag], [404, other.headers.etag]);
    assert.equal(typeof one.headers.etag, 'string');
  });
});
