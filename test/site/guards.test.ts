import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ROLES, rightsOf } from '../../src/accounts/roles.ts';
import type { Needs } from '../../src/site/kit/screen.ts';
import { SCREENS } from '../../src/site/screens.ts';
import { suiteApp } from '../support/suite-app.ts';
import { type Browser, csrfIn, faultOf, formIn, newBrowser, PASSWORD, signedIn } from './site-kit.ts';

/** An address of a screen: numbers are those of an item, an author, an account that is there. */
const addressOf = (path: string) =>
  path
    .replace(/:categoryId/g, '001001')
    .replace(/:itemId/g, '1001')
    .replace(/:\w+/g, '7');
const FORMS = SCREENS.flatMap(({ path, needs, forms }) =>
  Object.entries(forms).map(([name, form]) => ({ path, name, needs: [needs, form.needs] })),
);
const csrfOf = async (browser: Browser) => csrfIn((await browser.get('/portal/console')).text);

describe('every form', () => {
  const app = suiteApp();

  test('403 FORBIDDEN: from another origin, without one, or without the token of the session', async () => {
    // To an owner nothing else is forbidden.
    const owner = await signedIn(app, 'owner');
    const csrf = await csrfOf(owner);
    const stranger = newBrowser(app);
    const other = await csrfOf(await signedIn(app, 'owner'));
    const before = app.readAudit();
    assert.ok(FORMS.length > 8, `${FORMS.length} forms`);
    for (const { path, name, needs } of FORMS) {
      const isOpen = needs.every((one) => one === 'nobody');
      const send = (sent: string, headers = {}) =>
        owner.post(addressOf(path), { form: name, csrf: sent }, headers);
      for (const origin of ['https://evil.example', 'null', '', 'http://books.example'])
        assert.equal((await send(csrf, { origin })).status, 403, `${path} ${name} from ${origin}`);
      for (const sent of ['', 'x'.repeat(43), other])
        assert.equal((await send(sent)).status, 403, `${path} ${name}: ${sent}`);
      const { status } = await stranger.post(addressOf(path), { form: name, csrf });
      assert.equal(status, isOpen ? 403 : 303, `${path} ${name}: a stranger`);
      app.clock.advance(60_000);
    }
    assert.deepEqual(app.readAudit(), before);
    assert.equal((await owner.get('/portal/console')).status, 200);
  });

  test('a body that is too large, of another type, or not UTF-8 does nothing; neither does an unknown form', async () => {
    const owner = await signedIn(app, 'owner');
    const csrf = await csrfOf(owner);
    const path = '/portal/console/categories';
    const send = async (fields: Parameters<Browser['post']>[1], headers = {}) =>
      faultOf(await owner.post(path, { form: 'add', csrf, ...fields }, headers));
    assert.equal(await send({ categoryName: 'x'.repeat(300_000) }), '403');
    assert.equal(await send({}, { 'content-type': 'application/json' }), '403');
    for (const form of ['nothing', 'toString']) assert.equal(await send({ form }), '404');
    assert.equal(await send({ categoryId: ['a', 'b'], categoryName: 'A' }), '400 categoryId');
  });
});

describe('rights', () => {
  const app = suiteApp();
  const allows = (needs: readonly Needs[], role: (typeof ROLES)[number]) =>
    needs.every(
      (one) => one === 'nobody' || one === 'account' || rightsOf({ role, suspended: false }).includes(one),
    );

  test('every role gets the screens, files and forms of its rights, is offered no other form, and 403 from all others', async () => {
    for (const role of ROLES) {
      const browser = await signedIn(app, role);
      const csrf = await csrfOf(browser);
      for (const { path, needs } of SCREENS) {
        const { status, text } = await browser.get(addressOf(path));
        assert.equal(status === 403, !allows([needs], role), `${role} ${path}: ${status}`);
        assert.ok(status < 500, `${role} ${path}: ${status}`);
        for (const [, name] of text.matchAll(/data-form="([\w-]+)"/g)) {
          const mayBeSent = FORMS.some((one) => one.name === name && allows(one.needs, role));
          assert.ok(name === 'filter' || mayBeSent, `${role} ${path} offers ${name}`);
        }
        app.clock.advance(60_000);
      }
      for (const { path, name, needs } of FORMS.filter((one) => one.name !== 'sign-out')) {
        if (allows(needs, role)) continue;
        const { status } = await browser.post(addressOf(path), { form: name, csrf });
        assert.equal(status, 403, `${role} ${path} ${name}`);
      }
    }
  });

  test('whoever is suspended or no longer an operator is out with the next request', async () => {
    const browser = await signedIn(app, 'owner');
    await signedIn(app, 'owner');
    assert.equal((await browser.get('/portal/console')).status, 200);
    await app.accounts.updateAccount(browser.accountId, { suspended: true });
    assert.equal((await browser.get('/portal/console')).status, 403);
    await app.accounts.updateAccount(browser.accountId, { suspended: false, role: 'shop' });
    assert.equal((await browser.get('/portal/console/accounts')).status, 403);
  });

  test('nobody is signed in: to sign-in and back, and a session that ended says so', async () => {
    const stranger = newBrowser(app);
    for (const { path } of SCREENS.filter(({ needs }) => needs !== 'nobody')) {
      const { location } = await stranger.get(addressOf(path));
      assert.equal(location, `/portal/sign-in?next=${encodeURIComponent(addressOf(path))}`);
    }
    const browser = await signedIn(app, 'owner');
    const csrf = await csrfOf(browser);
    await app.identity.endSessions(browser.accountId);
    const late = await browser.post('/portal/console/categories', { form: 'add', csrf });
    assert.equal(late.location, '/portal/sign-in?next=%2Fportal%2Fconsole%2Fcategories');
  });

  test('what was typed outlives the session, but no password, and nothing is done unseen', async () => {
    const path = '/portal/account';
    const browser = await signedIn(app, 'owner');
    const page = await browser.page(path);
    await app.identity.endSessions(browser.accountId);
    const secret = { email: 'new@site.example', password: PASSWORD };
    const address = await browser.submitIn(page, path, 'address', secret);
    assert.ok(address.text.includes(secret.email) && !address.text.includes(PASSWORD));
    const name = 'A <new> name, "quoted"';
    const held = await browser.submitIn(page, path, 'name', { name });
    assert.equal(held.status, 401);
    assert.equal((await browser.submitIn(held.text, path, 'held')).status, 401, 'still nobody');
    const again = await signedIn(app, 'owner');
    for (const [name, value] of again.cookies) browser.cookies.set(name, value);
    const filled = await browser.submitIn(held.text, path, 'held');
    assert.equal(filled.status, 403);
    assert.equal(formIn(filled.text, 'name').fields.name, name);
    assert.equal((await app.accounts.findAccount(again.accountId))?.name, `Owner of ${again.email}`);
    assert.match((await browser.submitIn(filled.text, path, 'name')).text, /id="flash"/);
  });
});

describe('the frame', () => {
  const app = suiteApp();

  test('language and theme are remembered, and lead back to a page of ours alone', async () => {
    const browser = newBrowser(app);
    for (const [to, expected] of [
      ['/goods/1001?lang=en', '/goods/1001'],
      ['//evil.example/x', '/'],
      ['https://evil.example', '/'],
      ['/\\evil.example', '/'],
      ['', '/'],
    ] as const) {
      const { location } = await browser.get(
        `/portal/preferences?lang=ko&theme=dark&to=${encodeURIComponent(to)}`,
      );
      assert.equal(location, expected, to);
    }
    assert.match(await browser.page('/goods/1001'), /<html lang="ko" data-theme="dark"/);
    assert.match(await browser.page('/goods/1001?lang=en'), /<html lang="en" data-theme="dark"/);
  });

  test('public pages have the same bytes for every stranger and are asked for once; who is signed in gets their own frame', async () => {
    const [one, other] = [newBrowser(app), newBrowser(app)];
    const first = await one.get('/goods/1001');
    assert.equal((await other.get('/goods/1001')).text, first.text);
    assert.equal(one.cookies.size, 0);
    const tag = String(first.headers.etag);
    assert.equal((await one.get('/goods/1001', { 'if-none-match': tag })).status, 304);
    const packed = await one.get('/goods/1001', { 'accept-encoding': 'gzip' });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.match(String(packed.headers.vary), /Accept-Language, Accept-Encoding/);
    const own = await (await signedIn(app)).get('/goods/1001');
    assert.equal(own.headers['cache-control'], 'no-store');
    assert.ok(own.text.includes('data-form="sign-out"'));
    assert.equal((await other.get('/goods/1001')).text, first.text);
  });

  test('what a form did is said once, whatever a cookie holds', async () => {
    const owner = await signedIn(app, 'owner');
    const { accountId } = await signedIn(app);
    const page = `/portal/console/accounts/${accountId}`;
    const said = await owner.submit(page, 'limits', { burst: 5 });
    assert.match(said.text, /id="flash"/);
    assert.doesNotMatch(await owner.page(page), /id="flash"/);
    const unsigned = Buffer.from('{"form":"limits","at":"","id":"key.title","values":{}}').toString(
      'base64url',
    );
    for (const forged of ['x'.repeat(20), unsigned, `${unsigned}.${'x'.repeat(43)}`]) {
      owner.cookies.set('__Host-seoga_flash', forged);
      assert.doesNotMatch(await owner.page(page), /id="flash"/);
    }
  });

  test('files are kept for ever under names of their content; pages run no script and no style of others', async () => {
    const browser = newBrowser(app);
    const answer = await browser.get('/goods/1001');
    const policy = String(answer.headers['content-security-policy']);
    const own = ['script-src', 'style-src', 'form-action'].map((part) => `${part} 'self'`);
    for (const part of [...own, "default-src 'none'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(part), part);
    assert.doesNotMatch(answer.text, /<script(?! src| type="application\/ld\+json")|<[^>]+ (?:style|on\w+)=/);
    const files = [...answer.text.matchAll(/"(\/assets\/site\/[^"]+)"/g)].map(([, address = '']) => address);
    assert.ok(files.length >= 2);
    for (const file of files) {
      const { status, headers } = await browser.get(file);
      assert.equal(status, 200, file);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable', file);
    }
    assert.equal((await browser.get('/assets/site/..%2Fscreens.ts')).status, 404);
  });

  test('429 TOO_MANY: a page of its own says when to come back', async () => {
    const owner = await signedIn(app, 'owner');
    let last = await owner.get('/portal/console/accounts');
    for (let asked = 0; asked < 60; asked++) last = await owner.get('/portal/console/accounts');
    assert.deepEqual([last.status, last.headers['retry-after']], [429, '1']);
    assert.equal(app.logText().includes(PASSWORD), false);
  });
});
