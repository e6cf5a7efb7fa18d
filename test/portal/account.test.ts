import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AddOnPage, KeyPage, NewKey } from '../../src/portal/contract/own-service.ts';
import { newDeveloper } from '../support/operator.ts';
import { issueKey, PASSWORD, type PortalClient, SERVICE, signUp } from '../support/portal-client.ts';
import { rankedApp, suiteApp } from '../support/suite-app.ts';

const LIST = '/v1/category/list';

describe('an account in the portal', () => {
  const app = suiteApp({
    environment: { SEOGA_DAILY_QUOTA: '100', SEOGA_BURST: '40', SEOGA_BURST_PER_SECOND: '20' },
  });
  const newPerson = () => newDeveloper(app);

  test('a key is told once, works at once, and is refused with its revoke; the next one works', async () => {
    const client = await newPerson();
    const empty = (await client.get<KeyPage>('/key')).view;
    assert.deepEqual(empty, { live: null, history: [], service: null });

    const { view } = await client.post<NewKey>('/key', SERVICE);
    assert.match(view.key, /^seoga_live_[0-9A-Za-z]{38}$/);
    assert.equal(
      view.curl,
      `curl -s -H "X-Api-Key: $SEOGA_API_KEY" \\\n  'https://books.example/v1/category/bestsellerMonthly?categoryId=001&pageSize=3'`,
    );
    assert.equal(await statusOf(view.key), 200);
    const page = await client.get<KeyPage>('/key');
    const ends = `${view.key.slice(0, 15)}…${view.key.slice(-4)}`;
    assert.equal(page.view.live?.masked, ends);
    assert.equal(page.view.live?.lastUsedDay, '2026-11-21');
    assert.equal(page.view.live?.lastUsedAtMs, app.clock.nowMs());
    assert.deepEqual(page.view.service, SERVICE);
    assert.equal(page.text.includes(view.key), false);

    assert.equal((await client.post('/key', SERVICE)).failure.code, 'KEY_EXISTS');
    const wrong = await client.post('/key/revoke', { confirmation: `${view.key.slice(-3)}` });
    assert.equal(wrong.failure.code, 'CONFIRMATION_WRONG');
    assert.equal(await statusOf(view.key), 200);
    assert.equal((await client.post('/key/revoke', { confirmation: view.key.slice(-4) })).status, 200);
    assert.equal(await statusOf(view.key), 401);
    assert.equal((await client.post('/key/revoke', { confirmation: 'x' })).failure.code, 'NO_KEY');

    app.clock.advance(1000);
    const next = await issueKey(client);
    assert.equal(await statusOf(next), 200);
    const { history, live } = (await client.get<KeyPage>('/key')).view;
    assert.equal(history.length, 2);
    assert.deepEqual(history[0], live);
    assert.equal(history[1]?.masked, ends);
    assert.equal(history[1]?.revokedAtMs, app.clock.nowMs() - 1000);
  });

  test('the first call names a category of the shop, whose tree need not begin with 001', async (t) => {
    const shop = await rankedApp(t, [
      { kind: 'category', categoryId: 'kdc-8', categoryName: 'Literature' },
      { kind: 'item', itemId: 1, title: 'One', catalog: 'BOOK', categoryIds: ['kdc-8'] },
      { kind: 'sale', orderId: 'A', lineNo: 1, itemId: 1, quantity: 1, soldAt: '2026-11-20T10:00:00+09:00' },
    ]);
    const client = await signUp(shop, 'first@books.example');
    const { view } = await client.post<NewKey>('/key', SERVICE);
    const url = /'https:\/\/books\.example([^']+)'/.exec(view.curl)?.[1] ?? '';
    const answer = await shop.app.inject({ url, headers: { 'x-api-key': view.key } });
    assert.equal(answer.statusCode, 200, answer.payload);
  });

  test('a key that was not used yet has no last day, though the one before it was used today', async () => {
    const client = await newPerson();
    const first = await issueKey(client);
    await statusOf(first);
    app.clock.advance(10);
    await client.post('/key/revoke', { confirmation: first.slice(-4) });
    await issueKey(client);
    const { history } = (await client.get<KeyPage>('/key')).view;
    const days = history.map((key) => key.lastUsedDay);
    assert.deepEqual(days, [null, '2026-11-21']);
  });

  test('a suspended account can look, but gets no key', async () => {
    const client = await newPerson();
    await app.accounts.updateAccount(client.accountId, { suspended: true });
    assert.equal((await client.get('/usage')).status, 200);
    assert.equal((await client.post('/key', SERVICE)).failure.code, 'FORBIDDEN');
    assert.equal(
      (await client.post('/test', { endpoint: 'categoryList', parameters: {} })).failure.code,
      'FORBIDDEN',
    );
  });

  const call = (key: string, url: string) => app.app.inject({ url, headers: { 'x-api-key': key } });
  const statusOf = async (key: string) => (await call(key, LIST)).statusCode;
});

describe('two accounts', () => {
  const app = suiteApp();

  test('never see anything of each other, whatever is asked', async () => {
    const [one, two] = [await signUp(app, 'one@books.example'), await signUp(app, 'two@books.example')];
    const key = await issueKey(one);
    await app.app.inject({ url: LIST, headers: { 'x-api-key': key } });
    await one.post('/quota-requests', { dailyQuota: 2_000_000, reason: 'A secret plan' });
    await one.post('/add-on/enrol', { enrolled: true });
    const add = (await one.get<AddOnPage>('/add-on')).view;
    await app.app.inject({ url: `/a/${add.userKey}/goods/1001` });
    const secrets = [
      'one@books.example',
      SERVICE.serviceName,
      SERVICE.serviceUrl,
      key.slice(-4),
      'A secret plan',
      add.userKey,
      'categoryList',
    ];
    const reads = [
      '/session',
      '/key',
      '/usage',
      '/usage.csv',
      '/calls',
      '/quota-requests',
      '/add-on',
      '/search?query=홍길동전',
      '/item?itemId=1001',
      '/shelf?page=1',
      '/status',
    ];
    for (const path of reads) {
      const own = await one.get(encodeURI(path));
      const foreign = await two.get(encodeURI(path));
      assert.deepEqual([own.status, foreign.status], [200, 200], path);
      for (const secret of secrets) {
        // A shelf may name the endpoint that it comes of; the others hold only what is the account's own.
        assert.equal(foreign.text.includes(secret), false, `${path} shows ${secret}`);
      }
    }
    await changesByOther(one, two, key);
  });

  /** Nothing that the second account does changes anything for the first. */
  async function changesByOther(one: PortalClient, two: PortalClient, key: string): Promise<void> {
    const shown = ['/key', '/usage', '/calls', '/quota-requests', '/add-on', '/session'];
    const before = await Promise.all(shown.map(async (path) => (await one.get(path)).text));
    assert.equal((await two.post('/key/revoke', { confirmation: key.slice(-4) })).failure.code, 'NO_KEY');
    await issueKey(two);
    await two.post('/test', { endpoint: 'categoryList', parameters: {} });
    await two.post('/quota-requests', { dailyQuota: 3_000_000, reason: 'Mine' });
    await two.post('/add-on/enrol', { enrolled: true });
    const foreignAddress = { confirmation: 'one@books.example', password: PASSWORD };
    assert.equal((await two.post('/account/close', foreignAddress)).failure.code, 'CONFIRMATION_WRONG');
    await two.post('/sign-out-everywhere', {});
    const after = await Promise.all(shown.map(async (path) => (await one.get(path)).text));
    assert.deepEqual(after, before);
  }
});
