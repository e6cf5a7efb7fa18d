import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { book } from '../support/small-shop.ts';
import { visit } from './browser.ts';
import { axeViolations } from './journey.ts';
import type { OperatorSite } from './shop-suite.ts';

/** Feeds in the console. */
export function feedTests(site: OperatorSite): void {
  test('in Korean the reasons of wrong lines are Korean, and English as soon as the language is switched', async () => {
    const { page } = await site.open({ language: 'ko-KR' });
    const check = async (name: string, buffer: Buffer) => {
      await page.getByLabel('피드 파일').setInputFiles({ name, mimeType: 'text/plain', buffer });
      await page.getByRole('button', { name: '업로드 후 검사' }).click();
    };
    await visit(page, '/portal/console/feeds');
    await check(
      'shop.jsonl',
      Buffer.from(`{"kind":"remove","itemId":0}\n${JSON.stringify(book(7003, '책'))}\n`),
    );
    await page.getByText('검사가 끝났습니다.').waitFor();
    const korean = '값이 0입니다. 1 이상 9007199254740991 이하의 정수여야 합니다.';
    const wrong = page.getByRole('table', { name: '잘못된 줄' });
    await wrong.getByRole('cell', { name: korean, exact: true }).waitFor();
    assert.equal(await page.locator('main [lang]').count(), 0, 'nothing is in another language');
    assert.deepEqual(await axeViolations(page), [], 'report');
    await page.getByRole('banner').getByRole('button', { name: 'English' }).click();
    const english = '0 is not a whole number from 1 to 9007199254740991';
    await page.getByRole('table', { name: 'Wrong lines' }).getByRole('cell', { name: english }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: '한국어' }).click();
    await wrong.getByRole('cell', { name: korean, exact: true }).waitFor();
    await page.getByRole('button', { name: '닫기' }).click();

    await check('shop.jsonl.gz', gzipSync('{}\n'.repeat(1000)).subarray(0, -12));
    await page.getByText('파일을 끝까지 읽을 수 없습니다.').waitFor();
    await page.getByText('압축 파일이 중간에 끊겼습니다.').waitFor();
    assert.equal(await page.locator('main [lang]').count(), 0);
    await page.getByRole('button', { name: '다른 파일 업로드' }).click();
    await page.getByLabel('피드 파일').waitFor();
  });

  test('an upload that breaks off is told, and makes room for the next one', async () => {
    const { page } = await site.open({ expects: /ERR_FAILED/ });
    await visit(page, '/portal/console/feeds');
    const file = { name: 'shop.jsonl', mimeType: 'text/plain', buffer: Buffer.from('{}') };
    await page.route('**/portal/api/console/feed/piece?*', (route) => route.abort());
    await page.getByLabel('Feed file').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/portal/api/console/feed/piece?*');
    await page.getByLabel('Feed file').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByText('1 line, 1 wrong').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.equal(
      await page.getByRole('button', { name: 'Import', exact: true }).count(),
      0,
      'nothing is good in it',
    );
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Feed file').waitFor();
  });
}
