import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type FakeProvider, PERSONS, startFakeProvider } from '../support/fake-provider.ts';
import { tokenFromMail } from '../support/portal-client.ts';
import { freePort } from '../support/server-process.ts';
import { suiteCleanup } from '../support/temp-dir.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { PASSWORD } from './accounts.ts';
import {
  APPEARANCES,
  chromiumMissing,
  launchChromium,
  openPage,
  type PageOptions,
  settled,
  visit,
  type WatchedPage,
} from './browser.ts';
import { axeViolations, beyondRefusals, completeSignUp, pageWidth, startSignUp } from './journey.ts';

describe('sign-in by Kakao, Naver and Google in a browser', { skip: chromiumMissing }, () => {
  const t = suiteCleanup();
  let address: string;
  let provider: FakeProvider;
  let app: TestApp;
  let browser: Browser;

  before(async () => {
    browser = await launchChromium(t);
    provider = await startFakeProvider(t);
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    app = await createTestApp(t, { hasPages: true, provider, environment: { SEOGA_BASE_URL: address } });
    await app.app.listen({ host: '127.0.0.1', port });
  });

  function open(options: Omit<PageOptions, 'address'> = {}): Promise<WatchedPage> {
    return openPage(browser, { address, language: 'en-GB', ...options });
  }

  /** What a page must not cause, but for going to the provider's page. */
  function offencesOf({ offences }: WatchedPage): readonly string[] {
    const { origin } = new URL(provider.addresses.kakao.authorize);
    return beyondRefusals(offences).filter((offence) => !offence.startsWith(`request: ${origin}/`));
  }

  test('one button signs up, and later signs in and leads back to the page that asked for it', async () => {
    provider.agree(PERSONS.kakao(1, 'kim@books.example'));
    const first = await open();
    await visit(first.page, '/portal/sign-up');
    await first.page.getByRole('button', { name: 'Continue with Kakao' }).click();
    await first.page.waitForURL('**/portal/key');
    await first.page.getByLabel('Name of the service').waitFor();
    assert.deepEqual(offencesOf(first), []);
    await first.context.close();

    const again = await open();
    // Longer than any provider takes along.
    const values = { endpoint: 'itemList', 'values.query': '가'.repeat(100) };
    const call = `/portal/test?${new URLSearchParams(values)}`;
    await visit(again.page, call);
    await again.page.getByRole('button', { name: 'Continue with Kakao' }).click();
    await again.page.waitForURL(({ pathname, search }) => pathname + search === call);
    await visit(again.page, '/portal/account');
    await again.page.getByRole('definition').getByText('kim@books.example').waitFor();
    await again.page.getByText('Connected since 2026-11-21').waitFor();
    assert.deepEqual(offencesOf(again), []);
    await again.context.close();
  });

  test('a provider that confirms no address: the page asks for one, and the mail completes the account', async () => {
    provider.agree(PERSONS.naver('nv-1', 'lee@books.example'));
    const { page, context } = await open();
    await visit(page, '/portal/sign-in');
    await page.getByRole('button', { name: 'Continue with Naver' }).click();
    await page.getByRole('heading', { name: 'Where can we reach you?' }).waitFor();
    assert.equal(new URL(page.url()).search, '', 'the code is gone from the address');
    assert.equal(await page.getByLabel('Email address').inputValue(), 'lee@books.example');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Open your link' }).waitFor();
    const link = `/portal/verify-email?token=${await tokenFromMail(app, 'lee@books.example')}`;
    const elsewhere = await open();
    await elsewhere.page.goto(link);
    await elsewhere.page.getByLabel('Password', { exact: true }).waitFor();
    await elsewhere.context.close();
    await page.goto(link);
    await page.getByText('You will sign in with Naver.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('Name of the service').waitFor();
    await context.close();
  });

  test('who declines, or calls up the address without having set out, is told and led back', async () => {
    provider.agree(null);
    const watched = await open();
    const { page, context } = watched;
    await visit(page, '/portal/sign-in');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByText('You didn’t give your consent at Google. Nothing was changed.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    for (const [path, words] of [
      ['google', 'This link is incomplete or was already used.'],
      ['elsewhere?code=a&state=b', 'This link is incomplete or was already used.'],
      ['kakao?error=server_error', 'Kakao sent you back without signing you in.'],
      ['kakao?code=a&state=b', 'This sign-in was started in another browser or too long ago.'],
    ] as const) {
      await visit(page, `/portal/sign-in/${path}`);
      await page.getByText(words).waitFor();
    }
    assert.deepEqual(offencesOf(watched), []);
    await context.close();
  });

  test('an owner with a password connects a provider, and disconnects it', async () => {
    const watched = await open();
    const { page, context } = watched;
    const email = 'park@books.example';
    await signUpByPassword(page, email);
    provider.agree(PERSONS.google('g-1', email));

    // The address is right, but nobody has connected the account yet.
    const other = await open();
    await visit(other.page, '/portal/sign-in');
    await other.page.getByRole('button', { name: 'Continue with Google' }).click();
    await other.page.getByText(`${email} already has an account here.`).waitFor();
    await other.context.close();

    await visit(page, '/portal/account');
    await page.getByRole('button', { name: 'Connect Google' }).click();
    const password = page.getByLabel('Your password, to connect Google');
    await password.and(page.locator(':focus')).waitFor();
    await password.fill('a wrong password');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByText('This isn’t your account’s password.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await connectGoogle(page);
    const disconnect = page.getByRole('button', { name: 'Disconnect Google' });
    await disconnect.waitFor();
    assert.equal(new URL(page.url()).pathname, '/portal/account');
    await disconnect.click();
    provider.agree(null);
    await page.getByRole('button', { name: 'Connect Google' }).click();
    await connectGoogle(page);
    await page.getByRole('heading', { name: 'Nothing was connected' }).waitFor();
    await page.getByRole('link', { name: 'To your account' }).click();
    await page.getByRole('button', { name: 'Connect Google' }).waitFor();
    assert.deepEqual(offencesOf(watched), []);
    await context.close();
  });

  for (const [language, scheme] of APPEARANCES) {
    test(`${language}, ${scheme}: no rule of axe is broken, and a phone is wide enough`, async () => {
      provider.agree(PERSONS.kakao(1, 'kim@books.example'));
      const watched = await open({ language, scheme, width: 360 });
      const { page, context } = watched;
      for (const path of [
        '/portal/sign-up',
        '/portal/sign-in',
        '/portal/sign-in/kakao?error=access_denied',
      ]) {
        await visit(page, path);
        assert.deepEqual(await axeViolations(page), [], path);
        assert.ok((await pageWidth(page)) <= 360, path);
      }
      await visit(page, '/portal/account');
      await page.getByRole('button', { name: /카카오|Kakao/ }).click();
      await page.waitForURL('**/portal/account');
      await page.getByRole('button', { name: /카카오 연결 끊기|Disconnect Kakao/ }).waitFor();
      await settled(page);
      assert.deepEqual(await axeViolations(page), []);
      assert.ok((await pageWidth(page)) <= 360);
      assert.deepEqual(offencesOf(watched), []);
      await context.close();
    });
  }

  async function connectGoogle(page: Page): Promise<void> {
    await page.getByLabel('Your password, to connect Google').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
  }

  async function signUpByPassword(page: Page, email: string): Promise<void> {
    await visit(page, '/portal/sign-up');
    await startSignUp(page, email);
    await page.getByText(email).waitFor();
    await page.goto(`/portal/verify-email?token=${await tokenFromMail(app, email)}`);
    await completeSignUp(page, 'Park');
  }
});
