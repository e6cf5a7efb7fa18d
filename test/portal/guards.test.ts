import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PATHS } from '../../src/portal/contract/paths.ts';
import { newOperator } from '../support/operator.ts';
import {
  createPortalClient,
  PASSWORD,
  type PortalClient,
  SERVICE,
  signUp,
} from '../support/portal-client.ts';
import { suiteApp } from '../support/suite-app.ts';
import { createTestApp } from '../support/test-app.ts';

describe('every request that changes something', () => {
  const app = suiteApp();
  const posts = Object.keys(PATHS).flatMap((name) => name.match(/(?<=^POST ).*/) ?? []);

  test('403 FORBIDDEN: from another origin, without one, or without the token of the session', async () => {
    // To an owner nothing else is forbidden.
    const client = await newOperator(app, 'guarded@books.example');
    const stranger = createPortalClient(app);
    await stranger.get('/session');
    assert.ok(posts.includes('/key/revoke'));
    for (const path of posts) {
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: '' },
        { origin: 'http://books.example' },
        { 'x-csrf-token': '' },
        { 'x-csrf-token': 'x'.repeat(43) },
        { cookie: 'none=1' },
      ]) {
        const answer = await client.post(path, {}, headers);
        assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`);
        assert.equal(answer.failure.code, 'FORBIDDEN');
      }
      const other = [...stranger.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      assert.equal((await client.post(path, {}, { cookie: other })).status, 403, `${path}: another's cookie`);
    }
    assert.equal((await client.get('/key')).status, 200);
  });

  test("400 INVALID: a body that isn't a JSON object, is too large, or of another type", async () => {
    const client = createPortalClient(app);
    for (const body of ['', '{', '[]', 'null', '"a"', `{"email":"${'x'.repeat(66_000)}"}`]) {
      const answer = await client.post('/sign-in', body);
      assert.equal(answer.status, 400, body.slice(0, 20));
      assert.equal(answer.failure.code, 'INVALID');
      assert.equal(answer.failure.field, 'body');
    }
    const form = await client.post('/sign-in', 'email=a', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    assert.equal(form.status, 400);
  });

  test('400 INVALID names the field that is wrong, in the language of the request', async () => {
    const bodies = {
      '/sign-up': { email: 'a@b.example', language: 'ko' },
      '/sign-up/complete': { token: 'x', name: 'A', password: PASSWORD },
      '/key': SERVICE,
      '/quota-requests': { reason: 'A campaign in December.' },
    };
    const client = await signUp(app, 'service@books.example');
    for (const [path, field, value] of [
      ['/sign-up', 'email', 'a@b.example\r\nBcc: c@d.example'],
      ['/sign-up/complete', 'name', 'turned \u202e around'],
      ['/sign-up/complete', 'password', 'a'.repeat(9)],
      ['/key', 'serviceName', undefined],
      ['/key', 'serviceUrl', 'javascript:alert(1)'],
      ['/key', 'commercial', 'no'],
      ['/key', 'acceptsRules', false],
      ['/quota-requests', 'dailyQuota', 100],
      ['/quota-requests', 'dailyQuota', 1_000_000.5],
    ] as const) {
      const body = { ...bodies[path], [field]: value };
      const answer = await client.post(path, body, { 'accept-language': 'ko' });
      assert.equal(answer.status, 400, `${field}=${String(value).slice(0, 20)}`);
      assert.equal(answer.failure.field, field);
      assert.match(answer.failure.message, /[가-힣]/);
    }
  });

  test('401 SIGN_IN_FIRST and 404 NOT_FOUND are failures of the same form', async () => {
    const client = createPortalClient(app);
    for (const path of ['/key', '/usage', '/usage.csv', '/calls', '/quota-requests', '/add-on']) {
      const answer = await client.get(path);
      assert.equal(answer.status, 401, path);
      assert.equal(answer.failure.code, 'SIGN_IN_FIRST');
    }
    assert.equal((await client.post('/test', {})).failure.code, 'SIGN_IN_FIRST');
    const nowhere = await client.get('/nowhere');
    assert.equal(nowhere.status, 404);
    assert.deepEqual(Object.keys(nowhere.failure).sort(), [
      'code',
      'confirm',
      'field',
      'message',
      'retryAfterSeconds',
    ]);
    assert.equal((await client.get('/key/revoke')).status, 404, 'not by GET');
  });
});

describe('limits', () => {
  test('429 TOO_MANY: guessing addresses from one place, a /64 of IPv6 being one', async (t) => {
    const app = await createTestApp(t);
    const attempt = (i: number, address: string) =>
      createPortalClient(app, address).post('/sign-up/look', { token: `guess ${i}` });
    for (let i = 0; i < 30; i++)
      assert.equal((await attempt(i, `2001:db8:1:2::${i.toString(16)}`)).status, 400);
    assert.equal((await attempt(30, '2001:db8:1:2:ffff::1')).status, 429);
    assert.equal((await attempt(31, '2001:db8:1:3::1')).status, 400);
  });

  test('429 TOO_MANY: searches of strangers, by address and all together; who is signed in goes on', async (t) => {
    const app = await createTestApp(t);
    const reader = await signUp(app, 'reader@books.example');
    const search = (client: PortalClient) => client.get('/search?query=1001');
    for (let address = 1; address <= 4; address++) {
      const stranger = createPortalClient(app, `203.0.113.${address}`);
      const passed = address < 4 ? 60 : 20;
      for (let i = 0; i < passed; i++) assert.equal((await search(stranger)).status, 200);
      const refused = await search(stranger);
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1'], `address ${address}`);
    }
    assert.equal((await search(createPortalClient(app, '203.0.113.5'))).status, 429);
    assert.equal((await search(reader)).status, 200);
  });

  test("X-Forwarded-For tells the caller's address only behind a proxy that is named", async (t) => {
    for (const [proxies, expected] of [
      ['', 429],
      ['192.0.2.0/24', 400],
    ] as const) {
      const app = await createTestApp(t, { environment: { SEOGA_TRUSTED_PROXIES: proxies } });
      const client = createPortalClient(app);
      const attempt = (i: number) =>
        client.post('/sign-up/look', { token: `guess ${i}` }, { 'x-forwarded-for': `198.51.100.${i}` });
      for (let i = 0; i < 30; i++) await attempt(i);
      assert.equal((await attempt(31)).status, expected);
    }
  });
});
