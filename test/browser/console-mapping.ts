import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import type { Page } from 'playwright-core';
import { visit } from './browser.ts';
import { axeViolations } from './journey.ts';
import type { OperatorSite } from './shop-suite.ts';

/** A shop's list in the encoding of Korean spreadsheets, with a heading above the names of the columns. */
function listOf(price: number): Buffer {
  const rows = Array.from(
    { length: 25 },
    (_, at) => `B-${at + 1},뷁의 책 ${at + 1},김영하 지음,"${price}원",소설`,
  );
  return iconv.encode(`11월 목록,,,,\n상품코드,도서명,저자,정가,장르\n${rows.join('\n')}\n`, 'cp949');
}

const ONIX = `<?xml version="1.0" encoding="utf-8"?><ONIXMessage release="3.0"><Product><RecordReference>p1</RecordReference>
<NotificationType>03</NotificationType><DescriptiveDetail><ProductForm>BC</ProductForm><TitleDetail><TitleType>01</TitleType>
<TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>바다의 책</TitleText></TitleElement></TitleDetail>
<Subject><SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectCode>FBA</SubjectCode></Subject>
</DescriptiveDetail></Product></ONIXMessage>`;

/** The heading holds more semicolons than the rows have commas, which misleads the guess. */
const MISLEADING = iconv.encode('11월; 신간; 전체; 목록\n상품코드,도서명\nX-1,뷁의 바다\n', 'cp949');

/** A file of a shop is mapped in the console. */
export function mappingTests(site: OperatorSite): void {
  const send = async (page: Page, label: string, button: string, name: string, buffer: Buffer) => {
    await page.getByLabel(label).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await page.getByRole('button', { name: button }).click();
  };

  test('in Korean: CSV with a preview, words before the import, a brake that takes a number, a mapping that stays', async () => {
    const { page } = await site.open({ language: 'ko-KR' });
    await visit(page, '/portal/console/feeds');
    const upload = (name: string, buffer: Buffer) => send(page, '피드 파일', '업로드 후 검사', name, buffer);
    await upload('list.csv', listOf(12_000));
    const preview = page.getByRole('table', { name: '파일의 첫 행' });
    await preview.getByRole('cell', { name: '뷁의 책 1', exact: true }).waitFor();
    assert.equal(await page.getByLabel('제목 열').inputValue(), '도서명', 'guessed by its name');
    assert.deepEqual(await axeViolations(page), [], 'form');
    // The shop's genres become categories of the service.
    await page.getByText('카테고리 ID 세부 설정').click();
    const genres = page.getByRole('group', { name: '카테고리 ID' });
    await genres.getByLabel('‘소설’의 카테고리').selectOption('001');
    assert.equal(await genres.getByLabel('값 바꾸기').inputValue(), '소설 = 001');
    await page.getByLabel('저장할 매핑 이름').fill('서점 목록');
    await page.getByRole('button', { name: '이 매핑으로 검사하기' }).click();
    await page.getByText('상품 25개를 추가하고 0개를 바꿉니다.').waitFor();
    assert.deepEqual(await axeViolations(page), [], 'report');
    await page.getByRole('button', { name: '매핑 수정' }).click();
    assert.equal(
      await genres.getByLabel('값 바꾸기').inputValue(),
      '소설 = 001',
      'the kept mapping is offered',
    );
    await page.getByRole('button', { name: '이 매핑으로 검사하기' }).click();
    await page.getByRole('button', { name: '가져오기', exact: true }).click();
    await page.getByText('가져왔습니다.').waitFor();
    await page.getByRole('button', { name: '다른 파일 업로드' }).click();

    await upload('next.csv', listOf(9_000));
    await preview.waitFor();
    assert.equal(await page.getByLabel('저장한 매핑').inputValue(), '서점 목록');
    await page.getByRole('button', { name: '이 매핑으로 검사하기' }).click();
    await page.getByText(/상품 \d+개 가운데 25개의 가격을 바꿉니다\.$/).waitFor();
    await page.getByRole('button', { name: '그래도 가져오기…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('25');
    await dialog.getByRole('button', { name: '지금 가져오기' }).click();
    await page.getByText('가져왔습니다.').waitFor();
    await page.getByRole('button', { name: '다른 파일 업로드' }).click();
    await page.getByText('CSV · CP949 · , · 매핑 서점 목록').first().waitFor();
    await page.getByLabel('피드 파일').waitFor();
  });

  for (const [language, words] of [
    [
      'ko-KR',
      { file: '피드 파일', send: '업로드 후 검사', rows: '파일의 첫 행', code: '인코딩', sign: '구분자' },
    ],
    [
      'en-GB',
      {
        file: 'Feed file',
        send: 'Upload and check',
        rows: 'First rows of the file',
        code: 'Encoding',
        sign: 'Delimiter',
      },
    ],
  ] as const) {
    test(`${language}: encoding and delimiter are preselected, and another choice shows the rows again`, async () => {
      const { page } = await site.open({ language });
      await visit(page, '/portal/console/feeds');
      await send(page, words.file, words.send, 'list.csv', MISLEADING);
      const rows = page.getByRole('table', { name: words.rows });
      const encoding = page.getByLabel(words.code);
      const delimiter = page.getByLabel(words.sign);
      await rows.waitFor();
      assert.deepEqual([await encoding.inputValue(), await delimiter.inputValue()], ['cp949', ';']);
      await delimiter.selectOption(',');
      await rows.getByRole('cell', { name: '뷁의 바다', exact: true }).waitFor();
      await encoding.selectOption('utf-8');
      await rows.getByRole('cell', { name: '\ufffd' }).first().waitFor();
      assert.equal(await encoding.inputValue(), 'utf-8');
      // The test above has looked at the Korean form.
      if (language === 'en-GB') assert.deepEqual(await axeViolations(page), [], 'form');
      await encoding.selectOption('cp949');
      await rows.getByRole('cell', { name: '뷁의 바다', exact: true }).waitFor();
      await page.getByRole('button', { name: language === 'ko-KR' ? '닫기' : 'Close' }).click();
      await page.getByLabel(words.file).waitFor();
    });
  }

  test('in English: the subject codes of an ONIX message, and a mapping as JSON', async () => {
    const { page } = await site.open();
    await visit(page, '/portal/console/feeds');
    await send(page, 'Feed file', 'Upload and check', 'onix.xml', Buffer.from(ONIX));
    await page
      .getByRole('table', { name: 'First products of the file' })
      .getByRole('cell', { name: '바다의 책' })
      .waitFor();
    await page.getByLabel('Subject codes and categories').fill('93:FB* = 001');
    assert.deepEqual(await axeViolations(page), [], 'form');
    await page.getByRole('button', { name: 'Edit as JSON' }).click();
    const json = page.getByLabel('Mapping (JSON)');
    assert.deepEqual(JSON.parse(await json.inputValue()).subjects, { '93': { 'FB*': '001' } });
    await page.getByRole('button', { name: 'Edit in the form' }).click();
    assert.equal(await page.getByLabel('Subject codes and categories').inputValue(), '93:FB* = 001');
    await page.getByRole('button', { name: 'Check with this mapping' }).click();
    await page.getByText('1 products are added and 0 are changed.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Feed file').waitFor();
  });
}
