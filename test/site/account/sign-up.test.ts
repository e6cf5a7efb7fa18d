import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkFromMail, mailsTo } from '../../support/mails.ts';
import { createTestApp } from '../../support/test-app.ts';
import { csrfIn, faultOf, newBrowser, PASSWORD, partOf, signedIn, textOf } from '../site-kit.ts';
import { isSignedIn, signUp } from './people.ts';

const EMAIL = 'new@books.example';

test('sign-up, the link of the mail, and the account is there and signed in', async (t) => {
  const app = await createTestApp(t);
  const browser = newBrowser(app);
  const sent = await browser.submit('/portal/sign-up', 'sign-up', { email: ' New@Books.example ' });
  // Without a mail server nothing is on its way: the page says how to get the link, in the way that works here.
  assert.match(textOf(partOf(sent.text, 'link-sent') ?? ''), /npm run -s seoga -- mail/);
  assert.equal(await app.accounts.findAccountByEmail(EMAIL), null, 'no account before the address is proven');
  const link = await linkFromMail(app, EMAIL);
  assert.match(link, /^\/portal\/verify-email\?token=/);
  const visitor = browser.cookies.get('__Host-seoga_visitor');
  for (const [field, value] of [
    ['name', 'turned \u202e around'],
    ['password', 'a'.repeat(9)],
  ] as const) {
    const values = { name: 'New', password: PASSWORD, [field]: value };
    assert.equal(faultOf(await browser.submit(link, 'complete', values)), `400 ${field}`);
  }
  const entered = await browser.submit(link, 'complete', { name: 'New', password: PASSWORD });
  assert.equal(entered.status, 200);
  const account = await app.accounts.findAccountByEmail(EMAIL);
  assert.deepEqual([account?.name, account?.role], ['New', 'developer']);
  assert.equal(await isSignedIn(browser), true);
  assert.notEqual(browser.cookies.get('__Host-seoga_session'), visitor);
  assert.equal((await newBrowser(app).get(link)).status, 400, 'the link works once');
});

test('with a privacy notice an account is made only with consent, which the audit log notes', async (t) => {
  const app = await createTestApp(t, { environment: { SEOGA_PRIVACY_URL: 'https://shop.example/privacy' } });
  const browser = newBrowser(app);
  const [, form = ''] = (await browser.page('/portal/sign-up')).split('data-form="sign-up"');
  assert.match(form.split('</form>')[0] ?? '', /href="https:\/\/shop\.example\/privacy"/);
  await browser.submit('/portal/sign-up', 'sign-up', { email: EMAIL });
  const link = await linkFromMail(app, EMAIL);
  const decision = { name: 'New', password: PASSWORD };
  assert.equal(faultOf(await browser.submit(link, 'complete', decision)), '400 consent');
  assert.equal(await app.accounts.findAccountByEmail(EMAIL), null);
  assert.equal((await browser.submit(link, 'complete', { ...decision, consent: 'yes' })).status, 200);
  const account = await app.accounts.findAccountByEmail(EMAIL);
  assert.ok(app.readAudit().includes(`account.consented account:${account?.accountId}`));
});

test('cookies of a session are for this host alone, out of the reach of scripts and other sites', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  const browser = newBrowser(app);
  const csrf = csrfIn(await browser.page('/portal/sign-in'));
  const fields = { form: 'sign-in', csrf, email: EMAIL, password: PASSWORD };
  const answer = await browser.post('/portal/sign-in', fields);
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const rest = 'Path=/; HttpOnly; SameSite=Lax; Secure';
  assert.match(cookies[0] ?? '', new RegExp(`^__Host-seoga_session=[\\w-]{43}; Max-Age=1209600; ${rest}$`));
  assert.match(cookies[1] ?? '', new RegExp(`^__Host-seoga_device=[\\w-]{59}; Max-Age=31536000; ${rest}$`));
});

test('on plain http on loopback the cookies have plain names, elsewhere they do not', async (t) => {
  for (const [baseUrl, name] of [
    ['http://127.0.0.1:8080', 'seoga_visitor'],
    ['http://localhost:8080', 'seoga_visitor'],
    ['http://books.example', '__Host-seoga_visitor'],
  ] as const) {
    const app = await createTestApp(t, { environment: { SEOGA_BASE_URL: baseUrl } });
    const browser = newBrowser(app);
    const answer = await browser.get('/portal/sign-in');
    assert.deepEqual([...browser.cookies.keys()], [name]);
    assert.equal(String(answer.headers['set-cookie']).includes('Secure'), name.startsWith('__Host-'));
  }
});

test('no answer tells whether an address is known, and the owner of a known one is told by mail', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  const before = (await mailsTo(app, EMAIL)).length;
  for (const [path, form, more] of [
    ['/portal/sign-up', 'sign-up', {}],
    ['/portal/forgot-password', 'request', {}],
    ['/portal/sign-in', 'sign-in', { password: 'not the password' }],
  ] as const) {
    const answers = [];
    for (const email of [EMAIL, 'nob@books.example']) {
      const answer = await newBrowser(app).submit(path, form, { email, ...more });
      const text = answer.text.replaceAll(email, '').replaceAll(/name="csrf" value="[\w-]+"/g, '');
      answers.push([answer.status, Object.keys(answer.headers).sort().join(), text.length, text]);
      assert.ok(!text.includes('not the password'), 'a password is not sent back');
      if (form === 'sign-in') assert.equal(faultOf(answer), '403 password');
    }
    assert.deepEqual(answers[0], answers[1], path);
  }
  assert.equal((await mailsTo(app, EMAIL)).length - before, 2, 'one mail for each request');
  assert.deepEqual((await mailsTo(app, 'nob@books.example')).length, 1, 'a sign-up, no reset');
});

test('signing in leads to the page that asked for it, never to another site, and ends the session before', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  for (const [next, expected] of [
    ['/portal/usage', '/portal/usage'],
    ['', '/portal/key'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example', '/'],
  ] as const) {
    const path = next === '' ? '/portal/sign-in' : `/portal/sign-in?next=${encodeURIComponent(next)}`;
    const browser = newBrowser(app);
    const csrf = csrfIn(await browser.page(path));
    const answer = await browser.post(path, { form: 'sign-in', csrf, email: EMAIL, password: PASSWORD });
    assert.deepEqual([answer.status, answer.location], [303, expected]);
  }
  for (const role of ['developer', 'viewer', 'owner'] as const) {
    const home = role === 'developer' ? '/portal/key' : '/portal/console';
    const browser = await signedIn(app, role);
    for (const path of ['/portal', '/portal/sign-in', '/portal/sign-up'])
      assert.equal((await browser.get(path)).location, home, role);
  }
});
