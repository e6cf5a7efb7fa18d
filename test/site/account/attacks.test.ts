import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_COST, HASHES_AT_ONCE_MAX, HASHES_WAITING_MAX } from '../../../src/accounts/password.ts';
import { linkFromMail, mailsTo } from '../../support/mails.ts';
import { smallShop } from '../../support/small-shop.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { type Browser, newBrowser, PASSWORD } from '../site-kit.ts';
import { giveCookies, signIn, signUp } from './people.ts';

const EMAIL = 'owner@books.example';
const WRONG = 'a wrong guess';

/** A browser that has never been here, at an address of its own. */
function stranger(app: TestApp, number: number): Browser {
  return newBrowser(app, `203.0.113.${number}`);
}

/** An owner at a known address, and strangers who have used up their guesses. */
async function besieged(app: TestApp): Promise<Browser> {
  const owner = await signUp(app, EMAIL, newBrowser(app, '192.0.2.1'));
  for (let i = 0; i < 40; i++) await signIn(stranger(app, i), EMAIL, WRONG);
  return owner;
}

async function statusesOf(count: number, send: (n: number) => Promise<{ readonly status: number }>) {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await send(n)).status);
  return statuses;
}

test('wrong guesses of strangers lock the owner out of neither the known browser nor the known address', async (t) => {
  const app = await createTestApp(t);
  const known = await besieged(app);
  assert.equal((await signIn(stranger(app, 200), EMAIL, WRONG)).status, 429, 'strangers share a bound');
  // Without the cookies, but from the address of a session.
  assert.equal((await signIn(newBrowser(app, '192.0.2.1'), EMAIL)).status, 200);
  // With the cookie of the browser, but from an address that strangers use, too.
  const elsewhere = stranger(app, 1);
  giveCookies(known, elsewhere, /device/);
  assert.equal((await signIn(elsewhere, EMAIL)).status, 200);
});

test('429 TOO_MANY: eleven guesses from one place within a minute', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  const guesses = await statusesOf(10, () => signIn(stranger(app, 1), EMAIL, WRONG));
  assert.ok(guesses.every((status) => status === 403));
  const refused = await signIn(stranger(app, 1), EMAIL);
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60']);
  app.clock.advance(60_000);
  assert.equal((await signIn(stranger(app, 1), EMAIL)).status, 200);
});

test('a completed reset lets its browser sign in at once, however many others have guessed', async (t) => {
  const app = await createTestApp(t);
  await besieged(app);
  const owner = stranger(app, 250);
  assert.equal((await signIn(owner, EMAIL)).status, 429);
  app.clock.advance(1);
  await owner.submit('/portal/forgot-password', 'request', { email: EMAIL });
  const password = 'another passphrase';
  assert.equal((await owner.submit(await linkFromMail(app, EMAIL), 'reset', { password })).status, 200);
  assert.equal((await signIn(owner, EMAIL, password)).status, 200);
});

test('requests of strangers neither block a reset nor fill the mailbox', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  const before = (await mailsTo(app, EMAIL)).length;
  const ask = (browser: Browser) => browser.submit('/portal/forgot-password', 'request', { email: EMAIL });
  for (let i = 0; i < 50; i++) {
    app.clock.advance(10);
    assert.equal((await ask(stranger(app, i))).status, 200);
  }
  assert.equal((await mailsTo(app, EMAIL)).length - before, 4);
  const owner = stranger(app, 250);
  assert.equal((await ask(owner)).status, 200);
  // No further mail was sent, because the last one still works.
  const reset = await owner.submit(await linkFromMail(app, EMAIL), 'reset', { password: PASSWORD });
  assert.equal(reset.status, 200);
});

test('429 TOO_MANY: a fifth mail of one kind for one person within five minutes', async (t) => {
  const app = await createTestApp(t);
  const browser = newBrowser(app);
  for (const [path, form] of [
    ['/portal/sign-up', 'sign-up'],
    ['/portal/forgot-password', 'request'],
  ] as const) {
    const statuses = await statusesOf(5, () => browser.submit(path, form, { email: EMAIL }));
    assert.deepEqual(statuses, [200, 200, 200, 200, 429], path);
  }
});

test('429 TOO_MANY: plus addresses of one mailbox count together', async (t) => {
  const app = await createTestApp(t);
  const statuses = await statusesOf(30, (n) =>
    stranger(app, n).submit('/portal/sign-up', 'sign-up', { email: `victim+${n}@books.example` }),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 8);
  assert.equal(statuses.filter((status) => status === 429).length, 22);
});

test('429 TOO_MANY: a flood of sign-ups is bounded, and resets go on', async (t) => {
  const app = await createTestApp(t);
  await signUp(app, EMAIL);
  const statuses = await statusesOf(320, (n) =>
    stranger(app, n % 250).submit('/portal/sign-up', 'sign-up', { email: `person-${n}@books.example` }),
  );
  assert.ok(statuses.indexOf(429) >= 290, 'honest people sign up');
  assert.equal(statuses.at(-1), 429);
  app.clock.advance(1);
  const reset = await newBrowser(app).submit('/portal/forgot-password', 'request', { email: EMAIL });
  assert.equal(reset.status, 200);
  assert.match(await linkFromMail(app, EMAIL), /reset-password/);
});

test('429 TOO_MANY: guessing the tokens of links from one place, a /64 of IPv6 being one', async (t) => {
  const app = await createTestApp(t);
  const guess = (n: number, address: string) =>
    newBrowser(app, address).get(`/portal/verify-email?token=guess${n}`);
  for (let n = 0; n < 30; n++) assert.equal((await guess(n, `2001:db8:1:2::${n.toString(16)}`)).status, 400);
  assert.equal((await guess(30, '2001:db8:1:2:ffff::1')).status, 429);
  assert.equal((await guess(31, '2001:db8:1:3::1')).status, 400);
});

test('429 with Retry-After: more sign-ins at once than can be checked; compressed answers leave meanwhile', async (t) => {
  const app = await createTestApp(t, { hashCost: HASH_COST });
  await app.feed(smallShop);
  const browsers = Array.from({ length: 80 }, (_, n) => stranger(app, n + 1));
  const pages = await Promise.all(browsers.map((browser) => browser.page('/portal/sign-in')));
  const done: string[] = [];
  const flood = browsers.map(async (browser, n) => {
    const values = { email: `nobody-${n}@books.example`, password: 'wrong horse battery' };
    const answer = await browser.submitIn(pages[n] ?? '', '/portal/sign-in', 'sign-in', values);
    done.push('sign-in');
    return answer;
  });
  const list = await app.get('/v1/category/list', { 'accept-encoding': 'gzip' });
  assert.equal(list.status, 200);
  done.push('list');
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status === 429);
  const checked = answers.filter(({ status }) => status === 403);
  assert.equal(refused.length + checked.length, answers.length);
  // Places that become free while the flood arrives let a few more through.
  assert.ok(checked.length >= HASHES_AT_ONCE_MAX + HASHES_WAITING_MAX, `${checked.length} were checked`);
  assert.ok(refused.length > 0, 'some were refused');
  for (const { headers } of refused) assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
  assert.ok(done.indexOf('list') < answers.length - 1, 'the list did not wait for the flood');
});
