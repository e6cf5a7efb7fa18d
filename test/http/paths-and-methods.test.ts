import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { suiteApp } from '../support/suite-app.ts';
import { createTestApp } from '../support/test-app.ts';

// The black-box suite proves unknown paths, other methods, HEAD (test/acceptance/rows/requests.ts) and, of calls, the query's form.

describe('paths and methods', () => {
  const app = suiteApp();

  test('404 COMMON_404: a last slash too many is named', async () => {
    const response = await app.app.inject({ url: '/v1/category/list/?a=1' });
    assert.match(response.json().message, / Remove the trailing slash: \/v1\/category\/list$/);
    assert.doesNotMatch((await app.app.inject({ url: '/v1/nothing/' })).json().message, /slash/);
  });

  test('a query in a wrong form: 404 on an unknown path, 400 on a page', async () => {
    assert.equal((await app.app.inject({ url: '/v1/nothing?a=%zz' })).statusCode, 404);
    assert.equal((await app.app.inject({ url: '/goods/1?a=%zz' })).statusCode, 400);
  });

  test('500 COMMON_500: a crash names the request and shows nothing of the inside', async (t) => {
    const broken = await createTestApp(t);
    await broken.feed([{ kind: 'category', categoryId: '1', categoryName: '하나' }]);
    // Another process destroys the table under the running service.
    const db = openDatabase(`${broken.config.dataDir}/${CATALOG_FILE}`, { busyTimeoutMs: 1000 });
    db.exec('ALTER TABLE category RENAME COLUMN category_name TO lost');
    db.exec('UPDATE catalog_state SET revision = revision + 1');
    db.close();
    const answer = await broken.get('/v1/category/list');
    assert.equal(answer.status, 500);
    assert.equal(answer.json.errorCode, 'COMMON_500');
    const [requestId] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(answer.json.message) ?? [];
    assert.ok(requestId !== undefined);
    const [seen] = await broken.recentCalls.list(broken.accountId);
    assert.equal(seen?.requestId, requestId, 'the account finds it in its list');
    assert.doesNotMatch(answer.text, /sqlite|category_name|stack|\.ts/i);
    const used = await broken.accounts.listUsage(broken.accountId, 0);
    const counts = used.map(({ statusClass, calls }) => [statusClass, calls]);
    assert.deepEqual(counts, [[5, 1]]);
  });

  test('answers carry the headers that browsers need to leave them alone', async () => {
    for (const url of ['/v1/category/list', '/v1/nothing']) {
      const { headers } = await app.get(url);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
      assert.equal(headers['x-frame-options'], 'DENY');
      assert.equal(headers['access-control-allow-origin'], undefined);
      assert.equal(headers.server, undefined);
      assert.equal(headers['x-powered-by'], undefined);
    }
  });
});
