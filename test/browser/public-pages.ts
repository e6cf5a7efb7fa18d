import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_STATUS } from '../../src/http/errors.ts';
import type { Shelf } from '../../src/portal/contract/catalogue.ts';
import { APPEARANCES, changeAnswers, DESKTOP, loadedFiles, PHONE, visit } from './browser.ts';
import { HOSTILE_TITLES } from './hostile-shop.ts';
import { axeViolations, pageWidth } from './journey.ts';
import { PAGE_KINDS, PUBLIC_PAGES } from './pages.ts';
import type { Shop } from './shop-suite.ts';

/** First load of the portal, compressed (all but the pictures, which belong to the catalogue). */
const FIRST_LOAD_MAX_BYTES = 180 * 1024;

/** What stands beside each page of the documentation once the endpoints have come. */
const CONTENTS = 'aside a[href$="/docs/endpoints/itemList"]';

/** The only one without contents. */
const STATUS = '/docs/status';

/** The pages that everybody reads, in a shop that gives every account 7,000 calls a day. */
export function publicPageTests(shop: Shop): void {
  for (const [language, scheme] of APPEARANCES) {
    test(`${language}, ${scheme}: no page is wider than a phone of 360 px, breaks a rule of axe, writes to the console or leaves the host`, async () => {
      const { page, offences } = await shop.open({ language, scheme });
      for (const path of PUBLIC_PAGES) {
        await page.setViewportSize(PHONE);
        await visit(page, path);
        assert.ok((await pageWidth(page)) <= 360, `${path} is ${await pageWidth(page)} px wide`);
        await page.setViewportSize(DESKTOP);
        if (path.startsWith('/docs') && path !== STATUS) await page.locator(CONTENTS).first().waitFor();
        // Pages of one kind have the same parts in the same colours.
        const rules = scheme === 'light' || PAGE_KINDS.has(path) ? 'all' : 'all but contrast';
        assert.deepEqual(await axeViolations(page, rules), [], `${path} and axe`);
        assert.deepEqual(offences, [], path);
      }
    });
  }

  test('every endpoint has a page with parameters, code and a sample answer', async () => {
    const { page } = await shop.open({ language: 'ko-KR' });
    const response = await page.request.get('/v1/openapi.json');
    const { paths } = (await response.json()) as { paths: Record<string, { get: { operationId: string } }> };
    await visit(page, '/docs/endpoints');
    const main = page.locator('main');
    for (const [path, { get }] of Object.entries(paths)) {
      await page.locator(`a[href$="/docs/endpoints/${get.operationId}"]`).first().click();
      await main.getByText(`${shop.server.address}${path}`, { exact: true }).waitFor();
      await main.getByText(`'${shop.server.address}${path}`).first().waitFor();
      await page.locator('#answer pre').filter({ hasText: /\S/ }).waitFor();
    }
    await visit(page, '/docs/endpoints/itemDetail');
    const statuses = page.getByRole('table', { name: 'data.items[].itemStatus의 값' });
    await statuses.getByRole('row', { name: '예약판매 출간 전 예약 주문 가능' }).waitFor();
    const kinds = page.getByRole('table', { name: 'searchType의 값' });
    await kinds.getByRole('row', { name: 'ISBN13 ISBN13 기본값' }).waitFor();
    const [code, fields] = [page.locator('#code'), page.locator('#parameters')];
    assert.ok(
      ((await code.boundingBox())?.x ?? 0) > ((await fields.boundingBox())?.x ?? 0) + 300,
      'two columns',
    );
    await visit(page, '/docs');
    await main.getByText('"success"').first().waitFor();
  });

  test('the rules tell the limits that this service is set up with', async () => {
    const { page } = await shop.open();
    await visit(page, '/docs/rules');
    await page.getByText('7,000 calls a day and 10 a second, up to 20 at once').waitFor();
  });

  test('an endpoint leads to its form in the test tool, by way of sign-in, and tells its own headers', async () => {
    const { page } = await shop.open();
    await visit(page, '/docs/endpoints/itemList');
    await page
      .getByRole('table', { name: 'Response headers' })
      .getByText('Seoga-Correction', { exact: true })
      .waitFor();
    await page.getByRole('link', { name: 'Try it in the test tool' }).click();
    await page.waitForURL('**/portal/sign-in?next=*itemList*');
  });

  test('every error code has a page with calls that can be pasted, and a line in the list of codes', async () => {
    const { page } = await shop.open();
    await visit(page, '/docs/errors#UPSTREAM_UNAVAILABLE');
    for (const code of Object.keys(ERROR_STATUS))
      assert.equal(await page.locator(`li#${code}`).count(), 1, code);
    await page.getByRole('link', { name: 'PARAM_006' }).click();
    await page.getByRole('heading', { level: 1, name: 'Page size out of range' }).waitFor();
    await page
      .getByText(`"${shop.server.address}/v1/category/bestsellerMonthly?categoryId=001&pageSize=101"`)
      .waitFor();
  });

  for (const language of ['ko-KR', 'en-GB'] as const) {
    test(`${language}: without JavaScript the landing page and every page of the documentation can be read`, async () => {
      const index = await (await fetch(`${shop.server.address}/llms.txt`)).text();
      const paths = [
        '/',
        ...[...index.matchAll(/\(http[^)]*?:\d+(\/docs[^)]*)\.md/g)].map(([, path]) => path ?? ''),
      ];
      assert.ok(paths.length > 60, `${paths.length} pages`);
      const titles = new Set<string>();
      const get = (path: string) =>
        fetch(`${shop.server.address}${path}`, { headers: { 'Accept-Language': language } });
      const whole = await (await get('/llms-full.txt')).text();
      for (const path of paths) {
        const response = await get(path);
        assert.equal(response.status, 200, path);
        if (path !== '/') assert.ok(whole.includes(await (await get(`${path}.md`)).text()), `${path}.md`);
        const text = await response.text();
        titles.add(/<title>([^<]+)<\/title>/.exec(text)?.[1] ?? '');
        assert.ok(text.includes(`<html lang="${language.slice(0, 2)}">`), `language of ${path}`);
        const [leftOver] =
          /base-url\.invalid|~[a-z]+-[a-z]+~|900,?000,?00|undefined|\[object/.exec(text) ?? [];
        assert.equal(leftOver, undefined, path);
        assert.ok(/<meta name="description" content="[^"]{20,}/.test(text), `description of ${path}`);
        assert.ok(
          text.includes(`<link rel="canonical" href="${shop.server.address}${path}?lang=`),
          `canonical of ${path}`,
        );
      }
      assert.equal(titles.size, paths.length, 'every page has a title of its own');
      const { page } = await shop.open({ language, javaScript: false });
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goto('/docs/rules');
      assert.match(await page.locator('main').innerText(), /7,000/);
    });
  }

  test('offline: a page that was never opened says so, and comes when the line is back; paper has the text alone', async () => {
    const { page, context } = await shop.open({ expects: /ERR_INTERNET_DISCONNECTED|offline/ });
    await visit(page, '/docs/faq');
    await page.emulateMedia({ media: 'print' });
    await page.locator('aside').waitFor({ state: 'hidden' });
    assert.equal(await page.getByRole('button').filter({ visible: true }).count(), 0);
    await page.emulateMedia({ media: 'screen' });
    await context.setOffline(true);
    await page.getByRole('navigation').getByRole('link', { name: 'Explorer' }).click();
    await page.getByText('You are offline').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
  });

  test('404: an address of the documentation that leads nowhere, and any other that a browser opens', async () => {
    const { page } = await shop.open();
    const docs = await page.goto('/docs/nothing');
    assert.equal(docs?.status(), 404);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    const other = await page.goto('/nothing-here');
    assert.equal(other?.status(), 404);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });

  test('hostile titles are shown as text, also those that the import would have cleaned', async () => {
    const { page } = await shop.open({ language: 'ko-KR', width: 360 });
    // The import takes markup and direction marks out of titles. The pages must not rely on it.
    await changeAnswers<Shelf>(page, '**/portal/api/shelf?*', (shelf) => {
      const items = shelf.items.map((item, index) => ({
        ...item,
        title: HOSTILE_TITLES[index] ?? item.title,
        upDown: index === 1 ? null : 2,
      }));
      return { ...shelf, items };
    });
    await visit(page, '/');
    const shelf = page.getByRole('tabpanel').getByRole('list');
    await shelf.getByRole('listitem').first().waitFor();
    const shown = await shelf
      .getByRole('listitem')
      .locator('p[dir=auto]:not(.line-clamp-1)')
      .allTextContents();
    assert.deepEqual(shown.slice(0, HOSTILE_TITLES.length), HOSTILE_TITLES);
    assert.equal(await shelf.getByText('NEW', { exact: true }).count(), 1, 'the one entry that is new');
    assert.equal(await page.title(), 'Seoga');
    assert.ok((await pageWidth(page)) <= 360);
  });

  test('the first visit fetches at most 180 KiB, compressed', async () => {
    const { page } = await shop.open({ language: 'ko-KR' });
    await visit(page, '/');
    await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
    const files = await loadedFiles(page);
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    assert.ok(files.length > 5 && total > 50_000, 'the files were seen');
    assert.ok(total <= FIRST_LOAD_MAX_BYTES, `${total} bytes: ${JSON.stringify(files)}`);
  });

  test("the language is the browser's first that we have, can be switched, and is remembered", async () => {
    const french = await shop.open({ language: 'fr-FR' });
    await visit(french.page, '/');
    assert.equal(await french.page.locator('html').getAttribute('lang'), 'en');
    const { page } = await shop.open({ language: 'ko-KR' });
    await visit(page, '/docs');
    await page.getByRole('heading', { level: 1, name: '시작하기' }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
    await visit(page, '/docs/rules');
    await page.getByRole('heading', { level: 1, name: 'Limits and rules' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  });

  test('the theme follows the machine until one is chosen, which is remembered', async () => {
    const { page } = await shop.open({ scheme: 'dark', language: 'en-GB' });
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await visit(page, '/docs');
    const dark = await paper();
    await page.getByRole('banner').getByRole('button', { name: 'Theme: System' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Theme: Light' }).waitFor();
    const light = await paper();
    assert.notEqual(light, dark);
    await visit(page, '/docs/faq');
    assert.equal(await paper(), light);
    await page.getByRole('banner').getByRole('button', { name: 'Theme: Light' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Theme: Dark' }).waitFor();
    assert.equal(await paper(), dark);
  });

  test('the language of code is remembered from page to page', async () => {
    const { page } = await shop.open({ language: 'ko-KR' });
    await visit(page, '/docs');
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText('urllib.request.Request').waitFor();
    await visit(page, '/docs/endpoints/itemDetail');
    await page.getByText('urllib.request.Request').waitFor();
  });
}
