import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { jsonLines } from '../support/json-lines.ts';
import { type MadeAccount, settledAccount } from './accounts.ts';
import { visit } from './browser.ts';
import type { Shop } from './shop-suite.ts';

/** What the pages say of a search, by language. */
const WORDS = {
  'en-GB': {
    label: 'Search',
    corrected: [
      ['ㅔㅣ먀ㅜ', 'These are the results for “plain”, typed in the other keyboard layout.'],
      ['vudqjagks cor', 'These are the results for “평범한 책”, typed in the other keyboard layout.'],
      ['plaim novel', 'These are the results for “plain novel”.'],
      ['plainnovel', 'These are the results for “plain novel”.'],
      ['외톨이 책', 'These are the results for the similar “평범한 책”.'],
      ['plain nov', 'These are the results for words that begin like the last one of “plain nov”.'],
      ['plain novel tea', 'Nothing has all the words. These are the results for “plain novel”.'],
    ],
    exactly: (query: string) => `Search for “${query}” exactly`,
    meant: 'Did you mean “austen”?',
  },
  'ko-KR': {
    label: '검색어',
    corrected: [
      ['vudqjagks cor', '한영 자판을 바꾼 ‘평범한 책’(으)로 찾은 결과입니다.'],
      ['plaim novel', '입력한 대로는 결과가 없어 ‘plain novel’(으)로 찾은 결과입니다.'],
      ['외톨이 책', '비슷한 말 ‘평범한 책’(으)로 찾은 결과입니다.'],
      ['plain nov', '‘plain nov’의 마지막 단어로 시작하는 말까지 찾은 결과입니다.'],
      ['plain novel tea', '모든 단어가 들어간 상품이 없어 ‘plain novel’(으)로 찾은 결과입니다.'],
    ],
    exactly: (query: string) => `‘${query}’ 그대로 찾기`,
    meant: '‘austen’을(를) 찾으셨나요?',
  },
} as const;

const BOOKS = [
  { kind: 'item', itemId: 3001, title: 'Plain Novel', catalog: 'FOREIGN', categoryIds: ['001001'] },
  {
    kind: 'item',
    itemId: 3002,
    title: 'A Walk',
    catalog: 'FOREIGN',
    categoryIds: ['001001'],
    authors: [{ authorId: null, author: 'Jane Austen', authorType: 'author' }],
  },
];

/** What the pages say was searched instead. */
export function searchNoteTests(shop: Shop): void {
  let account: MadeAccount;
  before(async () => {
    const { server } = shop;
    const imported = await server.seoga(['import', '-'], {
      input: jsonLines(BOOKS),
    });
    assert.equal(imported.code, 0, imported.stderr);
    const similar = await server.seoga(['terms', 'similar', 'add', '외톨이 책', '평범한 책']);
    assert.equal(similar.code, 0, similar.stderr);
    account = await settledAccount(server, { email: 'mia@books.example', name: 'Mia' }, 'Reading room');
  });

  for (const language of ['en-GB', 'ko-KR'] as const) {
    const words = WORDS[language];

    test(`${language}: the explorer says every kind of correction and searches for the original on request`, async () => {
      const { page } = await shop.open({ language }, account);
      for (const [query, note] of words.corrected) {
        await visit(page, `/portal/explorer?query=${encodeURIComponent(query)}`);
        await page.getByText(note).waitFor();
        await page.getByRole('button', { name: words.exactly(query), exact: true }).click();
        await page.getByText(note).waitFor({ state: 'detached' });
        assert.match(page.url(), /correct=/, query);
      }
      await visit(page, '/portal/explorer?query=austin');
      await page.getByRole('button', { name: words.meant }).click();
      await page.getByText('A Walk').first().waitFor();
    });
  }

  test('initial consonants that find nothing lead on to suggestions', async () => {
    const { page } = await shop.open({}, account);
    await visit(page, `/portal/explorer?query=${encodeURIComponent('ㅍㅂㅎㅊ')}`);
    const suggested = page
      .getByRole('navigation', { name: 'Suggestions' })
      .getByRole('link', { name: '평범한 책 1' });
    await suggested.click();
    await page.getByRole('heading', { name: /평범한 책 1/ }).waitFor();
  });

  test('an address with an unknown list shows the first one', async () => {
    const { page } = await shop.open({}, account);
    await visit(page, '/portal/explorer?list=bestsellerDaily');
    await page.getByRole('tab', { name: 'Overall', selected: true }).waitFor();
    await page.getByRole('list', { name: 'Overall' }).getByRole('link').first().waitFor();
  });

  test('the test tool says corrections as well, and makes the call again', async () => {
    const { page } = await shop.open({}, account);
    await visit(page, '/portal/test?endpoint=itemList');
    const value = page.getByLabel('Query');
    const run = page.getByRole('button', { name: 'Run', exact: true });
    for (const [query, note] of WORDS['en-GB'].corrected.slice(-2)) {
      await page.getByLabel('Correction').selectOption('');
      await value.fill(query);
      await run.click();
      await page.getByText(note).waitFor();
      await page.getByRole('button', { name: WORDS['en-GB'].exactly(query), exact: true }).click();
      await page.getByRole('link', { name: /SEARCH_001/ }).waitFor();
      assert.equal(await page.getByLabel('Correction').inputValue(), 'N');
    }
    await page.getByLabel('Correction').selectOption('');
    await value.fill('austin');
    await run.click();
    await page.getByRole('button', { name: WORDS['en-GB'].meant }).click();
    await page.getByText('A Walk').first().waitFor();
    assert.equal(await value.inputValue(), 'austen');
  });
}
