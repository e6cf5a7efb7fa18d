import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { loadDemo } from '../../demo/load-demo.ts';
import { DEMO_LINK_MS, DEMO_OPERATOR_EMAIL } from '../../src/accounts/demo-sign-in.ts';
import { kstDayOf } from '../../src/clock.ts';
import { importFeed } from '../../src/ingest/import-feed.ts';
import type { SessionView } from '../../src/portal/contract/sign-in.ts';
import { createSqliteFeedStore } from '../../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { createPortalClient, signUp } from '../support/portal-client.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const LOOPBACK = { SEOGA_BASE_URL: 'http://127.0.0.1:8080' };

async function createDemoApp(t: TestContext, environment: Readonly<Record<string, string>> = {}) {
  const app = await createTestApp(t, { environment: { ...LOOPBACK, ...environment } });
  const store = createSqliteFeedStore({ path: join(app.config.dataDir, CATALOG_FILE), clock: app.clock });
  await loadDemo({ store, items: 5, months: 0, today: kstDayOf(app.clock.nowMs()) });
  return app;
}

/** As the command line and every other way of a shop does. */
async function bringFeed({ config, clock }: TestApp): Promise<void> {
  const store = createSqliteFeedStore({ path: join(config.dataDir, CATALOG_FILE), clock });
  const line = JSON.stringify({ kind: 'category', categoryId: '990', categoryName: '중고' });
  const source = { name: 'feed.jsonl', actor: 'command line', bytes: null };
  await importFeed({ store, input: Readable.from([line]), clock, strict: false, dryRun: false, source });
}

async function secretOf(app: TestApp): Promise<string> {
  const secret = await app.demoSignIn.create();
  assert.ok(secret !== null);
  return secret;
}

function enter(app: TestApp, secret: string, headers: Readonly<Record<string, string>> = {}) {
  return createPortalClient(app, '127.0.0.1').post<SessionView>('/sign-in/demo', { secret }, headers);
}

test('the link of a demo signs in as its operator, once, and the log never holds it', async (t) => {
  const app = await createDemoApp(t);
  const secret = await secretOf(app);
  const client = createPortalClient(app, '127.0.0.1');
  const entered = await client.post<SessionView>('/sign-in/demo', { secret });
  assert.equal(entered.status, 200, entered.text);
  assert.equal(entered.view.account?.email, DEMO_OPERATOR_EMAIL);
  assert.equal((await client.get('/console/overview')).status, 200);
  const again = await enter(app, secret);
  assert.deepEqual([again.status, again.failure.code], [400, 'TOKEN_INVALID']);
  assert.equal(app.logText().includes(secret), false);
  // A later start signs in to the same account.
  const later = await enter(app, await secretOf(app));
  assert.equal(later.view.account?.accountId, entered.view.account?.accountId);
});

test('of two requests at once with one link, one enters', async (t) => {
  const app = await createDemoApp(t);
  const secret = await secretOf(app);
  const answers = await Promise.all([enter(app, secret), enter(app, secret), enter(app, secret)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400]);
});

test('400 TOKEN_INVALID: a guess, an old link, and a link that a newer one replaced', async (t) => {
  const app = await createDemoApp(t);
  assert.equal((await enter(app, 'none')).status, 400, 'before any link was made');
  const first = await secretOf(app);
  const second = await secretOf(app);
  assert.equal((await enter(app, first)).failure.code, 'TOKEN_INVALID');
  assert.equal((await enter(app, `${second}x`)).failure.code, 'TOKEN_INVALID');
  app.clock.advance(DEMO_LINK_MS);
  assert.equal((await enter(app, second)).failure.code, 'TOKEN_INVALID');
});

test('403 FORBIDDEN: a page of another host that learnt the link cannot use it', async (t) => {
  const app = await createDemoApp(t);
  const secret = await secretOf(app);
  for (const origin of ['https://evil.example', 'http://localhost:8080', 'http://127.0.0.1:9']) {
    assert.equal((await enter(app, secret, { origin })).status, 403, origin);
  }
  assert.equal((await enter(app, secret)).status, 200, 'nothing of this spent it');
});

test('no link where the service can be reached from elsewhere, or no demo is wanted', async (t) => {
  for (const environment of [
    { SEOGA_BASE_URL: 'http://books.example' },
    { HOST: '0.0.0.0' },
    { SEOGA_TRUSTED_PROXIES: '127.0.0.1' },
    { SEOGA_DEMO: '0' },
  ]) {
    const app = await createDemoApp(t, environment);
    assert.equal(await app.demoSignIn.create(), null, JSON.stringify(environment));
  }
});

test('no link for a store of its own, and none works once a feed or an operator came', async (t) => {
  const empty = await createTestApp(t, { environment: LOOPBACK });
  assert.equal(await empty.demoSignIn.create(), null, 'an empty store');
  await bringFeed(empty);
  assert.equal(await empty.demoSignIn.create(), null, "a shop's store");

  const fed = await createDemoApp(t);
  const beforeFeed = await secretOf(fed);
  await bringFeed(fed);
  assert.equal((await enter(fed, beforeFeed)).failure.code, 'TOKEN_INVALID');
  assert.equal(await fed.demoSignIn.create(), null, 'a feed on top of the demo');

  const staffed = await createDemoApp(t);
  const beforeOperator = await secretOf(staffed);
  const newAccount = { email: 'o@books.example', name: 'O', tier: 'free', role: 'viewer' } as const;
  await staffed.accounts.createAccount(newAccount);
  assert.equal((await enter(staffed, beforeOperator)).failure.code, 'TOKEN_INVALID');
  assert.equal(await staffed.demoSignIn.create(), null, 'an operator of its own');
});

test("400 TOKEN_INVALID: the demo operator's address belongs to somebody who isn't an owner", async (t) => {
  const app = await createDemoApp(t);
  await signUp(app, DEMO_OPERATOR_EMAIL);
  assert.equal((await enter(app, await secretOf(app))).failure.code, 'TOKEN_INVALID');
});
