import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import type { ItemPage, Shelf } from '../../src/portal/contract.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { chromiumMissing, launchChromium, openPage, type PageOptions, visit } from './browser.ts';
import { HOSTILE_TITLES } from './hostile-shop.ts';
import { axeViolations, beyondRefusals, callWith, issueKey, openShop, pageWidth, signUp } from './journey.ts';

/** Name of a service as a hostile developer gives it. */
const HOSTILE_NAME = '<img src=x onerror=alert(1)><script>alert(2)</script>';

/** Pages that need no account, and what they show when they are whole. */
const OPEN_PAGES = [
  ['/portal/sign-up', 'form'],
  ['/portal/sign-in', 'form'],
  ['/portal/sign-in?next=%2Fportal%2Fusage', 'form'],
  ['/portal/forgot-password', 'form'],
  ['/portal/reset-password?token=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'form'],
  ['/portal/verify-email', 'form'],
] as const;

/** Pages of an account with a key and a few calls. */
const OWN_PAGES = [
  ['/portal/key', '#add-on'],
  ['/portal/usage', '[aria-labelledby=calls] td'],
  ['/portal/test', 'form button[type=submit]'],
  ['/portal/explorer', '[role=tabpanel] ol li'],
  ['/portal/explorer?list=monthly&sex=M&age=60', '[role=tabpanel]'],
  ['/portal/explorer?query=%ED%8F%89%EB%B2%94', '#results'],
  ['/portal/explorer?query=nothing-of-this-kind', '#results'],
  ['/portal/explorer/items/2001', '#ranks'],
  ['/portal/explorer/items/99999', 'main'],
  ['/portal/account', 'h2'],
] as const;

describe('the pages of an account in a browser', { skip: chromiumMissing }, () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let server: ServerProcess;
  let browser: Browser;
  /** Of a signed-in account with a key. */
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

  before(async () => {
    server = await startServer({ after: (fn) => cleanups.push(fn) });
    await openShop(server);
    browser = await launchChromium();
    const { page, context } = await openPage(browser, { address: server.address, language: 'en-GB' });
    await signUp(page, server, { email: 'ivy@books.example', name: HOSTILE_NAME });
    const key = await issueKey(page, HOSTILE_NAME);
    for (let call = 0; call < 3; call++) assert.equal(await callWith(key, server), 200);
    await page.getByRole('button', { name: 'I stored it' }).click();
    await page.getByRole('button', { name: 'Enrol' }).click();
    await page.getByText('You are enrolled').waitFor();
    cookies = await context.cookies();
    await context.close();
  });
  after(async () => {
    await browser?.close();
    for (const clean of cleanups.reverse()) await clean();
  });

  async function openSignedIn(options: Omit<PageOptions, 'address'>) {
    const watched = await openPage(browser, { address: server.address, ...options });
    await watched.context.addCookies(cookies);
    return watched;
  }

  for (const language of ['ko-KR', 'en-GB'] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      test(`${language}, ${scheme}: no page breaks a rule of axe or writes to the console`, async () => {
        const visitor = await openPage(browser, { address: server.address, language, scheme });
        for (const [path, whole] of OPEN_PAGES) {
          await visit(visitor.page, path);
          await visitor.page.locator(whole).first().waitFor();
          await visitor.page.locator('form button[type=submit]').last().click();
          await visitor.page.locator('[aria-invalid=true]').first().waitFor();
          assert.deepEqual(await axeViolations(visitor.page, scheme), [], `${path} and axe, with its errors`);
        }
        assert.deepEqual(visitor.offences, []);
        await visitor.context.close();

        const { page, context, offences } = await openSignedIn({ language, scheme });
        for (const [path, whole] of OWN_PAGES) {
          await visit(page, path);
          await page.locator(whole).first().waitFor();
          assert.deepEqual(await axeViolations(page, scheme), [], `${path} and axe`);
        }
        assert.deepEqual(beyondRefusals(offences), []);
        await context.close();
      });
    }
  }

  test('what opens on a page breaks no rule of axe either: dialogs, tables, answers', async () => {
    const { page, context, offences } = await openSignedIn({ language: 'en-GB' });
    await visit(page, '/portal/key');
    await page.getByRole('button', { name: 'Revoke the key…' }).click();
    await page.getByRole('button', { name: 'Revoke it now' }).click();
    await page.getByText('These are not the last 4 characters.').waitFor();
    assert.deepEqual(await axeViolations(page), [], 'dialog of the key');
    await visit(page, '/portal/usage');
    await page.getByText('As a table').click();
    assert.deepEqual(await axeViolations(page), [], 'table of the chart');
    await visit(page, '/portal/test');
    await page.getByRole('button', { name: 'Run' }).click();
    for (const name of ['Covers', 'Headers', 'curl', 'JSON']) {
      await page.getByRole('tab', { name }).click();
      assert.deepEqual(await axeViolations(page), [], name);
    }
    await visit(page, '/portal/test?endpoint=bestsellerExport');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('tab', { name: 'Table' }).waitFor();
    assert.deepEqual(await axeViolations(page), [], 'spreadsheet');
    assert.deepEqual(offences, []);
    await context.close();
  });

  test('no page is wider than a phone of 360 px', async () => {
    for (const language of ['ko-KR', 'en-GB'] as const) {
      const { page, context } = await openSignedIn({ language, width: 360 });
      for (const [path, whole] of OWN_PAGES) {
        await visit(page, path);
        await page.locator(whole).first().waitFor();
        assert.ok((await pageWidth(page)) <= 360, `${path}: ${await pageWidth(page)} px`);
      }
      await visit(page, '/portal/test');
      await page.locator('form button[type=submit]').click();
      await page.getByRole('tabpanel').waitFor();
      assert.ok((await pageWidth(page)) <= 360, 'an answer of the test tool');
      await context.close();
    }
  });

  test('hostile names and titles stay text on every page', async () => {
    const { page, context, offences } = await openSignedIn({ language: 'en-GB', width: 360 });
    await visit(page, '/portal/key');
    await page.getByText(HOSTILE_NAME).waitFor();
    await visit(page, '/portal/account');
    await page.getByText(HOSTILE_NAME).waitFor();
    await page.route('**/portal/api/shelf?*', async (route) => {
      const response = await route.fetch();
      const shelf = (await response.json()) as Shelf;
      const items = shelf.items.map((item, index) => ({ ...item, title: HOSTILE_TITLES[index] ?? '' }));
      await route.fulfill({ response, json: { ...shelf, items } });
    });
    await visit(page, '/portal/explorer');
    for (const title of HOSTILE_TITLES) await page.getByText(title, { exact: true }).waitFor();
    assert.ok((await pageWidth(page)) <= 360);
    for (const title of HOSTILE_TITLES) {
      await page.route('**/portal/api/item?*', async (route) => {
        const response = await route.fetch();
        const item = (await response.json()) as ItemPage;
        await route.fulfill({ response, json: { ...item, title, author: title, introduction: title } });
      });
      await visit(page, '/portal/explorer/items/2001');
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), title);
      assert.ok((await pageWidth(page)) <= 360, title.slice(0, 20));
      await page.unroute('**/portal/api/item?*');
    }
    assert.deepEqual(offences, []);
    await context.close();
  });

  test('a cover leads to its product, and from there a click to the call that made the page', async () => {
    const { page, context, offences } = await openSignedIn({ language: 'en-GB' });
    await visit(page, '/portal/explorer');
    await page.getByRole('tab', { name: 'Overall' }).press('ArrowRight');
    await page.waitForURL('**/portal/explorer?list=monthly');
    await page.getByRole('tabpanel').getByRole('link').first().click();
    await page.waitForURL('**/portal/explorer/items/*');
    await page.getByRole('link', { name: 'Open in the test tool: Rank history' }).click();
    await page.waitForURL('**/portal/test?*');
    assert.equal(await page.getByLabel('Endpoint').inputValue(), 'history');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('"rootRanks"').waitFor();
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/portal/explorer?list=monthly');
    assert.deepEqual(offences, []);
    await context.close();
  });

  test('Escape leaves a dialog, and the focus is where it was', async () => {
    const { page, context } = await openSignedIn({ language: 'en-GB' });
    await visit(page, '/portal/account');
    await page.getByRole('button', { name: 'Close the account…' }).press('Enter');
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    assert.equal(await page.evaluate<string>('document.activeElement.name'), 'confirmation');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate<string>('document.activeElement.textContent'), 'Close the account…');
    await context.close();
  });

  test('when the server does not answer, the page says so and tries again when asked', async () => {
    const { page, context } = await openSignedIn({ language: 'en-GB' });
    await page.route('**/portal/api/item?*', (route) => route.abort());
    await visit(page, '/portal/explorer');
    await page.getByRole('tabpanel').getByRole('link').first().click();
    await page.getByText('The server could not be reached.').waitFor();
    await page.unroute('**/portal/api/item?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Rank history', level: 2 }).waitFor();
    await context.close();
  });
});
