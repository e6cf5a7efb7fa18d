import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { chromiumMissing, launchChromium, openPage, visit } from './browser.ts';
import { openShop, pageWidth, settleIn } from './journey.ts';

const WIDTH = 360;
const PERSON = { email: 'pia@books.example', name: 'Pia' };

describe('on a phone of 360 px', { skip: chromiumMissing }, () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let server: ServerProcess;
  let browser: Browser;
  /** Of an operator with a key and a few calls. */
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

  before(async () => {
    server = await startServer({ after: (fn) => cleanups.push(fn) });
    await openShop(server);
    browser = await launchChromium();
    const { page, context } = await openPage(browser, { address: server.address, language: 'en-GB' });
    await settleIn(page, server, PERSON, 'Pocket shelf');
    cookies = await context.cookies();
    await context.close();
    const changed = await server.seoga(['account', 'update', '--account', PERSON.email, '--operator', 'on']);
    assert.equal(changed.code, 0, changed.stderr);
  });
  after(async () => {
    await browser?.close();
    for (const clean of cleanups.reverse()) await clean();
  });

  async function openSignedIn(language: 'ko-KR' | 'en-GB') {
    const watched = await openPage(browser, { address: server.address, language, width: WIDTH });
    await watched.context.addCookies(cookies);
    return watched;
  }

  for (const language of ['ko-KR', 'en-GB'] as const) {
    test(`${language}: what parameters, fields and headers mean is in sight beside their names`, async () => {
      const { page, context } = await openPage(browser, { address: server.address, language, width: WIDTH });
      await visit(page, '/docs/endpoints/itemList');
      const rows = page.locator('main table tbody tr');
      assert.ok((await rows.count()) > 40, 'the rows were seen');
      for (const row of await rows.all()) {
        await assertInSight(row.locator('td').first());
        await assertInSight(row.locator('td').last());
      }
      await context.close();
    });
  }

  test('requests for a higher quota keep their page narrow, and the status of a call is in sight', async () => {
    const { page, context, offences } = await openSignedIn('en-GB');
    // The endpoint with the longest name.
    await visit(page, '/portal/test?endpoint=newproductAttentionExport');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('tabpanel').waitFor();
    await visit(page, '/portal/usage');
    const latest = page.locator('[aria-labelledby=calls] tbody tr').first();
    await latest.getByText('newproductAttentionExport').waitFor();
    await assertInSight(latest.getByText(/^[24]0[04]$/));
    await page.getByLabel('Calls a day that you need').fill('123456789');
    await page.getByLabel('Why').fill('Many pockets.');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('cell', { name: '123,456,789' }).waitFor();
    assert.ok((await pageWidth(page)) <= WIDTH, `${await pageWidth(page)} px`);
    assert.deepEqual(offences, []);
    await context.close();
  });

  test('the menu closes by Escape, and when the focus goes on into the page that it lies over', async () => {
    const { page, context } = await openPage(browser, {
      address: server.address,
      language: 'en-GB',
      width: WIDTH,
    });
    await visit(page, '/docs/faq');
    const button = page.getByText('Menu', { exact: true });
    const start = page.getByRole('banner').getByRole('link', { name: 'Get started' });
    await button.press('Enter');
    await start.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await start.waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate<string>('document.activeElement.textContent'), 'Menu');
    await button.press('Enter');
    await start.focus();
    await page.keyboard.press('Tab');
    await start.waitFor({ state: 'hidden' });
    await context.close();
  });

  test('in a row of links or tabs that scrolls sideways the one that is open is in sight', async () => {
    const { page, context } = await openSignedIn('en-GB');
    await visit(page, '/portal/console/audit');
    const console = page.getByRole('navigation', { name: 'Console' });
    await assertInSight(console.getByRole('link', { name: 'Audit log' }));
    await console.getByRole('link', { name: 'Rankings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ranking runs' }).waitFor();
    await assertInSight(console.getByRole('link', { name: 'Rankings' }));
    await visit(page, '/portal/explorer?list=attention');
    await assertInSight(page.getByRole('tab', { selected: true }));
    await context.close();
  });
});

/** Sideways; the page may be scrolled up and down. */
async function assertInSight(element: Locator): Promise<void> {
  const box = await element.boundingBox();
  assert.ok(box !== null);
  const { x, width } = box;
  assert.ok(x >= 0 && x + width <= WIDTH, `${await element.innerText()}: ${x} to ${x + width}`);
}
