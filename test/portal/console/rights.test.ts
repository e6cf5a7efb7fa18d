import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountChange } from '../../../src/accounts/account-store.ts';
import { RIGHTS } from '../../../src/accounts/roles.ts';
import { consoleRoutes } from '../../../src/portal/console/console-routes.ts';
import { newDeveloper, newOperator } from '../../support/operator.ts';
import { createPortalClient, type PortalClient } from '../../support/portal-client.ts';
import { suiteConsole } from '../../support/suite-app.ts';

describe('the console is closed to everyone but active operators', () => {
  // The operator: without whom nobody else could lose the role.
  const { app } = suiteConsole();
  const routes = consoleRoutes.map(({ path: name, needs }) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, path, needs };
  });
  const ask = (client: PortalClient, { method, path }: (typeof routes)[number]) =>
    method === 'GET' ? client.get(path) : client.post(path, {});

  test('every route of it is under its address and needs a right; only owners give roles', () => {
    assert.ok(routes.length >= 10);
    for (const { path, needs, method } of routes) {
      assert.match(path, /^\/console\//);
      assert.ok(
        RIGHTS.some((right) => right === needs),
        path,
      );
      // Orders are looked for by numbers and references that no address may hold.
      const isPost = ['shop', 'accounts', 'roles'].includes(needs) || path === '/console/orders/find';
      assert.equal(method === 'POST', isPost, `${method} ${path} needs ${needs}`);
    }
    const givesRoles = routes.filter(({ needs }) => needs === 'roles').map(({ path }) => path);
    assert.deepEqual(givesRoles, ['/console/account/role']);
  });

  for (const [role, allowed] of [
    ['viewer', ['console', 'see-shop', 'see-accounts']],
    ['support', ['console', 'see-accounts', 'accounts']],
    ['shop', ['console', 'see-shop', 'shop']],
    ['owner', RIGHTS],
  ] as const) {
    test(`403 FORBIDDEN: ${role} at every route but those that need ${allowed.join(', ')}`, async () => {
      const client = await newOperator(app);
      await app.accounts.updateAccount(client.accountId, { role });
      for (const route of routes) {
        const answer = await ask(client, route);
        const isOpen = allowed.some((right) => right === route.needs);
        assert.equal(answer.status === 403, !isOpen, `${route.path}: ${answer.text.slice(0, 200)}`);
      }
    });
  }

  test('403 FORBIDDEN: support changes the account of an operator', async () => {
    const helper = await newOperator(app);
    await app.accounts.updateAccount(helper.accountId, { role: 'support' });
    const owner = await newOperator(app);
    const before = app.readAudit();
    const whom = { accountId: owner.accountId, confirmation: owner.email };
    const limits = { tier: 'free', dailyQuota: null, burstPerSecond: null, burst: null };
    for (const [path, body] of [
      ['suspend', whom],
      ['restore', { accountId: owner.accountId }],
      ['limits', { accountId: owner.accountId, ...limits }],
      ['revoke-key', whom],
    ] as const) {
      const answer = await helper.post(`/console/account/${path}`, body);
      assert.equal(answer.status, 403, path);
    }
    assert.deepEqual(app.readAudit(), before);
    const developer = await newDeveloper(app);
    const suspended = { accountId: developer.accountId, confirmation: developer.email };
    assert.equal((await helper.post('/console/account/suspend', suspended)).status, 200);
  });

  test('401 SIGN_IN_FIRST: nobody is signed in', async () => {
    const client = createPortalClient(app);
    for (const route of routes) {
      const answer = await ask(client, route);
      assert.equal(answer.status, 401, route.path);
      assert.equal(answer.failure.code, 'SIGN_IN_FIRST');
    }
  });

  test('403 FORBIDDEN: a developer, and an operator who is suspended; nothing is done or told', async () => {
    const developer = await newDeveloper(app);
    const suspended = await newOperator(app);
    await app.accounts.updateAccount(suspended.accountId, { suspended: true });
    const before = app.readAudit();
    for (const client of [developer, suspended]) {
      for (const route of routes) {
        const answer = await ask(client, route);
        assert.equal(answer.status, 403, route.path);
        assert.equal(answer.failure.code, 'FORBIDDEN');
        assert.match(answer.failure.message, /operators only/);
        assert.doesNotMatch(answer.text, /books\.example/);
      }
    }
    assert.deepEqual(app.readAudit(), before);
  });

  test('403 FORBIDDEN: a change from another origin or without the token of the session', async () => {
    const client = await newOperator(app);
    const before = app.readAudit();
    for (const { method, path } of routes) {
      if (method === 'GET') continue;
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: '' },
        { 'x-csrf-token': '' },
        { 'x-csrf-token': 'x'.repeat(43) },
      ]) {
        const answer = await client.post(path, {}, headers);
        assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`);
        assert.doesNotMatch(answer.failure.message, /operators only/);
      }
      assert.equal((await client.get(path)).status, 404, `${path}: not by GET`);
    }
    assert.deepEqual(app.readAudit(), before);
  });

  test('an operator whose role is taken away, or who is suspended, is out with the next request', async () => {
    const changes: readonly AccountChange[] = [{ role: 'developer' }, { suspended: true }];
    for (const change of changes) {
      const client = await newOperator(app);
      assert.equal((await client.get('/console/overview')).status, 200);
      await app.accounts.updateAccount(client.accountId, change);
      assert.equal((await client.get('/console/overview')).status, 403);
      assert.equal((await client.get('/key')).status, 200, 'what belongs to the account stays open');
    }
  });
});
