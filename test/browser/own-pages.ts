import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ItemPage, Shelf, SuggestionsView } from '../../src/portal/contract/catalogue.ts';
import { type MadeAccount, settledAccount } from './accounts.ts';
import { APPEARANCES, changeAnswers, DESKTOP, PHONE, visit } from './browser.ts';
import { FILTER_WORDS } from './filter-words.ts';
import { HOSTILE_TITLES } from './hostile-shop.ts';
import { axeViolations, beyondRefusals, pageWidth } from './journey.ts';
import { ENTRANCE_PAGES, OWN_PAGES, READING_PAGES } from './pages.ts';
import type { Shop, VisitOptions } from './shop-suite.ts';

/** Name of a service as a hostile developer gives it. */
const HOSTILE_NAME = '<img src=x onerror=alert(1)><script>alert(2)</script>';

/** The pages of an account. */
export function ownPageTests(shop: Shop): void {
  /** Has a key. */
  let account: MadeAccount;
  before(async () => {
    account = await settledAccount(
      shop.server,
      { email: 'ivy@books.example', name: HOSTILE_NAME },
      HOSTILE_NAME,
    );
  });
  const openSignedIn = (options?: VisitOptions) => shop.open(options, account);

  test('without an account the catalogue is found, searched and read; only the test tool asks to sign in', async () => {
    const { page } = await shop.open();
    await visit(page, '/');
    await page.getByRole('navigation').getByRole('link', { name: 'Explorer' }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('평범');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.locator('#results').waitFor();
    await page.locator('section[aria-labelledby=results] ol a').first().click();
    await page.getByRole('heading', { name: 'Rank history', level: 2 }).waitFor();
    await page.getByRole('link', { name: 'Open in the test tool' }).first().click();
    await page.waitForURL('**/portal/sign-in?next=*');
  });

  for (const [language, scheme] of APPEARANCES) {
    test(`${language}, ${scheme}: no page breaks a rule of axe, writes to the console or is wider than a phone of 360 px`, async () => {
      const visitor = await shop.open({ language, scheme });
      for (const [path, whole] of ENTRANCE_PAGES) {
        await visit(visitor.page, path);
        await visitor.page.locator(whole).first().waitFor();
        await visitor.page.locator('form button[type=submit]').last().click();
        await visitor.page.locator('[aria-invalid=true]').first().waitFor();
        assert.deepEqual(await axeViolations(visitor.page), [], `${path} and axe, with its errors`);
      }
      await checkPages(visitor.page, READING_PAGES);
      assert.deepEqual(beyondRefusals(visitor.offences), []);

      const { page, offences } = await openSignedIn({ language, scheme });
      await checkPages(page, OWN_PAGES);
      await page.setViewportSize(PHONE);
      await visit(page, '/portal/test');
      await page.locator('form button[type=submit]').click();
      await page.getByRole('tabpanel').waitFor();
      assert.ok((await pageWidth(page)) <= 360, 'an answer of the test tool');
      assert.deepEqual(beyondRefusals(offences), []);
    });
  }

  test('what opens on a page breaks no rule of axe either: dialogs, tables, answers', async () => {
    const { page } = await openSignedIn();
    await visit(page, '/portal/key');
    await page.getByRole('button', { name: 'Revoke the key…' }).click();
    await page.getByRole('button', { name: 'Revoke it now' }).click();
    await page.getByText('These aren’t the last 4 characters.').waitFor();
    assert.deepEqual(await axeViolations(page, 'all', 'dialog[open]'), [], 'dialog of the key');
    await visit(page, '/portal/usage');
    await page.getByText('As a table').click();
    assert.deepEqual(await axeViolations(page), [], 'table of the chart');
    await visit(page, '/portal/test');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('tabpanel').waitFor();
    assert.deepEqual(await axeViolations(page), [], 'answer');
    for (const name of ['Covers', 'Headers', 'curl', 'JSON']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
      assert.deepEqual(await axeViolations(page, 'all', '[role=tabpanel]'), [], name);
    }
    await visit(page, '/portal/test?endpoint=bestsellerExport');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('tab', { name: 'Table' }).waitFor();
    assert.deepEqual(await axeViolations(page), [], 'spreadsheet');
    await page.getByLabel('Header row').selectOption('N');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('columnheader', { name: 'A', exact: true }).waitFor();
    await page.getByRole('cell', { name: '1', exact: true }).first().waitFor();
  });

  test('hostile names and titles stay text on every page', async () => {
    const { page } = await openSignedIn({ width: 360 });
    await visit(page, '/portal/key');
    await page.getByText(HOSTILE_NAME).waitFor();
    await visit(page, '/portal/account');
    await page.getByText(HOSTILE_NAME).waitFor();
    await changeAnswers<Shelf>(page, '**/portal/api/shelf?*', (shelf) => {
      const items = shelf.items.map((item, index) => ({ ...item, title: HOSTILE_TITLES[index] ?? '' }));
      return { ...shelf, items };
    });
    await visit(page, '/portal/explorer');
    for (const title of HOSTILE_TITLES) await page.getByText(title, { exact: true }).waitFor();
    assert.ok((await pageWidth(page)) <= 360);
    for (const title of HOSTILE_TITLES) {
      const changed = { title, author: title, introduction: title };
      await changeAnswers<ItemPage>(page, '**/portal/api/item?*', (item) => ({ ...item, ...changed }));
      await visit(page, '/portal/explorer/items/2001');
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), title);
      assert.ok((await pageWidth(page)) <= 360, title.slice(0, 20));
      await page.unroute('**/portal/api/item?*');
    }
    // The import takes markup out of titles: what the server suggests is mixed with some here.
    await changeAnswers<SuggestionsView>(page, '**/portal/api/suggest?*', ({ suggestions }) => ({
      suggestions: [...HOSTILE_TITLES, ...suggestions],
    }));
    await visit(page, '/portal/explorer');
    await page.getByRole('combobox', { name: 'Search' }).fill('평범');
    await page.getByRole('option', { name: '평범한 책 8' }).waitFor();
    const offered = await page.getByRole('option').filter({ visible: true }).allTextContents();
    assert.deepEqual(offered.slice(0, HOSTILE_TITLES.length), HOSTILE_TITLES);
    assert.ok((await pageWidth(page)) <= 360, 'suggestions');
  });

  test('a cover leads to its product, and from there a click to the call that made the page', async () => {
    const { page } = await openSignedIn();
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
  });

  test('what is typed is suggested further, and taken by keyboard or with the mouse', async () => {
    const { page } = await openSignedIn({ width: 360 });
    await visit(page, '/portal/explorer');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.pressSequentially('1');
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await options.first().waitFor();
    const offered = await options.allTextContents();
    assert.ok(offered.includes(`${HOSTILE_TITLES[5]} 1`), 'the import leaves this title as it is');
    assert.equal(offered.at(-1), '평범한 책 1', 'all others sell better');
    assert.ok((await pageWidth(page)) <= 360);
    assert.deepEqual(await axeViolations(page), []);
    await field.press('Escape');
    await options.first().waitFor({ state: 'hidden' });
    assert.equal(await field.inputValue(), '1');
    await field.fill('ㅍㅂㅎ');
    await page.getByRole('option', { name: '평범한 책 8' }).waitFor();
    assert.deepEqual(
      await options.allTextContents(),
      Array.from({ length: 8 }, (_, index) => `평범한 책 ${index + 1}`),
    );
    await field.press('ArrowUp');
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    await page.getByRole('option', { name: '평범한 책 1', selected: true }).waitFor();
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Results for “평범한 책 1”' }).waitFor();
    await field.fill('책');
    await page.getByRole('option', { name: '평범한 책 1' }).click();
    await page.getByRole('heading', { name: 'Results for “평범한 책 1”' }).waitFor();
    await field.fill('무엇');
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Results for “무엇”' }).waitFor();
  });

  test('filters narrow a search, stay in the address, stand in the call, and say what is wrong with them', async () => {
    for (const language of ['ko-KR', 'en-GB'] as const) {
      const words = FILTER_WORDS[language];
      const { page } = await openSignedIn({ language, width: 360 });
      await visit(page, '/portal/explorer?query=1');
      const items = page.locator('section[aria-labelledby=results] ol li');
      await page.getByText(words.found(7), { exact: true }).waitFor();
      // By keyboard alone, from the disclosure on.
      await page.getByText(words.more, { exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      assert.equal(await page.getByLabel(words.target, { exact: true }).inputValue(), 'title');
      await page.getByLabel(words.from, { exact: true }).fill('2024-01-02');
      await page.getByLabel(words.priceTo, { exact: true }).fill('9000');
      await page.getByLabel(words.priceTo, { exact: true }).press('Enter');
      await page.getByText(words.found(6), { exact: true }).waitFor();
      assert.equal(await items.count(), 6);
      assert.match(page.url(), /target=title&publishedFrom=2024-01-02&priceTo=/);
      await page
        .locator('code', { hasText: '&target=title&publishedFrom=2024-01-02&priceTo=9000' })
        .waitFor();
      assert.deepEqual(await axeViolations(page), [], 'filters');
      assert.ok((await pageWidth(page)) <= 360);

      await page.reload();
      await page.getByText(words.found(6), { exact: true }).waitFor();
      assert.equal(await page.getByLabel(words.from, { exact: true }).inputValue(), '2024-01-02');
      await page.getByLabel(words.to, { exact: true }).fill('2024-01-01');
      await page.getByRole('button', { name: words.apply }).click();
      await page.getByText(words.refused).waitFor();
      const wrong = page.locator('[aria-invalid=true]');
      assert.equal(await wrong.getAttribute('name'), 'publishedTo');
      assert.equal(await page.evaluate<string>('document.activeElement.name'), 'publishedTo');
      assert.deepEqual(await axeViolations(page), [], 'a filter that is refused');
      assert.ok((await pageWidth(page)) <= 360);
      await page.goBack();
      await page.getByText(words.found(6), { exact: true }).waitFor();
      await page.goBack();
      await page.getByText(words.found(7), { exact: true }).waitFor();
    }
  });

  test('a click on an add-on link stands in its report', async () => {
    const { page } = await openSignedIn();
    await visit(page, '/portal/key');
    await page.getByText('No clicks yet.').waitFor();
    const link = await page.getByText(/\/a\/.+\/goods\//).innerText();
    const answer = await fetch(link.replace(/\d+$/, '2001'), { redirect: 'manual' });
    assert.equal(answer.status, 302);
    await visit(page, '/portal/key');
    await page
      .getByRole('table', { name: 'Clicks of the last 90 days' })
      .getByRole('cell', { name: '1', exact: true })
      .waitFor();
  });

  test('Escape leaves a dialog, and the focus is where it was', async () => {
    const { page } = await openSignedIn();
    await visit(page, '/portal/account');
    await page.getByRole('button', { name: 'Close the account…' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Your password').waitFor();
    assert.equal(await page.evaluate<string>('document.activeElement.name'), 'confirmation');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate<string>('document.activeElement.textContent'), 'Close the account…');
  });

  test('when the server does not answer, the page says so and tries again when asked', async () => {
    const { page } = await openSignedIn({ expects: /ERR_FAILED/ });
    await page.route('**/portal/api/item?*', (route) => route.abort());
    await visit(page, '/portal/explorer');
    await page.getByRole('tabpanel').getByRole('link').first().click();
    await page.getByText('The server could not be reached.').waitFor();
    await page.unroute('**/portal/api/item?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Rank history', level: 2 }).waitFor();
  });
}

/** Each page on a phone and under axe. */
async function checkPages(page: Page, pages: readonly (readonly [path: string, whole: string])[]) {
  for (const [path, whole] of pages) {
    await page.setViewportSize(PHONE);
    await visit(page, path);
    await page.locator(whole).first().waitFor();
    assert.ok((await pageWidth(page)) <= 360, `${path}: ${await pageWidth(page)} px`);
    await page.setViewportSize(DESKTOP);
    assert.deepEqual(await axeViolations(page), [], `${path} and axe`);
  }
}
