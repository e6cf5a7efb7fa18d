import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type MadeAccount, settledAccount } from './accounts.ts';
import { visit } from './browser.ts';
import { signIn } from './journey.ts';
import type { Shop } from './shop-suite.ts';

/** What a page hands on to the next. */
export function waysOnTests(shop: Shop): void {
  let account: MadeAccount;
  before(async () => {
    account = await settledAccount(shop.server, { email: 'way@books.example', name: 'Way' }, 'Ways');
  });

  test('what one begins with has an answer; addresses are as people write them', async () => {
    const { page } = await shop.open({}, account);
    await visit(page, '/portal/test?endpoint=content');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('tabpanel').getByText('"contents": "1장"').waitFor();
    await visit(page, '/portal/explorer');
    await page.getByRole('combobox', { name: 'Search' }).fill('1984');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/portal/explorer?query=1984');
    const again = page.getByRole('link', { name: 'Open in the test tool' });
    assert.match((await again.getAttribute('href')) ?? '', /\?endpoint=itemList&values\.query=1984&/);
    await again.click();
    await page.locator('input[name=query]').waitFor();
    assert.equal(await page.locator('input[name=query]').inputValue(), '1984');
  });

  test('signing in leads back to the page that was read, and what is asked for is confirmed where the focus is', async () => {
    const { page } = await shop.open();
    await visit(page, '/docs/faq');
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').waitFor();
    await signIn(page, 'way@books.example');
    await page.waitForURL('**/docs/faq');
    await visit(page, '/portal/usage');
    await page.getByLabel('Calls you need per day').fill('50,000');
    await page.getByLabel('Why').fill('A new app.');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.locator(':focus').getByText('Your request is under review.').waitFor();
  });
}
