import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { codeOf } from '../../support/authenticator.ts';
import { mailsTo } from '../../support/mails.ts';
import { startOpenIdServer } from '../../support/open-id-server.ts';
import { createTestApp } from '../../support/test-app.ts';
import {
  type Answer,
  type Browser,
  csrfIn,
  faultOf,
  newBrowser,
  PASSWORD,
  partOf,
  textOf,
} from '../site-kit.ts';
import { isSignedIn, signUp } from './people.ts';

const EMAIL = 'hong@books.example';
const SETTINGS = '/portal/account';
const HONG = { sub: '4711', name: '홍길동', email: EMAIL, email_verified: true };
const THIEF = { sub: '666', name: 'Thief', email: 'thief@books.example', email_verified: true };

async function setUp(t: TestContext) {
  const provider = await startOpenIdServer(t);
  provider.agree(HONG);
  return { provider, app: await createTestApp(t, { provider }) };
}

/** From a page that leads there to the provider, where the person agrees: the path that the browser comes back to. */
async function goThere({ headers, text }: Answer): Promise<string> {
  const address = /^0; url=(.+)$/.exec(String(headers.refresh))?.[1];
  assert.ok(address !== undefined, textOf(text));
  const answer = await fetch(address, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  assert.equal(back.origin + back.pathname, 'https://books.example/portal/sign-in/corp');
  return back.pathname + back.search;
}

const leave = (browser: Browser, path = '/portal/sign-in') => browser.submit(path, 'provider', {}, 'corp');
const enter = async (browser: Browser) => browser.get(await goThere(await leave(browser)));
const connect = (browser: Browser, password = PASSWORD) =>
  browser.submit(SETTINGS, 'connect', { password }, 'corp');

test('who comes with a proven address has an account and is signed in, in any browser and with any address later', async (t) => {
  const { app, provider } = await setUp(t);
  const browser = newBrowser(app);
  const back = await goThere(await leave(browser, '/portal/sign-in?next=/portal/usage'));
  assert.equal((await browser.get(back)).location, '/portal/usage');
  const account = await app.accounts.findAccountByEmail(EMAIL);
  assert.equal(account?.name, '홍길동');
  assert.ok(partOf(await browser.page(SETTINGS), 'connections')?.includes('Books &amp; Co'));
  provider.agree({ ...HONG, email: 'new@books.example', email_verified: false });
  const other = newBrowser(app);
  await enter(other);
  assert.ok((await other.page(SETTINGS)).includes(EMAIL));
});

test('an address that the provider does not prove opens and makes no account', async (t) => {
  const { app, provider } = await setUp(t);
  // What proves an address: test/accounts/open-id-provider.test.ts.
  for (const claims of [{ email_verified: false }, { email: 'x@y\r\nBcc: z' }]) {
    provider.agree({ ...HONG, ...claims });
    const browser = newBrowser(app);
    assert.match((await enter(browser)).location, /^\/portal\/sign-up/);
    assert.equal(await isSignedIn(browser), false);
  }
  assert.equal(await app.accounts.findAccountByEmail(EMAIL), null);
  // A proven one is its owner's; the account still isn't opened by it.
  const owner = await signUp(app, EMAIL);
  provider.agree(HONG);
  assert.equal((await enter(newBrowser(app))).status, 409);
  assert.deepEqual(await app.identity.findConnections(owner.accountId), []);
});

test('only the browser that set out comes back, within its time, and once', async (t) => {
  const { app } = await setUp(t);
  const [victim, attacker] = [newBrowser(app), newBrowser(app)];
  const back = await goThere(await leave(attacker));
  await victim.page('/portal/sign-in');
  assert.equal((await victim.get(back)).status, 400);
  for (const state of ['x', '.', 'forged.note'])
    assert.equal((await attacker.get(back.replace(/state=[^&]+/, `state=${state}`))).status, 400, state);
  app.clock.advance(15 * 60_000);
  assert.equal((await attacker.get(back)).status, 400);
  const again = await goThere(await leave(attacker));
  assert.equal((await attacker.get(again)).status, 303);
  assert.equal((await attacker.get(again)).status, 400);
});

test('a session that was there before does not live on beside the new one', async (t) => {
  const { app } = await setUp(t);
  const browser = await signUp(app, 'first@books.example');
  const before = newBrowser(app);
  for (const [name, value] of browser.cookies) before.cookies.set(name, value);
  // From a page for signing in that was open before.
  const csrf = csrfIn(await browser.page(SETTINGS));
  const fields = { form: 'provider', at: 'corp', csrf, provider: 'corp' };
  const left = await browser.post('/portal/sign-in', fields);
  await browser.get(await goThere(left));
  assert.ok((await browser.page(SETTINGS)).includes(EMAIL));
  assert.equal(await isSignedIn(before), false);
});

test('a provider does not go round the code', async (t) => {
  const { app } = await setUp(t);
  const owner = newBrowser(app);
  await enter(owner);
  const begun = await owner.submit(SETTINGS, 'begin-codes');
  const secret = /name="secret" value="([A-Z2-7]+)"/.exec(begun.text)?.[1] ?? '';
  await owner.submitIn(begun.text, SETTINGS, 'confirm-codes', { code: codeOf(secret, app.clock.nowMs()) });
  app.clock.advance(30_000);
  const browser = newBrowser(app);
  const asked = await enter(browser);
  assert.equal(await isSignedIn(browser), false);
  const code = codeOf(secret, app.clock.nowMs());
  await browser.submitIn(asked.text, '/portal/sign-in/code', 'code', { code });
  assert.equal(await isSignedIn(browser), true);
});

test('an owner connects, is told by mail once, comes in by it, and disconnects; nobody connects it a second time', async (t) => {
  const { app, provider } = await setUp(t);
  provider.agree({ ...HONG, email: 'private@home.example' });
  const owner = await signUp(app, EMAIL);
  const come = async () => {
    const back = await goThere(await connect(owner));
    assert.equal((await owner.get(back)).location, '/portal/account#flash');
    return (await mailsTo(app, EMAIL)).filter((mail) => mail.includes('Books & Co was connected')).length;
  };
  assert.equal(await come(), 1);
  await owner.submit(SETTINGS, 'disconnect', {}, 'corp');
  assert.deepEqual(await app.identity.findConnections(owner.accountId), []);
  assert.equal(await come(), 2);
  assert.deepEqual(await mailsTo(app, 'private@home.example'), []);
  const second = await signUp(app, 'second@books.example');
  assert.equal((await second.get(await goThere(await connect(second)))).status, 409);
  const other = newBrowser(app);
  await enter(other);
  assert.ok((await other.page(SETTINGS)).includes(EMAIL));
  const actions = app.readAudit().flatMap((line) => /^account\.provider-(\w+)/.exec(line)?.[1] ?? []);
  assert.deepEqual(actions, ['connected', 'disconnected', 'connected']);
});

for (const [what, form, values] of [
  ['signed out everywhere', 'sign-out-everywhere', {}],
  ['closed the account', 'close', { confirmation: EMAIL, password: PASSWORD }],
] as const) {
  test(`who has ${what} while the provider took its time connects nothing any more`, async (t) => {
    const { app, provider } = await setUp(t);
    const owner = await signUp(app, EMAIL);
    provider.agree(THIEF);
    const back = await goThere(await connect(owner));
    const held = provider.hold();
    const finishing = owner.get(back);
    await held.reached;
    assert.equal((await owner.submit(SETTINGS, form, values)).status, 200);
    held.release();
    assert.equal((await finishing).status, 400);
    await enter(newBrowser(app));
    assert.ok((await app.accounts.findAccountByEmail(THIEF.email)) !== null, 'a person of nobody’s account');
  });
}

test('403 SIGN_IN_AGAIN: an account without a password gets another address, and ends, by a session of ten minutes', async (t) => {
  const { app } = await setUp(t);
  const browser = newBrowser(app);
  const ask = (email: string) => browser.submit(SETTINGS, 'address', { email });
  await enter(browser);
  app.clock.advance(10 * 60_000);
  assert.equal((await ask('new@books.example')).status, 200);
  app.clock.advance(1);
  assert.equal((await ask('late@books.example')).status, 403);
  assert.equal((await browser.submit(SETTINGS, 'close', { confirmation: EMAIL })).status, 403);
  assert.deepEqual(await mailsTo(app, 'late@books.example'), []);
  await browser.submit(SETTINGS, 'sign-out');
  await enter(browser);
  assert.equal((await browser.submit(SETTINGS, 'close', { confirmation: EMAIL })).status, 200);
});

test('403 PASSWORD_WRONG: a session alone gives the account away by no form', async (t) => {
  const { app } = await setUp(t);
  const owner = await signUp(app, EMAIL);
  for (const password of ['', 'a wrong password'])
    for (const [form, values, at] of [
      ['connect', {}, 'corp'],
      ['begin-codes', {}, ''],
      ['address', { email: 'thief@books.example' }, ''],
      ['close', { confirmation: EMAIL }, ''],
    ] as const) {
      const answer = await owner.submit(SETTINGS, form, { password, ...values }, at);
      assert.equal(faultOf(answer), '403 password', form);
    }
});

test('a provider that declines or fails changes nothing, delays no page, and the log tells why without what was said', async (t) => {
  const { app, provider } = await setUp(t);
  const browser = newBrowser(app);
  await browser.page('/portal/sign-in');
  assert.deepEqual(provider.asked, [], 'nobody asked it to show a page');
  provider.depart({ instead: { '/.well-known/openid-configuration': { status: 503, body: 'hong said' } } });
  assert.equal((await leave(browser)).status, 502);
  provider.depart({});
  provider.agree(null);
  assert.match((await enter(browser)).location, /^\/portal\/sign-in/);
  provider.agree({ ...HONG, name: `\u202e${'길'.repeat(300)}\u0000` });
  provider.depart({
    instead: { '/token': { status: 400, body: '{"error":"invalid_grant","error_description":"hong"}' } },
  });
  assert.equal((await enter(browser)).status, 502);
  assert.match(app.logText(), /corp: it answered 400 invalid_grant/);
  assert.doesNotMatch(app.logText(), /hong/);
  provider.depart({});
  assert.equal((await enter(browser)).status, 303, 'and then it works again');
  assert.equal((await app.accounts.findAccountByEmail(EMAIL))?.name, '길'.repeat(100), 'texts are cleaned');
  assert.equal((await browser.get('/portal/sign-in/nobody?state=x')).status, 404);
});
