import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { webAddress } from '../../../src/site/kit/fields.ts';
import { rankedApp, suiteApp } from '../../support/suite-app.ts';
import {
  type Browser,
  faultOf,
  issueKey,
  newBrowser,
  partOf,
  SERVICE,
  signedIn,
  textOf,
} from '../site-kit.ts';

const KEY = '/portal/key';

describe('the key of an account', () => {
  const app = suiteApp({
    environment: { SEOGA_DAILY_QUOTA: '100', SEOGA_BURST: '40', SEOGA_BURST_PER_SECOND: '20' },
  });
  const statusOf = async (key: string) =>
    (await app.app.inject({ url: '/v1/category/list', headers: { 'x-api-key': key } })).statusCode;
  const revoke = async (browser: Browser, confirmation: string | undefined) => {
    const asked = await browser.submit(KEY, 'revoke');
    assert.doesNotMatch(asked.text, /…<\/button>/, 'asked already');
    return browser.submitIn(asked.text, KEY, 'revoke', { confirmation });
  };

  test('a key is told once, works at once, and is refused with its revoke; the next one works', async () => {
    const browser = await signedIn(app);
    assert.equal(partOf(await browser.page(KEY), 'key-history'), null);
    const issued = await browser.submit(KEY, 'issue', { ...SERVICE, acceptsRules: 'yes' });
    const key = /seoga_live_[0-9A-Za-z]{38}/.exec(issued.text)?.[0] ?? '';
    const url = 'https://books.example/v1/category/bestsellerMonthly?categoryId=001&pageSize=3';
    const commands = `export SEOGA_API_KEY='${key}' curl -s -H "X-Api-Key: $SEOGA_API_KEY" \\ '${url}'`;
    assert.ok(textOf(issued.text).includes(commands), 'one box to paste');
    assert.ok(partOf(issued.text, 'waiting')?.includes('data-live'), 'waits for the first call');
    assert.equal(await statusOf(key), 200);
    const page = await browser.page(KEY);
    assert.ok(partOf(page, 'arrived') !== null);
    assert.equal(page.includes(key), false);
    assert.ok(page.includes(`${key.slice(0, 15)}…${key.slice(-4)}`));

    assert.equal(faultOf(await revoke(browser, key.slice(-3))), '409 confirmation');
    assert.equal(await statusOf(key), 200);
    assert.equal((await revoke(browser, key.slice(-4))).status, 200);
    assert.equal(await statusOf(key), 401);
    app.clock.advance(1000);
    const next = await issueKey(browser);
    assert.equal(await statusOf(next), 200);
    assert.equal((await app.accounts.listKeys(browser.accountId)).length, 2);
  });

  test('409: a second key while one is live, from a page that was open before; no key is made', async () => {
    const browser = await signedIn(app);
    const open = await browser.page(KEY);
    await issueKey(browser);
    const refused = await browser.submitIn(open, KEY, 'issue', { ...SERVICE, acceptsRules: 'yes' });
    assert.equal(refused.status, 409);
    assert.doesNotMatch(refused.text, /seoga_live_[0-9A-Za-z]{38}/);
    assert.equal((await app.accounts.listKeys(browser.accountId)).length, 1);
  });

  test('a web address that is a host alone gets http:// in front', () => {
    for (const [typed, kept] of [
      ['localhost:3000', 'http://localhost:3000'],
      ['example.com', 'http://example.com'],
      ['https://club.example/a?b=c', 'https://club.example/a?b=c'],
    ] as const)
      assert.equal(webAddress(300).read(typed, 'serviceUrl'), kept);
  });

  test('a key that was not used yet has no last use, though the one before it was used today', async () => {
    const browser = await signedIn(app);
    const lastUse = async () => textOf(partOf(await browser.page(KEY), 'live-key') ?? '');
    const first = await issueKey(browser);
    await statusOf(first);
    assert.match(await lastUse(), /Last used 2026-11-21 \d/);
    app.clock.advance(10);
    await revoke(browser, first.slice(-4));
    await issueKey(browser);
    await app.callLog.flush();
    assert.match(await lastUse(), /Last used not used yet/);
  });

  test('a suspended account can look, but gets no key', async () => {
    const browser = await signedIn(app);
    await app.accounts.updateAccount(browser.accountId, { suspended: true });
    await browser.page('/portal/usage');
    assert.equal((await browser.submit(KEY, 'issue', { ...SERVICE, acceptsRules: 'yes' })).status, 403);
    assert.equal((await browser.submit('/portal/test?endpoint=categoryList', 'run')).status, 403);
  });

  test('the first call names a category of the shop, whose tree need not begin with 001', async (t) => {
    const shop = await rankedApp(t, [
      { kind: 'category', categoryId: 'kdc-8', categoryName: 'Literature' },
      { kind: 'item', itemId: 1, title: 'One', catalog: 'BOOK', categoryIds: ['kdc-8'] },
      { kind: 'sale', orderId: 'A', lineNo: 1, itemId: 1, quantity: 1, soldAt: '2026-11-20T10:00:00+09:00' },
    ]);
    const browser = await signedIn(shop);
    const key = await issueKey(browser);
    const url = /https:\/\/books\.example(\/v1\S+)&#39;/.exec(await browser.page(KEY))?.[1] ?? '';
    const answer = await shop.app.inject({ url: url.replace('&amp;', '&'), headers: { 'x-api-key': key } });
    assert.equal(answer.statusCode, 200, answer.payload);
  });

  test('two accounts never see nor change anything of each other', async () => {
    const [one, two] = [await signedIn(app), await signedIn(app)];
    const key = await issueKey(one);
    await statusOf(key);
    await one.submit('/portal/usage', 'quota', { dailyQuota: 2_000_000, reason: 'A secret plan' });
    await one.submit(KEY, 'enrol');
    const userKey = (await app.accounts.findAccount(one.accountId))?.userKey ?? '';
    await app.app.inject({ url: `/a/${userKey}/goods/1001` });
    const pages = [KEY, '/portal/usage', '/portal/usage.csv', '/portal/account', '/portal/test'];
    const shown = async () => Promise.all(pages.map(async (path) => textOf((await one.get(path)).text)));
    const before = await shown();
    await issueKey(two, { serviceName: 'Other', serviceUrl: 'http://other.example', purpose: 'Mine' });
    const { serviceName, serviceUrl } = SERVICE;
    const secrets = [one.email, serviceName, serviceUrl, key.slice(-4), 'A secret plan', userKey];
    for (const path of pages)
      for (const secret of secrets) assert.equal((await two.get(path)).text.includes(secret), false, path);
    assert.equal((await revoke(two, key.slice(-4))).status, 409);
    await two.submit('/portal/test?endpoint=categoryList', 'run');
    await two.submit('/portal/usage', 'quota', { dailyQuota: 3_000_000, reason: 'Mine' });
    await two.submit('/portal/account', 'sign-out-everywhere');
    assert.deepEqual(await shown(), before);
    const clicked = await app.accounts.listAddOnClicks(one.accountId, 0);
    assert.deepEqual([clicked.length, clicked[0]?.clicks], [1, 1]);
  });

  test('add-on links are a line below until somebody enrols, and end with the enrolment', async () => {
    const browser = await signedIn(app);
    await issueKey(browser);
    const enrolled = async () => (await app.accounts.findAccount(browser.accountId))?.addOnEnrolled;
    assert.ok(/<details><summary>[^<]*<\/summary><div[^>]*data-part="add-on"/.test(await browser.page(KEY)));
    await browser.submit(KEY, 'enrol');
    assert.equal(await enrolled(), true);
    await browser.submit(KEY, 'enrol');
    assert.equal(await enrolled(), false);
  });

  test('the short address leads to the key', async () => {
    assert.equal((await newBrowser(app).get('/portal')).location, KEY);
  });
});
