import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { kstDayOf } from '../../src/clock.ts';
import { ACCOUNTS_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { suiteApp } from '../support/suite-app.ts';
import { readMarkup } from './markup.ts';

describe('add-on links', () => {
  let userKey = '';
  const environment = { SEOGA_LINK_TEMPLATE: 'https://shop.example/책?no={itemId}' };
  const app = suiteApp({ environment }, async ({ accounts, accountId }) => {
    userKey = (await accounts.findAccount(accountId))?.userKey ?? '';
    await accounts.updateAccount(accountId, { addOnEnrolled: true });
  });
  const open = (url: string, method: 'GET' | 'HEAD' = 'GET', remoteAddress = '192.0.2.1') =>
    app.app.inject({ method, url, remoteAddress });
  const today = () => kstDayOf(app.clock.nowMs());
  const clicks = (itemId: number) => {
    const db = openDatabase(join(app.config.dataDir, ACCOUNTS_FILE), {
      busyTimeoutMs: 1_000,
      readOnly: true,
    });
    const row = db
      .prepare(
        'SELECT sum(clicks) AS clicks FROM add_on_click WHERE account_id = ? AND item_id = ? AND day = ?',
      )
      .get(app.accountId, itemId, today());
    db.close();
    return Number(row?.clicks ?? 0);
  };

  test('302 to the item’s link, and each visitor counts one click of the day', async () => {
    const item = (await app.get('/v1/goods/itemDetail?query=9791199900011')).json.data.items[0];
    assert.equal(item?.addOnLink, `https://books.example/a/${userKey}/goods/1002`);
    assert.equal(clicks(1002), 0);
    for (const visits of [1, 2]) {
      const path = new URL(String(item?.addOnLink)).pathname;
      const answer = await open(path, 'GET', `198.51.100.${visits}`);
      assert.equal(answer.statusCode, 302);
      assert.equal(answer.headers.location, 'https://shop.example/%EC%B1%85?no=1002');
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(clicks(1002), visits);
    }
  });

  test('302 to every visit of one address, but one click an hour for each product', async () => {
    const visit = async (itemId: number, address: string) =>
      (await open(`/a/${userKey}/goods/${itemId}`, 'GET', address)).statusCode;
    const before = clicks(1001);
    for (let i = 0; i < 60; i++) assert.equal(await visit(1001, '198.51.100.7'), 302);
    assert.equal(clicks(1001) - before, 1);
    // One household has a whole /64 of IPv6 to itself.
    for (const host of ['1', 'ffff']) await visit(1001, `2001:db8:0:1::${host}`);
    assert.equal(clicks(1001) - before, 2);
    await visit(3001, '198.51.100.7');
    assert.equal(clicks(3001), 1);
    app.clock.advance(3_600_000);
    await visit(1001, '198.51.100.7');
    assert.equal(clicks(1001) - before, 3);
  });

  test('302 to HEAD too, but no click is counted: nobody has clicked', async () => {
    assert.equal((await open(`/a/${userKey}/goods/1003`, 'HEAD')).statusCode, 302);
    assert.equal(clicks(1003), 0);
  });

  test('404 an unknown user key or item, or a withheld item: the page that says so, and no click', async () => {
    for (const path of [
      `/a/${userKey}/goods/999`,
      `/a/${userKey}/goods/1005`,
      '/a/0000000000000000/goods/1001',
      '/a/x/goods/1001',
    ]) {
      const answer = await open(path);
      assert.equal(answer.statusCode, 404, path);
      assert.equal(answer.headers['cache-control'], 'no-store');
      const style = readMarkup(answer.body).elements.find((one) => one.attributes.rel === 'stylesheet');
      const href = style?.attributes.href ?? '';
      assert.equal(new URL(href, `https://books.example${path}`).pathname, '/assets/page.css');
    }
    for (const itemId of [999, 1005]) assert.equal(clicks(itemId), 0);
  });

  test('404 while suspended, 302 without counting after leaving the add-on, 404 once closed', async () => {
    const open1004 = async () => (await open(`/a/${userKey}/goods/1004`)).statusCode;
    await app.accounts.updateAccount(app.accountId, { suspended: true });
    assert.equal(await open1004(), 404);
    await app.accounts.updateAccount(app.accountId, { suspended: false, addOnEnrolled: false });
    assert.equal(await open1004(), 302);
    assert.equal(clicks(1004), 0);
    await app.accounts.closeAccount(app.accountId);
    assert.equal(await open1004(), 404);
  });
});
