import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feedRoutes } from '../../../../src/portal/api/console/feeds.ts';
import { rankingRoutes } from '../../../../src/portal/api/console/rankings.ts';
import { searchTermRoutes } from '../../../../src/portal/api/console/search-terms.ts';
import { shopRoutes } from '../../../../src/portal/api/console/shop.ts';
import { signUpOperator } from '../../../support/operator.ts';
import { createPortalClient, signUp } from '../../../support/portal-client.ts';
import { suiteApp } from '../../../support/suite-app.ts';
import type { TestApp } from '../../../support/test-app.ts';

const BYTES = { 'content-type': 'application/octet-stream' };

describe('every request about search, shop, feeds and lists', () => {
  let app: TestApp;
  suiteApp((made) => {
    app = made;
  });
  const routes = [...searchTermRoutes, ...shopRoutes, ...feedRoutes, ...rankingRoutes];

  test('401 SIGN_IN_FIRST for strangers, 403 FORBIDDEN for developers', async () => {
    const stranger = createPortalClient(app);
    const developer = await signUp(app, 'dev@books.example');
    for (const { method, path, takes } of routes) {
      const ask = (client: typeof stranger) =>
        method === 'GET'
          ? client.get(path)
          : takes === 'bytes'
            ? client.post(path, Buffer.from('x'), BYTES)
            : client.post(path, {});
      const [asStranger, asDeveloper] = [await ask(stranger), await ask(developer)];
      assert.deepEqual([asStranger.status, asStranger.failure.code], [401, 'SIGN_IN_FIRST'], path);
      assert.deepEqual([asDeveloper.status, asDeveloper.failure.code], [403, 'FORBIDDEN'], path);
    }
  });

  test('403 FORBIDDEN: a change from another origin or without the token', async () => {
    const operator = await signUpOperator(app, 'op@books.example', '198.51.100.1');
    for (const { path } of routes.filter(({ method }) => method === 'POST')) {
      for (const headers of [{ origin: 'https://evil.example' }, { 'x-csrf-token': '' }]) {
        const { status, failure } = await operator.post(path, {}, headers);
        assert.deepEqual([status, failure.code], [403, 'FORBIDDEN'], path);
      }
    }
  });
});
