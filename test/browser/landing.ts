import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './browser.ts';
import type { Shop } from './shop-suite.ts';

/** The landing page of a shop that gives every account 7,000 calls a day. */
export function landingTests(shop: Shop): void {
  test('a choice on the landing page changes the shelf and the call that stands below it, where it is marked', async () => {
    const { page } = await shop.open();
    await visit(page, '/');
    const call = page.locator('pre').first();
    await page.getByText('Free: 7,000 calls a day').waitFor();
    await page.getByLabel('Sex', { exact: true }).selectOption('M');
    await call.filter({ hasText: /-d categoryId=001 .*-d sex=M .*bestsellerMonthly'/s }).waitFor();
    const marked = call.locator('.underline');
    await marked.filter({ hasText: 'sex=M' }).waitFor();
    assert.equal(await marked.count(), 1, 'the last change alone is marked');
    await page.getByLabel('Subcategory').selectOption('001001');
    await call.filter({ hasText: /-d categoryId=001001 .*-d sex=M .*bestsellerMonthly'/s }).waitFor();
    await page.getByRole('tab', { name: 'Daily' }).click();
    await call.filter({ hasText: /-d categoryId=001001 .*bestsellerDaily'/s }).waitFor();
    await page.keyboard.press('ArrowRight');
    await call.filter({ hasText: /-d categoryId=001001 .*bestsellerRealtime'/s }).waitFor();
  });
}
