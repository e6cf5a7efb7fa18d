import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKstDay, kstDayOf, systemClock } from '../../src/clock.ts';
import { settled, visit } from './browser.ts';
import { axeViolations, pageWidth } from './journey.ts';
import type { OperatorSite } from './shop-suite.ts';

/** Orders in the console. Product 2004 sold one copy two days ago (hostile-shop.ts). */
export function orderTests(site: OperatorSite): void {
  for (const [language, width, words] of [
    ['en-GB', 1280, EN],
    ['ko-KR', 360, KO],
  ] as const)
    test(`a product is left out of its month with a preview, and comes back by one undo (${language}, ${width} px)`, async () => {
      const day = formatKstDay(kstDayOf(systemClock.nowMs()) - 2);
      const month = day.slice(0, 7);
      const { page } = await site.open({ language, width });
      await visit(page, '/portal/console/shop/2004');
      await page.getByRole('link', { name: words.ofProduct }).click();
      await page.getByLabel(words.month, { exact: true }).fill(month);
      await page.getByRole('button', { name: words.find }).press('Enter');
      const lines = page.getByRole('table', { name: words.lines, exact: true });
      await lines.getByText(words.first).waitFor();
      const mark = await lines.locator('code').innerText();
      assert.doesNotMatch(await page.content(), /F34-20/, 'a buyer shows as a mark alone');
      await settled(page);
      assert.deepEqual(await axeViolations(page), [], 'lines');
      assert.ok((await pageWidth(page)) <= width, `${await pageWidth(page)} px`);

      await page.getByRole('button', { name: words.exclude.replace('{month}', month) }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('row', { name: /평범한 책 4 1 0/ }).waitFor();
      await dialog.getByRole('button', { name: words.now }).click();
      await dialog.getByText(words.required).waitFor();
      assert.deepEqual(await axeViolations(page), [], 'dialog');
      await dialog.getByRole('textbox').fill('<b>bought up</b>');
      await dialog.getByRole('textbox').press('Enter');
      const left = page.getByRole('table', { name: words.left });
      await left.getByText('<b>bought up</b>').waitFor();
      await lines.getByText(words.excluded).waitFor();
      assert.deepEqual(await axeViolations(page), [], 'left out');
      await left.getByRole('button', { name: words.undo }).press('Enter');
      await page.getByText(words.none).waitFor();
      await lines.getByText(words.first).waitFor();

      await lines.getByRole('button', { name: mark }).click();
      await page.getByRole('button', { name: words.excludeBuyer.replace('{month}', month) }).waitFor();
      assert.equal(new URL(page.url()).search.includes(mark), false, 'no address names a buyer');
      await page.getByLabel(words.by).selectOption('day');
      await page.getByLabel(words.day, { exact: true }).fill(day);
      await page.getByRole('button', { name: words.find }).click();
      await lines.getByText('평범한 책 1').waitFor();
    });
}

const EN = {
  ofProduct: 'Orders of this product',
  month: 'Month',
  find: 'Find',
  lines: 'Order lines',
  first: 'the buyer’s first copy in the month',
  exclude: 'Leave this product out of {month}…',
  excludeBuyer: 'Leave this buyer out of {month}…',
  now: 'Exclude and restate',
  required: 'Give the reason.',
  left: 'Left out of months',
  excluded: 'product excluded',
  undo: 'Undo: 평범한 책 4',
  none: 'Nothing is left out.',
  by: 'Search by',
  day: 'Day',
};

const KO: typeof EN = {
  ofProduct: '이 상품의 주문',
  month: '월',
  find: '찾기',
  lines: '주문 줄',
  first: '구매자의 그 달 첫 부',
  exclude: '{month}에서 이 상품 빼기…',
  excludeBuyer: '{month}에서 이 구매자 빼기…',
  now: '빼고 다시 집계',
  required: '이유를 입력해 주세요.',
  left: '집계에서 뺀 것',
  excluded: '제외한 상품',
  undo: '되돌리기: 평범한 책 4',
  none: '뺀 것이 없습니다.',
  by: '검색 기준',
  day: '날짜',
};
