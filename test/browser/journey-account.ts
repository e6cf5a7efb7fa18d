import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { callWith, mailedLink, makeAccount, PASSWORD } from './accounts.ts';
import { settled, visit } from './browser.ts';
import { axeViolations, completeSignUp, issueKey, signIn, startSignUp } from './journey.ts';
import type { Shop } from './shop-suite.ts';

/** Sign-up, sign-in, reset passwords, and sessions. */
export function signInTests(shop: Shop): void {
  test('an empty form names what is missing at each field and moves the focus to the first one', async () => {
    const { page } = await shop.open();
    await visit(page, '/portal/sign-up');
    await page.getByRole('button', { name: 'Send me the link' }).press('Enter');
    const email = page.getByLabel('Email address');
    await page.getByText('Please fill this in.').first().waitFor();
    const description = (await email.getAttribute('aria-describedby')) ?? '';
    assert.equal(await page.locator(`[id="${description}"]`).innerText(), 'Please fill this in.');
    assert.equal(await focusedName(page), 'email');
    await email.fill('no address');
    await page.getByText('This doesn’t look like an email address.').waitFor();
    await email.fill('ann@books.example');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.getByText('ann@books.example').waitFor();
    await page.goto(await mailedLink(shop.server, 'ann@books.example', 'verify-email'));
    await page.getByRole('button', { name: 'Create account' }).press('Enter');
    await page.getByText('Please fill this in.').first().waitFor();
    assert.equal(await focusedName(page), 'name');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByText('Too short: at least 10 characters.').waitFor();
  });

  test('sign-in says the same for a wrong password and an unknown address; the link is sent again', async () => {
    await makeAccount(shop.server, { email: 'bo@books.example', name: 'Bo' });
    const { page } = await shop.open();
    const refusals: string[] = [];
    for (const email of ['bo@books.example', 'nobody@books.example']) {
      await visit(page, '/portal/sign-in');
      await signIn(page, email, 'not the right password');
      refusals.push(await page.getByRole('alert').innerText());
      assert.equal(await focusedName(page), 'password');
    }
    assert.equal(refusals[0], refusals[1]);
    await visit(page, '/portal/sign-up');
    await startSignUp(page, 'cy@books.example');
    await page.getByText('cy@books.example').waitFor();
    assert.equal(await page.evaluate<string>('document.activeElement.textContent'), 'Open your link');
    await page.getByRole('button', { name: 'Create a new link' }).click();
    await page.getByText('A new link for cy@books.example is ready.').waitFor();
  });

  test('opening the mailed link makes no account: the page asks for name and password first', async () => {
    const { page } = await shop.open();
    await visit(page, '/portal/sign-up');
    await startSignUp(page, 'cleo@books.example');
    await page.getByText('cleo@books.example').waitFor();
    const link = await mailedLink(shop.server, 'cleo@books.example', 'verify-email');
    for (let time = 0; time < 2; time++) {
      await page.goto(link);
      await page.getByRole('heading', { name: 'Finish your account' }).waitFor();
    }
    assert.deepEqual(await axeViolations(page), []);
    await completeSignUp(page, 'Cleo');
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  });

  test('sign-in leads back to the page that asked for it, and never out of the portal', async () => {
    const account = await makeAccount(shop.server, { email: 'di@books.example', name: 'Di' });
    const { page, context } = await shop.open({}, account);
    await visit(page, '/portal/account');
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.goto('/portal/test?endpoint=itemDetail');
    await page.getByText('Sign in to see this page.').waitFor();
    // By keyboard alone.
    await page.getByLabel('Email address').focus();
    await page.keyboard.type('di@books.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Test tool' }).waitFor();
    assert.equal(await page.getByLabel('Endpoint').inputValue(), 'itemDetail');
    await page.getByText('You need an API key first').waitFor();

    const strange = ['//elsewhere.example/portal/', 'javascript:alert(1)', '/portal/../goods/1', 'http://['];
    for (const next of ['https://elsewhere.example/', ...strange]) {
      // What the page still asks for would be refused.
      await page.goto('about:blank');
      await context.clearCookies();
      await visit(page, `/portal/sign-in?next=${encodeURIComponent(next)}`);
      await signIn(page, 'di@books.example');
      await page.waitForURL('**/portal/key');
    }
  });

  test('a reset password ends every session, works once, and replaces the old one', async () => {
    const account = await makeAccount(shop.server, { email: 'ed@books.example', name: 'Ed' });
    const first = await shop.open({}, account);
    await visit(first.page, '/portal/key');
    const { page } = await shop.open();
    await visit(page, '/portal/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // Both pages ask for the address; it has to be typed into the second one.
    await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor();
    await page.getByLabel('Email address').fill('ed@books.example');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('is on its way to it').waitFor();
    const link = await mailedLink(shop.server, 'ed@books.example', 'reset-password');
    await page.goto(link);
    await page.getByLabel('New password').fill('another horse battery');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your password was changed.').waitFor();
    await signIn(page, 'ed@books.example', PASSWORD);
    await page.getByRole('alert').waitFor();
    await signIn(page, 'ed@books.example', 'another horse battery');
    await page.waitForURL('**/portal/key');

    await first.page.reload();
    await first.page.waitForURL('**/portal/sign-in?*');

    await page.goto(link);
    await page.getByLabel('New password').fill('a third horse battery');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('This link no longer works').waitFor();
  });

  test('signing out everywhere ends the sign-in of other browsers', async () => {
    const account = await makeAccount(shop.server, { email: 'flo@books.example', name: 'Flo' });
    const [one, other, watching] = [await shop.open({}, account), await shop.open(), await shop.open()];
    for (const { page } of [other, watching]) {
      await visit(page, '/portal/sign-in');
      await signIn(page, 'flo@books.example');
      await page.waitForURL('**/portal/key');
    }
    await visit(watching.page, '/portal/usage');
    await visit(one.page, '/portal/account');
    await one.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await one.page.getByText('You are signed out everywhere.').waitFor();
    // Within the page that is open, with what it knows: the server's refusal leads to the sign-in page.
    await other.page.getByRole('banner').getByRole('link', { name: 'Usage' }).click();
    await other.page.waitForURL('**/portal/sign-in?*');
    // A page that refreshes itself leaves without a click, and shows nothing of the account any longer.
    await watching.page.waitForURL('**/portal/sign-in?next=%2Fportal%2Fusage');
  });

  test('two accounts see nothing of each other, not even one after the other in one browser', async () => {
    const account = await makeAccount(shop.server, { email: 'gil@books.example', name: 'Gil Secret' });
    const { page } = await shop.open({}, account);
    await visit(page, '/portal/key');
    const key = await issueKey(page, 'Shop of Gil');
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('button', { name: 'Enrol' }).click();
    const link = await page.getByText(/\/a\/.+\/goods\//).innerText();
    assert.equal(await callWith(key, shop.server), 200);
    await visit(page, '/portal/usage');
    await page.locator('[data-count="1"]').waitFor();
    await page.getByLabel('Calls you need per day').fill('77777');
    await page.getByLabel('Why').fill('Reason of Gil');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('cell', { name: '77,777' }).waitFor();
    await visit(page, '/portal/account');
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await page.getByText('You are signed out.').waitFor();

    const other = await makeAccount(shop.server, { email: 'hal@books.example', name: 'Hal' });
    await other.issueKey('Shop of Hal');

    await signIn(page, 'hal@books.example');
    const traces = ['Gil', '77,777', key.slice(-4), link.split('/').at(-3) ?? ''];
    for (const name of ['API key', 'Usage', 'Test tool', 'Explorer']) {
      await page.getByRole('banner').getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await settled(page);
      await noTraces(page, traces);
    }
    await page.getByRole('banner').getByRole('link', { name: 'Usage' }).click();
    await page.locator('[data-count="0"]').waitFor();
    await page.getByText('You haven’t sent any requests.').waitFor();
  });
}

async function noTraces(page: Page, traces: readonly string[]): Promise<void> {
  const text = await page.locator('main').innerText();
  for (const trace of traces) assert.ok(trace !== '' && !text.includes(trace), `${trace} in ${text}`);
}

/** The name of the field that has the focus. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.name');
}
