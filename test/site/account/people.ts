import assert from 'node:assert/strict';
import { linkFromMail } from '../../support/mails.ts';
import type { TestApp } from '../../support/test-app.ts';
import { type Answer, type Browser, newBrowser, PASSWORD } from '../site-kit.ts';

/** A new account by all the steps of its owner, in a browser that is signed in then. */
export async function signUp(
  app: TestApp,
  email: string,
  browser: Browser = newBrowser(app),
): Promise<Browser> {
  assert.equal((await browser.submit('/portal/sign-up', 'sign-up', { email })).status, 200);
  const decision = { name: `Owner of ${email}`, password: PASSWORD };
  const completed = await browser.submit(await linkFromMail(app, email), 'complete', decision);
  assert.equal(completed.status, 200, completed.text);
  const accountId = (await app.accounts.findAccountByEmail(email))?.accountId ?? 0;
  return Object.assign(browser, { accountId, email });
}

/** What the form for signing in leads to. */
export function signIn(browser: Browser, email: string, password = PASSWORD): Promise<Answer> {
  return browser.submit('/portal/sign-in', 'sign-in', { email, password });
}

/** Whether a page of one's own opens. */
export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get('/portal/account')).status === 200;
}

/** The cookies of one browser that `names` matches, given to another. */
export function giveCookies(from: Browser, to: Browser, names: RegExp): void {
  for (const [name, value] of from.cookies) if (names.test(name)) to.cookies.set(name, value);
}
