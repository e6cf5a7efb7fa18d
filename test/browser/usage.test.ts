import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { callWith, type MadeAccount, makeAccount } from './accounts.ts';
import { chromiumMissing, visit } from './browser.ts';
import { axeViolations, pageWidth } from './journey.ts';
import { shopSuite } from './shop-suite.ts';

const PERSON = { email: 'una@books.example', name: 'Una' };

const WORDS = {
  'ko-KR': {
    limited: '한도 초과 (429)',
    chart: '날짜별 호출 수',
    table: '표로 보기',
    again: '다시 실행',
    time: '오늘의 서버 처리 시간',
    stale: '연결이 끊겨 새로 고치지 못하고 있습니다',
    live: '호출은 2초 안에 나타납니다',
    more: '한도 상향 신청하기',
    wanted: '필요한 하루 호출 수',
    mails: /하루 한도의 80%와 100%를 쓰면/,
    endpoint: '월간 베스트셀러',
    run: '실행',
    server: /서버 [\d.]+ ms/,
    round: /왕복 \d+ ms/,
  },
  'en-GB': {
    limited: 'Over the limit (429)',
    chart: 'Calls by day',
    table: 'As a table',
    again: 'Run again',
    time: 'Server time today',
    stale: 'No connection: these figures are out of date',
    live: 'Calls show up within 2 seconds',
    more: 'Request a higher quota',
    wanted: 'Calls you need per day',
    mails: /Email me at 80% and 100%/,
    endpoint: 'Monthly bestsellers',
    run: 'Run',
    server: /server [\d.]+ ms/,
    round: /round trip \d+ ms/,
  },
} as const;

describe('an account that has used up its day', { skip: chromiumMissing }, () => {
  const shop = shopSuite({ SEOGA_DAILY_QUOTA: '3' });
  let account: MadeAccount;
  before(async () => {
    account = await makeAccount(shop.server, PERSON);
    const key = await account.issueKey('Busy shelf');
    for (const status of [200, 200, 200, 429, 429]) assert.equal(await callWith(key, shop.server), status);
  });

  for (const language of ['ko-KR', 'en-GB'] as const) {
    const words = WORDS[language];

    test(`${language}: what was refused, how long calls took, and each call again`, async () => {
      const { page } = await shop.open({ language }, account);
      await visit(page, '/portal/usage');
      await page.locator('[data-count="3"]').waitFor();
      await page.getByText(words.time).waitFor();
      await page.getByRole('slider').focus();
      await page.getByText(words.table).click();
      const table = page.getByRole('table', { name: words.chart });
      await table.waitFor();
      const heads = await table.getByRole('columnheader').allInnerTexts();
      const cells = await table.getByRole('row').nth(1).getByRole('cell').allInnerTexts();
      assert.ok(Number(cells[heads.indexOf(words.limited)]) >= 2, cells.join());
      assert.deepEqual(await axeViolations(page), []);

      const call = page.locator('#calls tbody tr', { hasText: 'categoryId=001' }).first();
      await call.getByRole('link', { name: words.again }).click();
      await page.waitForURL('**/portal/test?**');
      await page.getByText('ID 001', { exact: true }).waitFor();
      assert.equal(await page.locator('select').first().inputValue(), 'bestseller');
    });

    test(`${language}: "used up" leads to the form, mail is turned off for good, cut connections are told`, async () => {
      const { page, context } = await shop.open({ language, expects: /^Failed to load/ }, account);
      await visit(page, '/portal/usage');
      await page.getByRole('link', { name: words.more }).click();
      await page.waitForURL('**#quota');
      await page.getByLabel(words.wanted).waitFor();
      const mails = page.getByLabel(words.mails);
      const wasWanted = await mails.isChecked();
      const kept = page.waitForResponse('**/portal/api/quota-mails');
      await mails.click();
      assert.equal((await kept).status(), 200);
      await visit(page, '/portal/usage');
      assert.equal(await mails.isChecked(), !wasWanted);

      await page.getByText(words.live).waitFor();
      await context.setOffline(true);
      await page.getByText(words.stale).waitFor();
      await context.setOffline(false);
      await page.getByText(words.live).waitFor();
      const badGateway = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' };
      await page.route('**/portal/api/**', (route) => route.fulfill(badGateway));
      await page.getByText(words.stale).waitFor();
      assert.ok(await page.locator('[data-count="3"]').isVisible(), 'the figures stay');
    });

    test(`${language}: the test tool keeps its button in sight and the focus on it, and shows both times`, async () => {
      const { page } = await shop.open({ language }, account);
      await visit(page, '/portal/test?endpoint=itemList');
      const run = page.getByRole('button', { name: words.run, exact: true });
      assert.ok(await isInWindow(page, run), 'above twelve fields the button is in sight');
      await run.focus();
      await page.keyboard.press('Enter');
      await page.getByText(words.server).waitFor();
      await page.getByText(words.round).waitFor();
      assert.equal(await page.evaluate<string>('document.activeElement.textContent'), words.run);
      const names = await page.locator('select').first().locator('option').allInnerTexts();
      assert.ok(names.includes(words.endpoint), names.join());
      assert.deepEqual(await axeViolations(page), []);
    });

    test(`${language}: at 360 px tables and tabs that go on fade out at the side, until their end is reached`, async () => {
      const { page } = await shop.open({ language, width: 360 }, account);
      await visit(page, '/portal/key');
      await page.getByRole('table').waitFor();
      await fadesUntilTheEnd(page, '[role=group]:has(table)');
      await visit(page, '/portal/explorer');
      await fadesUntilTheEnd(page, '[role=tablist]');
      assert.ok((await pageWidth(page)) <= 360);
    });
  }
});

async function isInWindow(page: Page, element: ReturnType<Page['locator']>): Promise<boolean> {
  const box = await element.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

/** Width of the fade on the right of the first box that is wider than the window, before and after scrolling to its end. */
async function fadesUntilTheEnd(page: Page, selector: string): Promise<void> {
  const fade = (scroll: string) =>
    page.evaluate<number | null>(`(async () => {
      const box = [...document.querySelectorAll('${selector}')].find((one) => one.scrollWidth > one.clientWidth + 8);
      if (box === undefined) return null;
      box.scrollLeft = ${scroll};
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return parseFloat(getComputedStyle(box).getPropertyValue('--fade-right'));
    })()`);
  const before = await fade('0');
  assert.ok(before !== null && before > 8, `${selector}: ${before} px at the beginning`);
  const after = await fade('box.scrollWidth');
  assert.ok(after !== null && after < 8, `${selector}: ${after} px at the end`);
}
