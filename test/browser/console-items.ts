import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './browser.ts';
import { goOn } from './console-shop.ts';
import { axeViolations, beyondRefusals } from './journey.ts';
import type { OperatorSite } from './shop-suite.ts';

/** Corrections of products in the console. */
export function itemTests(site: OperatorSite): void {
  /** What the API answers a developer who searches: 200, or the code of its failure. */
  async function search(text: string): Promise<string | number> {
    const path = `/v1/goods/itemList?query=${encodeURIComponent(text)}`;
    const response = await fetch(`${site.server.address}${path}`, { headers: { 'X-Api-Key': site.key } });
    const { errorCode } = (await response.json()) as { errorCode: string | null };
    return errorCode ?? response.status;
  }

  test('data of a product are corrected, told at their fields where wrong, and follow the feed again', async () => {
    const { page, context, offences } = await site.open();
    await visit(page, '/portal/console/shop/2003');
    const data = page.getByRole('region', { name: 'Data' });
    await data.getByRole('button', { name: 'Save changes' }).click();
    await data.getByText('Nothing was changed.').waitFor();
    await data.getByLabel('Cover').fill('no address');
    await data.getByRole('button', { name: 'Save changes' }).click();
    await data.getByText('no address').waitFor();
    await data.getByLabel('Cover').fill('');
    await data.getByLabel('Title').fill('손으로 고친 책');
    await data.getByLabel('Selling price').fill('100');
    await data.getByRole('button', { name: 'Save changes' }).press('Enter');
    await goOn(page, '100');
    await page.getByRole('heading', { name: '손으로 고친 책', level: 1 }).waitFor();
    await data.getByText('Value in the feed: 평범한 책 3.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await search('손으로 고친'), 200);
    await visit(page, '/portal/console/shop?field=data');
    await page.getByText('Corrected: Title, Selling price').waitFor();
    await page.getByRole('link', { name: '손으로 고친 책' }).click();
    await data.getByRole('button', { name: 'Follow the feed: Title' }).click();
    await page.getByRole('heading', { name: '평범한 책 3', level: 1 }).waitFor();
    assert.equal(await search('손으로 고친'), 'SEARCH_001');
    assert.deepEqual(beyondRefusals(offences), []);
    await context.close();
  });
}
