import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountChange } from '../../../src/accounts/account-store.ts';
import { consoleRoutes } from '../../../src/portal/console/console-routes.ts';
import { newDeveloper, newOperator } from '../../support/operator.ts';
import { createPortalClient, type PortalClient } from '../../support/portal-client.ts';
import { suiteApp } from '../../support/suite-app.ts';
import type { TestApp } from '../../support/test-app.ts';

describe('the console is closed to everyone but active operators', () => {
  let app: TestApp;
  suiteApp(async (made) => {
    app = made;
    // Without whom nobody else could lose the role.
    await newOperator(app, 'always@books.example', '198.51.100.250');
  });
  const ask = (client: PortalClient, { method, path }: (typeof consoleRoutes)[number]) =>
    method === 'GET' ? client.get(path) : client.post(path, {});

  test('every route of it is under its address and needs an operator', () => {
    assert.ok(consoleRoutes.length >= 10);
    for (const { path, needs } of consoleRoutes) {
      assert.match(path, /^\/console\//);
      assert.equal(needs, 'operator', path);
    }
  });

  test('401 SIGN_IN_FIRST: nobody is signed in', async () => {
    const client = createPortalClient(app);
    for (const route of consoleRoutes) {
      const answer = await ask(client, route);
      assert.equal(answer.status, 401, route.path);
      assert.equal(answer.failure.code, 'SIGN_IN_FIRST');
    }
  });

  test('403 FORBIDDEN: a developer, and an operator who is suspended; nothing is done or told', async () => {
    const developer = await newDeveloper(app, 'dev@books.example', '198.51.100.2');
    const suspended = await newOperator(app, 'suspended@books.example', '198.51.100.3');
    await app.accounts.updateAccount(suspended.accountId, { suspended: true });
    const before = app.readAudit();
    for (const { client } of [developer, suspended]) {
      for (const route of consoleRoutes) {
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
    const { client } = await newOperator(app, 'csrf@books.example', '198.51.100.5');
    const before = app.readAudit();
    for (const { method, path } of consoleRoutes) {
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
    for (const [index, change] of changes.entries()) {
      const { client, accountId } = await newOperator(app, `gone${index}@books.example`, '198.51.100.6');
      assert.equal((await client.get('/console/overview')).status, 200);
      await app.accounts.updateAccount(accountId, change);
      assert.equal((await client.get('/console/overview')).status, 403);
      assert.equal((await client.get('/key')).status, 200, 'what belongs to the account stays open');
    }
  });
});
