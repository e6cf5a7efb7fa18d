import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { ItemOverridesPage, ItemOverridesView } from '../../src/portal/contract/console-shop.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { book } from '../support/small-shop.ts';
import { APPEARANCES, changeAnswers, visit } from './browser.ts';
import { HOSTILE_TITLES } from './hostile-shop.ts';
import { axeViolations, pageWidth } from './journey.ts';
import type { OperatorSite } from './shop-suite.ts';

const PAGES = [
  '/portal/console/shop',
  '/portal/console/shop?text=2001',
  '/portal/console/shop?field=deal',
  '/portal/console/shop?field=data',
  '/portal/console/shop/2001',
  '/portal/console/shop/bulk',
  '/portal/console/search',
  '/portal/console/search?tab=similar',
  '/portal/console/search?tab=missed',
  '/portal/console/search?tab=corrected',
  '/portal/console/feeds',
  '/portal/console/orders',
  '/portal/console/rankings',
] as const;

/** Search, shop, feeds and lists in the console. */
export function shopTests(site: OperatorSite): void {
  const { search, detail } = answersOf(site);

  test('a term that an operator blocks is refused at once, and answered again when it is allowed', async () => {
    const { page } = await site.open();
    await visit(page, '/portal/console');
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Search' }).click();
    await page.getByText('No term is blocked.').waitFor();
    assert.equal(await search('평범한'), 200);
    await page.getByLabel('Term to block').fill('평범한');
    await page.getByRole('button', { name: 'Block', exact: true }).press('Enter');
    // It stands in eight products: the number has to be typed.
    await goOn(page, '8');
    await page.getByText('Searches for “평범한” are refused.').waitFor();
    assert.equal(await search('평범한 책'), 'SEARCH_002');
    await page.getByRole('button', { name: 'Allow “평범한”' }).click();
    await page.getByText('No term is blocked.').waitFor();
    assert.equal(await search('평범한'), 200);
    await page.getByLabel('Term to block').fill('!!');
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByText('contains nothing that can be searched').waitFor();
  });

  test('a feed with a wrong line is checked, imported, its product found, withheld and shown again', async () => {
    const { page } = await site.open();
    const feed = [book(7001, '처음 들어온 책 1'), { kind: 'item', itemId: 7002, title: HOSTILE_TITLES[0] }];
    await visit(page, '/portal/console/feeds');
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByText('Please choose a file.').waitFor();
    await page.getByLabel('Feed file').setInputFiles({
      name: '<b>신간</b>.jsonl.gz',
      mimeType: 'application/gzip',
      buffer: gzipSync(jsonLines(feed)),
    });
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByText('The check is done. Nothing has been changed yet.').waitFor();
    await page.getByText('2 lines, 1 wrong').waitFor();
    const wrong = page.getByRole('table', { name: 'Wrong lines' });
    await wrong.getByRole('cell', { name: '2', exact: true }).waitFor();
    await wrong.getByRole('cell', { name: 'catalog', exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), [], 'report');
    assert.equal(await detail(7001), 'GOODS_001');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported. The next response includes it.').waitFor();
    assert.equal(await detail(7001), 200);
    await page.getByRole('table', { name: 'Latest imports' }).getByText('<b>신간</b>.jsonl.gz').waitFor();
    await page.getByRole('button', { name: 'Upload another file' }).click();
    await page.getByLabel('Feed file').waitFor();

    await visit(page, '/portal/console/shop');
    await page.getByRole('searchbox', { name: 'Find products' }).fill('처음 들어온');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: '처음 들어온 책 1' }).click();
    await page.getByText('This product is shown.').waitFor();
    await page.getByRole('button', { name: 'Withhold…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('7002');
    await dialog.getByRole('button', { name: 'Withhold it now' }).click();
    await dialog.getByText('That isn’t its number.').waitFor();
    assert.deepEqual(await axeViolations(page), [], 'dialog');
    assert.equal(await detail(7001), 200);
    await dialog.getByRole('textbox').fill('7001');
    await dialog.getByRole('button', { name: 'Withhold it now' }).click();
    await page.getByText('This product doesn’t appear in any response.').waitFor();
    await page.getByText('The product is withheld.').waitFor();
    await page.getByRole('table', { name: 'History' }).getByText('withheld: true').waitFor();
    const focused = await page.evaluate<string>('document.activeElement.textContent');
    assert.match(focused, /^This product doesn’t appear in any response\./, 'the focus stays in its place');
    assert.equal(await detail(7001), 'SEARCH_002');
    assert.equal(await search('처음 들어온'), 'SEARCH_002');
    await page.getByRole('link', { name: 'Back to products' }).click();
    await page.getByRole('link', { name: '처음 들어온 책 1' }).click();
    await page.getByRole('button', { name: 'Show it again' }).click();
    await page.getByText('This product is shown.').waitFor();
    assert.equal(await detail(7001), 200);
  });

  test('a deal is set, seen in its list, and ended; wrong values are told at their fields', async () => {
    const { page } = await site.open();
    await visit(page, '/portal/console/shop/2002');
    const deal = page.getByRole('region', { name: 'Deal' });
    await deal.getByRole('button', { name: 'Set the deal' }).click();
    await deal.getByText('Enter a whole number, 0 or more and below the list price.').waitFor();
    await deal.getByLabel('Deal price').fill('500');
    await deal.getByLabel('First day').fill('2020-02-02');
    await deal.getByLabel('Last day').fill('2020-01-01');
    await deal.getByRole('button', { name: 'Set the deal' }).click();
    await deal.getByText('It can’t be before the first day.').waitFor();
    await deal.getByLabel('Last day').fill('2099-12-31');
    await deal.getByRole('button', { name: 'Set the deal' }).click();
    await goOn(page, '500');
    await deal.getByText('An operator’s decision stands').waitFor();
    await visit(page, '/portal/console/shop?field=deal');
    await page.getByRole('table', { name: 'Deals' }).getByText('at ₩500').waitFor();
    await page.getByRole('link', { name: '평범한 책 2' }).click();
    await deal.getByRole('button', { name: 'Follow the feed' }).click();
    await page.getByText('The feed applies from now on.').waitFor();
    await visit(page, '/portal/console/shop?field=deal');
    await page.getByText('No deals, current or upcoming.').waitFor();
  });

  for (const [language, words] of Object.entries({
    'en-GB': {
      reason: 'Reason for your next decision (optional)',
      withhold: ['Withhold…', 'Withhold it now'],
      state: 'This product doesn’t appear in any response.',
      history: 'History',
      takeBack: 'Undo decision',
      outcome: 'Visibility: as the feed says',
      again: 'Visibility: withheld',
    },
    'ko-KR': {
      reason: '다음 결정의 이유 (선택)',
      withhold: ['감추기…', '감추기'],
      state: '이 상품은 어떤 응답에도 나오지 않습니다.',
      history: '결정 이력',
      takeBack: '이 결정 되돌리기',
      outcome: '노출: 피드대로',
      again: '노출: 감춤',
    },
  } as const))
    test(`a decision keeps its reason, and is taken back from the history of its product (${language})`, async () => {
      const { page } = await site.open({ language: language as 'en-GB' | 'ko-KR' });
      const reason = '<b>출판사</b> 요청';
      await visit(page, '/portal/console/shop/2003');
      await page.getByLabel(words.reason).fill(reason);
      await page.getByRole('button', { name: words.withhold[0], exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('2003');
      await dialog.getByRole('button', { name: words.withhold[1], exact: true }).click();
      await page.getByText(words.state).waitFor();
      assert.equal(await detail(2003), 'SEARCH_002');
      const newest = page.getByRole('table', { name: words.history }).getByRole('row').nth(1);
      await newest.getByText(reason).waitFor();
      assert.equal(await page.getByLabel(words.reason).inputValue(), '', 'the next decision has its own');
      await newest.getByText(words.outcome).waitFor();
      assert.deepEqual(await axeViolations(page), [], 'history');
      await newest.getByRole('button', { name: words.takeBack }).click();
      await newest.getByText(words.again).waitFor();
      assert.equal(await detail(2003), 200);
      await visit(page, '/portal/console/audit');
      await page.getByText(reason).first().waitFor();
    });

  test('a tally begins on the word of an operator and stays in the history', async () => {
    const { page } = await site.open();
    await visit(page, '/portal/console/rankings');
    await page.getByRole('button', { name: 'Tally now' }).click();
    const tallies = page.getByRole('table', { name: 'Last tallies' });
    await tallies.getByRole('row').filter({ hasText: 'operator' }).filter({ hasText: 'published' }).waitFor();
    await page.getByText('No run is in progress.').waitFor();
    const restate = page.getByRole('region', { name: 'Restate a closed month' });
    await restate.getByLabel('Month').fill('2020-13');
    await restate.getByRole('button', { name: 'Restate…' }).click();
    await restate.getByText('Enter a month as yyyy-MM.').waitFor();
    await restate.getByLabel('Month').fill('2020-01');
    await restate.getByRole('button', { name: 'Restate…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('2020-01');
    await page.getByRole('dialog').getByRole('button', { name: 'Restate it now' }).click();
    await restate.getByText('this month has no published lists').waitFor();
    await visit(page, '/portal/console/audit');
    await page.getByRole('cell', { name: 'ranking run requested' }).waitFor();
  });

  test('a search without result leads to the dictionary, where its words get a group', async () => {
    assert.equal(await search('없는말'), 'SEARCH_001');
    const { page } = await site.open();
    const group = page.getByRole('link', { name: 'Group “없는말” with another word' });
    // A server writes what it has counted every five seconds.
    await eventually(async () => {
      await visit(page, '/portal/console/search?tab=missed');
      return group.count();
    });
    await group.click();
    const words = page.getByLabel('Words that are similar to each other');
    assert.equal(await words.inputValue(), '없는말\n');
    await words.press('End');
    await words.fill('없는말\n평범한');
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('button', { name: /^Remove the group of/ }).click();
    await page.getByText('No groups.').waitFor();
  });

  for (const [language, scheme] of APPEARANCES) {
    test(`${language}, ${scheme}: no page breaks a rule of accessibility or is wider than a phone`, async () => {
      const { page } = await site.open({ language, scheme, width: 360 });
      for (const path of PAGES) {
        await visit(page, path);
        assert.deepEqual(await axeViolations(page), [], path);
        assert.ok((await pageWidth(page)) <= 360, `${path}: ${await pageWidth(page)} px`);
      }
    });
  }

  test('hostile titles and terms stay text, in lists and on the page of a product', async () => {
    const { page } = await site.open({ width: 360 });
    const term = '<img src=x onerror=alert(1)>';
    await visit(page, '/portal/console/search');
    await page.getByLabel('Term to block').fill(term);
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByRole('listitem').getByText(term, { exact: true }).waitFor();
    await page.getByRole('button', { name: `Allow “${term}”` }).click();
    await page.getByText('No term is blocked.').waitFor();

    // A feed has its markup taken out; the pages do not rely on that.
    await changeAnswers<ItemOverridesPage>(page, '**/portal/api/console/shop/find?*', (found) => {
      const items = HOSTILE_TITLES.flatMap((title, index) =>
        found.items.slice(0, 1).map((item) => ({ ...item, itemId: 9001 + index, title, author: title })),
      );
      return { ...found, items };
    });
    await visit(page, '/portal/console/shop?text=2001');
    for (const title of HOSTILE_TITLES)
      await page.getByRole('link').getByText(title, { exact: true }).waitFor();
    assert.ok((await pageWidth(page)) <= 360);
    for (const title of HOSTILE_TITLES) {
      const changed = { title, author: title };
      await changeAnswers<ItemOverridesView>(page, '**/portal/api/console/shop/item?*', (item) => ({
        ...item,
        ...changed,
      }));
      await visit(page, '/portal/console/shop/2001');
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), title);
      assert.ok((await pageWidth(page)) <= 360, title.slice(0, 20));
      await page.unroute('**/portal/api/console/shop/item?*');
    }
  });
}

/** What the API answers a developer: 200, or the code of its failure. */
export function answersOf(site: OperatorSite) {
  const call = async (path: string): Promise<string | number> => {
    const response = await fetch(`${site.server.address}${path}`, { headers: { 'X-Api-Key': site.key } });
    const { errorCode } = (await response.json()) as { errorCode: string | null };
    return errorCode ?? response.status;
  };
  return {
    search: (text: string) => call(`/v1/goods/itemList?query=${encodeURIComponent(text)}`),
    detail: (itemId: number) => call(`/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`),
  };
}

/** Types the number for which the server asks back. */
export async function goOn(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(number);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}
