import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf } from '../../support/authenticator.ts';
import { linkFromMail } from '../../support/mails.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { type Browser, csrfIn, faultOf, faultsIn, newBrowser, PASSWORD, partOf } from '../site-kit.ts';
import { giveCookies, isSignedIn, signIn, signUp } from './people.ts';

const EMAIL = 'careful@books.example';
const SETTINGS = '/portal/account';
const CODE = '/portal/sign-in/code';

async function turnOn(app: TestApp, browser: Browser) {
  const setUp = await browser.submit(SETTINGS, 'begin-codes', { password: PASSWORD });
  const secret = /name="secret" value="([A-Z2-7]+)"/.exec(setUp.text)?.[1] ?? '';
  assert.ok(setUp.text.includes('<svg class="qr"'));
  // After a mistyped code, the same secret is shown again.
  const mistyped = await browser.submitIn(setUp.text, SETTINGS, 'confirm-codes', { code: '12' });
  assert.deepEqual([mistyped.status, faultsIn(mistyped.text)], [403, ['code']]);
  const code = codeOf(secret, app.clock.nowMs());
  const confirmed = await browser.submitIn(mistyped.text, SETTINGS, 'confirm-codes', { code });
  assert.equal(confirmed.status, 200);
  app.clock.advance(30_000);
  const shown = partOf(confirmed.text, 'recovery-codes') ?? '';
  return { secret, codes: [...shown.matchAll(/\b[a-z2-9]{12}\b/g)].map(String) };
}

/** Sends a code after the password; `page` is that of the password's answer. */
function sendCode(browser: Browser, page: string, code: string | undefined) {
  return browser.submitIn(page, CODE, 'code', { code });
}

test('a password alone signs nobody in where a code is asked for; with the code it does, once', async (t) => {
  const app = await createTestApp(t);
  const { secret, codes } = await turnOn(app, await signUp(app, EMAIL));
  assert.equal(new Set(codes).size, 10);
  const browser = newBrowser(app);
  const asked = await signIn(browser, EMAIL);
  assert.equal(await isSignedIn(browser), false);
  const wrong = await sendCode(browser, asked.text, '000000');
  assert.deepEqual([wrong.status, faultsIn(wrong.text)], [403, ['code']]);
  const code = codeOf(secret, app.clock.nowMs());
  const thief = newBrowser(app);
  const state = /name="codeState" value="([^"]+)"/.exec(asked.text)?.[1];
  const csrf = csrfIn(await thief.page('/portal/sign-in'));
  const stolen = await thief.post(CODE, { form: 'code', csrf, code, codeState: state });
  assert.equal(stolen.status, 400, 'for the own browser only');
  assert.equal((await sendCode(browser, wrong.text, code)).status, 200);
  assert.equal(await isSignedIn(browser), true);

  const again = newBrowser(app);
  const second = await signIn(again, EMAIL);
  assert.equal((await sendCode(again, second.text, code)).status, 403, 'replayed');
  app.clock.advance(5 * 60_000);
  const late = codeOf(secret, app.clock.nowMs());
  assert.equal((await sendCode(again, second.text, late)).status, 400, 'too late');
});

/** Guesses codes after the password, five a browser, each of them new but for the cookies that it was given. */
async function guess(app: TestApp, browsers: number, prepare: (browser: Browser, n: number) => unknown) {
  const statuses: number[] = [];
  for (let n = 0; n < browsers; n++) {
    const browser = newBrowser(app, `203.0.113.${n}`);
    await prepare(browser, n);
    const { text } = await signIn(browser, EMAIL);
    for (let i = 0; i < 6; i++) statuses.push((await sendCode(browser, text, '000000')).status);
  }
  return statuses.filter((status) => status === 403).length;
}

test('429 TOO_MANY: guessing codes: five a browser, thirty in new browsers, thirty in known ones', async (t) => {
  const app = await createTestApp(t);
  const owner = await signUp(app, EMAIL);
  const { codes } = await turnOn(app, owner);
  assert.equal(await guess(app, 1, () => {}), 5);
  assert.equal(await guess(app, 9, (browser) => giveCookies(owner, browser, /device/)), 5, 'one device');
  assert.equal(await guess(app, 9, () => {}), 25);
  const known = async (browser: Browser, n: number) => {
    await sendCode(browser, (await signIn(browser, EMAIL)).text, codes[n]);
    await browser.submit(SETTINGS, 'sign-out');
  };
  assert.equal(await guess(app, 9, known), 24, 'turning them on took a code, too');
});

test('a reset, and turning codes on or off, make every other browser of the owner a new one, as those of others are', async (t) => {
  const events: Readonly<Record<string, (app: TestApp, owner: Browser) => Promise<unknown>>> = {
    'a reset': async (app, owner) => {
      await owner.submit('/portal/forgot-password', 'request', { email: EMAIL });
      await owner.submit(await linkFromMail(app, EMAIL), 'reset', { password: PASSWORD });
    },
    'codes on': turnOn,
    'another account': async (app) => giveCookies(await signUp(app, 'other@books.example'), other, /device/),
    'codes off': async (app, owner) => {
      const { codes } = await turnOn(app, owner);
      giveCookies(owner, other, /device/);
      await owner.submit(SETTINGS, 'end-codes', { code: codes[0] });
    },
  };
  let other = {} as Browser;
  for (const [what, happen] of Object.entries(events)) {
    const app = await createTestApp(t);
    const owner = await signUp(app, EMAIL);
    other = newBrowser(app, '203.0.113.200');
    giveCookies(owner, other, /device/);
    await happen(app, owner);
    const known = newBrowser(app, '203.0.113.201');
    giveCookies(owner, known, /device/);
    for (let n = 0; n < 31; n++) await signIn(newBrowser(app, `203.0.113.${n}`), EMAIL, 'a wrong guess');
    assert.deepEqual(
      [(await signIn(other, EMAIL)).status, (await signIn(known, EMAIL)).status],
      [429, 200],
      what,
    );
  }
});

test('wrong codes in other browsers keep the owner out of neither the known browser nor, with a recovery code, a new one', async (t) => {
  const app = await createTestApp(t);
  const owner = await signUp(app, EMAIL);
  const { secret, codes } = await turnOn(app, owner);
  for (let guess = 0; guess < 36; guess++) {
    const thief = newBrowser(app, `203.0.113.${guess}`);
    const { status } = await sendCode(thief, (await signIn(thief, EMAIL)).text, '000000');
    assert.equal(status, guess < 30 ? 403 : 429, 'strangers share a bound');
  }
  const enter = async (browser: Browser, code: string | undefined) =>
    (await sendCode(browser, (await signIn(browser, EMAIL)).text, code)).status;
  assert.equal(await enter(newBrowser(app), codes[0]), 200);
  await owner.submit(SETTINGS, 'sign-out');
  assert.equal(await enter(owner, codeOf(secret, app.clock.nowMs())), 200);
});

test('403 CODE_WRONG: a secret of no set-up turns no codes on', async (t) => {
  const app = await createTestApp(t);
  const owner = await signUp(app, EMAIL);
  const csrf = csrfIn(await owner.page(SETTINGS));
  const confirm = { form: 'confirm-codes', csrf, code: '123456', secret: 'A'.repeat(32) };
  assert.equal((await owner.post(SETTINGS, confirm)).status, 403);
});

test('turning it off and making new recovery codes take a code', async (t) => {
  const app = await createTestApp(t);
  const owner = await signUp(app, EMAIL);
  const { codes } = await turnOn(app, owner);
  for (const form of ['end-codes', 'renew-codes']) {
    assert.equal(faultOf(await owner.submit(SETTINGS, form, { code: '123456' })), '403 code', form);
  }
  const renewed = await owner.submit(SETTINGS, 'renew-codes', { code: codes[2] });
  assert.ok(partOf(renewed.text, 'recovery-codes') !== null);
  const old = await owner.submit(SETTINGS, 'end-codes', { code: codes[3] });
  assert.equal(old.status, 403);
  const next = /\b[a-z2-9]{12}\b/.exec(partOf(renewed.text, 'recovery-codes') ?? '')?.[0];
  assert.equal((await owner.submit(SETTINGS, 'end-codes', { code: next })).status, 200);
  const browser = newBrowser(app);
  await signIn(browser, EMAIL);
  assert.equal(await isSignedIn(browser), true);
});
