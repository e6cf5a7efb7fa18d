import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { chromiumMissing, launchChromium, openPage, visit } from './browser.ts';
import { openShop, settleIn } from './journey.ts';

/** What the pages say of a search, by language. */
const WORDS = {
  'en-GB': {
    label: 'Search',
    value: 'Query',
    correction: 'Correction',
    run: 'Run',
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
    value: '찾는 값',
    correction: '자동 교정',
    run: '실행',
    corrected: [
      ['vudqjagks cor', '한영 자판을 바꾼 ‘평범한 책’(으)로 찾은 결과입니다.'],
      ['plaim novel', '입력한 대로는 결과가 없어 ‘plain novel’(으)로 찾은 결과입니다.'],
      ['외톨이 책', '비슷한 말 ‘평범한 책’(으)로 찾은 결과입니다.'],
      ['plain nov', '‘plain nov’의 마지막 낱말로 시작하는 말까지 찾은 결과입니다.'],
      ['plain novel tea', '모든 낱말이 들어간 상품이 없어 ‘plain novel’(으)로 찾은 결과입니다.'],
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

describe('what was searched instead, in a browser', { skip: chromiumMissing }, () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let server: ServerProcess;
  let browser: Browser;
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;

  before(async () => {
    server = await startServer({ after: (fn) => cleanups.push(fn) });
    await openShop(server);
    const imported = await server.seoga(['import', '-'], {
      input: BOOKS.map((line) => `${JSON.stringify(line)}\n`).join(''),
    });
    assert.equal(imported.code, 0, imported.stderr);
    const similar = await server.seoga(['terms', 'similar', 'add', '외톨이 책', '평범한 책']);
    assert.equal(similar.code, 0, similar.stderr);
    browser = await launchChromium();
    const { page, context } = await openPage(browser, { address: server.address, language: 'en-GB' });
    await settleIn(page, server, { email: 'mia@books.example', name: 'Mia' }, 'Reading room');
    cookies = await context.cookies();
    await context.close();
  });
  after(async () => {
    await browser?.close();
    for (const clean of cleanups.reverse()) await clean();
  });

  for (const language of ['en-GB', 'ko-KR'] as const) {
    const words = WORDS[language];

    test(`${language}: the explorer says every kind of correction and searches for the original on request`, async () => {
      const { page, context, offences } = await openPage(browser, { address: server.address, language });
      await context.addCookies(cookies);
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
      assert.deepEqual(offences, []);
      await context.close();
    });

    test(`${language}: so does the test tool, which makes the call again`, async () => {
      const { page, context } = await openPage(browser, { address: server.address, language });
      await context.addCookies(cookies);
      await visit(page, '/portal/test?endpoint=itemList');
      const value = page.getByLabel(words.value);
      const run = page.getByRole('button', { name: words.run, exact: true });
      for (const [query, note] of words.corrected.slice(-2)) {
        await page.getByLabel(words.correction).selectOption('');
        await value.fill(query);
        await run.click();
        await page.getByText(note).waitFor();
        await page.getByRole('button', { name: words.exactly(query), exact: true }).click();
        await page.getByRole('link', { name: /SEARCH_001/ }).waitFor();
        assert.equal(await page.getByLabel(words.correction).inputValue(), 'N');
      }
      await page.getByLabel(words.correction).selectOption('');
      await value.fill('austin');
      await run.click();
      await page.getByRole('button', { name: words.meant }).click();
      await page.getByText('A Walk').first().waitFor();
      assert.equal(await value.inputValue(), 'austen');
      await context.close();
    });
  }
});
