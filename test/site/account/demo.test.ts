import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { loadDemo } from '../../../demo/load-demo.ts';
import { DEMO_LINK_MS, DEMO_OPERATOR_EMAIL } from '../../../src/accounts/demo-sign-in.ts';
import { kstDayOf } from '../../../src/clock.ts';
import { importFeed } from '../../../src/ingest/import-feed.ts';
import { CATALOG_FILE } from '../../../src/store/sqlite/database.ts';
import { feedStoreOf } from '../../support/feed-store.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { type Browser, csrfIn, newBrowser } from '../site-kit.ts';

const LOOPBACK = { SEOGA_BASE_URL: 'http://127.0.0.1:8080' };
const PAGE = '/portal/sign-in/demo';

async function createDemoApp(t: TestContext, environment: Readonly<Record<string, string>> = {}) {
  const app = await createTestApp(t, { environment: { ...LOOPBACK, ...environment } });
  const store = feedStoreOf(join(app.config.dataDir, CATALOG_FILE), app.clock);
  await loadDemo({ store, items: 5, months: 0, today: kstDayOf(app.clock.nowMs()) });
  return app;
}

/** As the command line and every other way of a shop does. */
async function bringFeed({ config, clock }: TestApp): Promise<void> {
  const store = feedStoreOf(join(config.dataDir, CATALOG_FILE), clock);
  const line = JSON.stringify({ kind: 'category', categoryId: '990', categoryName: '중고' });
  const source = { name: 'feed.jsonl', actor: 'command line', bytes: null };
  await importFeed({ store, input: Readable.from([line]), clock, strict: false, dryRun: false, source });
}

async function secretOf(app: TestApp): Promise<string> {
  const secret = await app.demoSignIn.create();
  assert.ok(secret !== null);
  return secret;
}

const browserOf = (app: TestApp) => newBrowser(app, '127.0.0.1');

/** The status of what the page's script sends, and where it leads. */
async function enter(browser: Browser, secret: string, headers: Readonly<Record<string, string>> = {}) {
  const csrf = csrfIn(await browser.page(PAGE));
  const { status, location } = await browser.post(PAGE, { form: 'demo', csrf, secret }, headers);
  return status === 303 ? location : status;
}

test('the link of a demo signs in as its operator, once, and the log never holds it', async (t) => {
  const app = await createDemoApp(t);
  const secret = await secretOf(app);
  const browser = browserOf(app);
  assert.equal(await enter(browser, secret), '/portal/console');
  assert.ok((await browser.page('/portal/account')).includes(DEMO_OPERATOR_EMAIL));
  assert.equal(await enter(browserOf(app), secret), 400);
  assert.equal(app.logText().includes(secret), false);
  // A later start signs in to the same account.
  assert.equal(await enter(browserOf(app), await secretOf(app)), '/portal/console');
  const next = await secretOf(app);
  const answers = await Promise.all([1, 2, 3].map(() => enter(browserOf(app), next)));
  assert.deepEqual(answers.map(String).sort(), ['/portal/console', '400', '400'], 'one of several at once');
});

test('400 TOKEN_INVALID: a guess, an old link, and a link that a newer one replaced', async (t) => {
  const app = await createDemoApp(t);
  assert.equal(await enter(browserOf(app), 'none'), 400, 'before any link was made');
  const first = await secretOf(app);
  const second = await secretOf(app);
  for (const secret of [first, `${second}x`]) assert.equal(await enter(browserOf(app), secret), 400);
  app.clock.advance(DEMO_LINK_MS);
  assert.equal(await enter(browserOf(app), second), 400);
});

test('403 FORBIDDEN: a page of another host that learnt the link cannot use it', async (t) => {
  const app = await createDemoApp(t);
  const secret = await secretOf(app);
  for (const origin of ['https://evil.example', 'http://localhost:8080', 'http://127.0.0.1:9'])
    assert.equal(await enter(browserOf(app), secret, { origin }), 403, origin);
  assert.equal(await enter(browserOf(app), secret), '/portal/console', 'nothing of this spent it');
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
  const fed = await createDemoApp(t);
  const beforeFeed = await secretOf(fed);
  await bringFeed(fed);
  assert.equal(await enter(browserOf(fed), beforeFeed), 400);
  assert.equal(await fed.demoSignIn.create(), null, 'a feed on top of the demo');
  const staffed = await createDemoApp(t);
  const beforeOperator = await secretOf(staffed);
  await staffed.accounts.createAccount({ email: 'o@b.example', name: 'O', tier: 'free', role: 'viewer' });
  assert.equal(await enter(browserOf(staffed), beforeOperator), 400);
  assert.equal(await staffed.demoSignIn.create(), null, 'an operator of its own');
});

test("400 TOKEN_INVALID: the demo operator's address belongs to somebody who isn't an owner", async (t) => {
  const app = await createDemoApp(t);
  const taken = { email: DEMO_OPERATOR_EMAIL, name: 'A', tier: 'free', role: 'developer' } as const;
  await app.accounts.createAccount(taken);
  assert.equal(await enter(browserOf(app), await secretOf(app)), 400);
});
