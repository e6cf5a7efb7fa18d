import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { type MadeAccount, settledAccount } from './accounts.ts';
import { visit } from './browser.ts';
import { pageWidth } from './journey.ts';
import { type Shop, setOperator } from './shop-suite.ts';

const WIDTH = 360;
const PERSON = { email: 'pia@books.example', name: 'Pia' };

/** What has to be in sight on a phone of 360 px. */
export function phoneTests(shop: Shop): void {
  /** An operator with a key and a few calls. */
  let account: MadeAccount;
  before(async () => {
    account = await settledAccount(shop.server, PERSON, 'Pocket shelf');
    await setOperator(shop.server, PERSON.email, 'on');
  });

  for (const language of ['ko-KR', 'en-GB'] as const) {
    test(`${language}: what parameters, fields and headers mean is in sight beside their names`, async () => {
      const { page } = await shop.open({ language, width: WIDTH });
      await visit(page, '/docs/endpoints/itemList');
      // One question to the browser instead of hundreds: the sides of the first and last cell of each row.
      const cells = await page.evaluate<readonly { text: string; left: number; right: number }[]>(
        `[...document.querySelectorAll('main tbody > tr')]
          .flatMap(({ cells }) => [cells[0], cells[cells.length - 1]])
          .map((cell) => ({ text: cell.textContent, ...cell.getBoundingClientRect().toJSON() }))`,
      );
      assert.ok(cells.length > 80, 'the rows were seen');
      for (const { text, left, right } of cells) {
        assert.ok(right > left && left >= 0 && right <= WIDTH, `${text}: ${left} to ${right}`);
      }
    });
  }

  for (const language of ['ko-KR', 'en-GB'] as const) {
    test(`${language}: beside all links of an operator, the header shows the shop's whole name from 1024 px on`, async () => {
      const { page } = await shop.open({ language, width: 1024 }, account);
      await visit(page, '/portal/explorer');
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^(Console|운영)$/ })
        .waitFor();
      const missing =
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.brand'))";
      assert.equal(await page.evaluate<number>(missing), 0);
    });
  }

  test('requests for a higher quota keep their page narrow, and the status of a call is in sight', async () => {
    const { page } = await shop.open({ width: WIDTH }, account);
    // The endpoint with the longest name.
    await visit(page, '/portal/test?endpoint=newproductAttentionExport');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('tabpanel').waitFor();
    await visit(page, '/portal/usage');
    const latest = page.locator('#calls tbody tr').first();
    await latest.getByText('newproductAttentionExport').waitFor();
    await assertInSight(latest.getByText(/^[24]0[04]$/));
    await page.getByLabel('Calls you need per day').fill('123456789');
    await page.getByLabel('Why').fill('Many pockets.');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('cell', { name: '123,456,789' }).waitFor();
    assert.ok((await pageWidth(page)) <= WIDTH, `${await pageWidth(page)} px`);
  });

  test('the menu closes by Escape, and when the focus goes on into the page that it lies over', async () => {
    const { page } = await shop.open({ width: WIDTH });
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
  });

  test('in a row of links or tabs that scrolls sideways the one that is open is in sight', async () => {
    const { page } = await shop.open({ width: WIDTH }, account);
    await visit(page, '/portal/console/audit');
    const console = page.getByRole('navigation', { name: 'Console' });
    await assertInSight(console.getByRole('link', { name: 'Audit log' }));
    await console.getByRole('link', { name: 'Rankings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ranking runs' }).waitFor();
    await assertInSight(console.getByRole('link', { name: 'Rankings' }));
    await visit(page, '/portal/explorer?list=attention');
    await assertInSight(page.getByRole('tab', { selected: true }));
  });
}

/** Sideways; the page may be scrolled up and down. */
async function assertInSight(element: Locator): Promise<void> {
  const box = await element.boundingBox();
  assert.ok(box !== null);
  const { x, width } = box;
  assert.ok(x >= 0 && x + width <= WIDTH, `${await element.innerText()}: ${x} to ${x + width}`);
}
