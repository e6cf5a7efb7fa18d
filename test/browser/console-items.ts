import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './browser.ts';
import { answersOf, goOn } from './console-shop.ts';
import { axeViolations, pageWidth } from './journey.ts';
import type { OperatorSite } from './shop-suite.ts';

/** Corrections of products in the console. */
export function itemTests(site: OperatorSite): void {
  const { search, detail } = answersOf(site);

  test('data of a product are corrected, told at their fields where wrong, and follow the feed again', async () => {
    const { page } = await site.open();
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
  });

  test('a pasted list is previewed, withheld in one step, and shown again in one click', async () => {
    const { page } = await site.open({ language: 'ko-KR' });
    await visit(page, '/portal/console/shop');
    await page.getByRole('link', { name: '여러 상품 한꺼번에 변경' }).click();
    await page.getByRole('button', { name: '미리 보기' }).press('Enter');
    await page.getByText('상품을 입력해 주세요.').waitFor();
    await page.getByLabel('상품', { exact: true }).fill('2005\t2006\n999999');
    await page.getByLabel('다음 결정의 이유').fill('재고 확인');
    await page.getByRole('button', { name: '미리 보기' }).press('Enter');
    await page.getByText('상품 2개를 찾았고 2개가 바뀝니다. 찾지 못한 값은 1개입니다.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await detail(2005), 200);
    await page.getByRole('button', { name: '상품 2개 변경하기' }).press('Enter');
    const history = page.getByRole('table', { name: '최근 변경' });
    await history.getByText('재고 확인').waitFor();
    assert.equal(await detail(2005), 'SEARCH_002');
    await page.setViewportSize({ width: 360, height: 740 });
    assert.ok((await pageWidth(page)) <= 360, 'nothing is wider than a phone');
    await history.getByRole('button', { name: '상품 2개 되돌리기' }).press('Enter');
    await history.getByText('여러 상품 변경 되돌리기').waitFor();
    assert.equal(await detail(2005), 200);
  });
}
