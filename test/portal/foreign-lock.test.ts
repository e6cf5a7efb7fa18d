import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { ACCOUNTS_FILE } from '../../src/store/sqlite/database.ts';
import { createPortalClient, PASSWORD, signUp } from '../support/portal-client.ts';
import { smallShop } from '../support/small-shop.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../support/test-app.ts';

const EMAIL = 'reader@books.example';

/** Holds the accounts file as another process would, until it is released. */
function holdAccounts(t: TestContext, { config }: TestApp): () => void {
  const other = new DatabaseSync(join(config.dataDir, ACCOUNTS_FILE));
  other.exec('BEGIN IMMEDIATE');
  t.after(() => other.close());
  return () => other.exec('ROLLBACK');
}

test('while another process holds the accounts, other requests are answered and writes of the portal wait', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  const clients = ['192.0.2.2', '192.0.2.3', '192.0.2.4'].map((address) => createPortalClient(app, address));
  for (const client of clients) await client.get('/session');
  const release = holdAccounts(t, app);
  let finished = 0;
  const posts = clients.map(async (client) => {
    const { status } = await client.post('/sign-in', { email: EMAIL, password: PASSWORD });
    finished++;
    return status;
  });
  // Few: the writes wait for less than a second.
  for (let call = 0; call < 3; call++) {
    assert.equal((await app.app.inject({ url: '/v1/category/list' })).statusCode, 401);
  }
  assert.equal(finished, 0);
  release();
  assert.deepEqual(await Promise.all(posts), [200, 200, 200]);
});

test('503 UNAVAILABLE when another process holds the accounts on and on', async (t) => {
  const app = await createTestApp(t);
  const client = await signUp(app, EMAIL);
  const release = holdAccounts(t, app);
  const refused = await client.post('/sign-out', {});
  assert.equal(refused.status, 503, refused.text);
  assert.equal(refused.failure.code, 'UNAVAILABLE');
  release();
  assert.equal((await client.post('/sign-out', {})).status, 200);
});

test('503 UPSTREAM_UNAVAILABLE for a call that cannot be counted: it is not answered, and does not count', async (t) => {
  const app = await createTestApp(t);
  await app.feed(smallShop);
  const compressed = { 'accept-encoding': 'gzip' };
  const before = await app.get('/v1/category/list', compressed);
  assert.equal(before.status, 200);
  const release = holdAccounts(t, app);
  const refused = await app.get('/v1/category/list', compressed);
  assert.equal(refused.status, 503);
  assert.equal(refused.json.errorCode, 'UPSTREAM_UNAVAILABLE');
  assert.equal(refused.headers.etag, undefined);
  assert.equal(refused.headers['content-encoding'], undefined);
  release();
  const after = await app.get('/v1/category/list', compressed);
  assert.equal(remaining(after), remaining(before) - 1);
});

function remaining({ headers }: TestAnswer): number {
  return Number(/"daily";r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
}
