import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, visit } from './browser.ts';
import { axeViolations } from './journey.ts';
import type { Shop } from './shop-suite.ts';

/** Finding one's way in the documentation. */
export function docsSearchTests(shop: Shop): void {
  for (const [language, words] of [
    ['ko-KR', KOREAN_WORDS],
    ['en-GB', ENGLISH_WORDS],
  ] as const) {
    test(`${language}: search in the documentation finds what people call things, also with one wrong key`, async () => {
      const { page } = await shop.open({ language });
      await visit(page, '/docs');
      const [field, results] = [
        page.getByRole('search').getByRole('combobox'),
        page.getByRole('search').getByRole('option'),
      ];
      for (const word of words.split(', ')) {
        await field.fill(word);
        await results.first().waitFor();
        assert.match(await page.getByRole('search').getByRole('status').innerText(), /\d/, word);
        // What was found goes before the next word is searched.
        await field.fill('');
        await results.first().waitFor({ state: 'detached' });
      }
    });
  }

  test('search leads to parameters, codes and sections, and is walked with the keyboard', async () => {
    const { page } = await shop.open({ language: 'ko-KR' });
    await visit(page, '/docs/endpoints/itemList');
    await page.locator('aside a[aria-current=page]').filter({ hasText: '상품 검색' }).first().waitFor();
    const current = await page.locator('aside a[aria-current=page]:visible').first().boundingBox();
    assert.ok(current !== null && current.y < DESKTOP.height - 20, 'the current entry is in sight');
    const field = page.getByRole('search').getByRole('combobox');
    const results = page.getByRole('search').getByRole('option');
    for (const [typed, found] of [
      // What only a table of fields says, a page that is neither an endpoint nor running text, and what can be sorted.
      ['책등', '월간 베스트셀러'],
      ['로고', '출처 표시 모음'],
      ['정렬', '신상품'],
      ['If-None-Match', '캐싱'],
    ] as const) {
      await field.fill(typed);
      await results.filter({ hasText: found }).first().waitFor();
    }
    await field.fill('qqqq');
    await page.getByText('검색 결과가 없습니다').waitFor();
    await results.filter({ hasText: '인증' }).waitFor();
    for (const keys of ['/', 'Control+k']) {
      await page.locator('h1').click();
      await page.keyboard.press(keys);
      await page.locator('input[type=search]:focus').waitFor();
    }
    await field.fill('하루 한도');
    await results.filter({ hasText: 'RATE_002' }).waitFor();
    const second = await results.nth(1).getAttribute('href');
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    await page.locator('[role=option][aria-selected=true]').nth(0).waitFor();
    assert.deepEqual(await axeViolations(page), [], 'an open list and axe');
    await field.press('Enter');
    await page.waitForURL(`**${second}`);
    await field.fill('출처 표시 모음');
    await results.first().waitFor();
    await field.press('Enter');
    await page.waitForURL('**/docs/attribution');
  });
}

const KOREAN_WORDS =
  '인증, 파라미터, 에러, 페이징, 캐시, 초과, 토큰, 회원가입, 탈퇴, 내보내기, 에러코드, 오류 코드, 신간, 무료, 할인, 리미트, 속도 제한, 호출량, 스웨거, 타임아웃, 정렬, 키 교체, 재발급, 시간대, 브라우저, 로그인, 약관, 요금, 엑셀, 다운로드, 커버, 썸네일, 순위, 랭킹, 베스트셀러, 실시간, 스테디셀러, 특가, 카테고리, 분야, 저자, 작가, 목차, 가격, 정가, 재고, 출판사, 검색, 오타, 교정, 응답, 요청, 재시도, 버전, 알라딘, 네이버, 언어, 출처, 기본값, 매개변수, 인중, 페이짇, pageSize, cors, upDown';
const ENGLISH_WORDS =
  'auth, pagination, sorting, sort, too many requests, rate headers, rate limit, login, free, pricing, rotate key, timezone, cors, swagger, timeout, terms, export, download, excel, csv, discount, deal, new releases, bestseller, bestsellr, authentcation, cover, thumbnail, author, table of contents, isbn, category, quota, 429, retry, caching, etag, errors, queries, parameters, default, revoke, lost key, sign up, delete account, version, deprecated, aladin, naver, openapi, postman, search, spelling, language, korean, attribution, licence, 가격, upstream';
