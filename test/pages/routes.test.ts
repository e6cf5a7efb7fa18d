import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PAGE_CSP } from '../../src/pages/routes.ts';
import { book } from '../support/small-shop.ts';
import { suiteApp } from '../support/suite-app.ts';
import { linksOf, readMarkup } from './markup.ts';

describe('public pages of the small shop', () => {
  const app = suiteApp({ environment: { SEOGA_OPERATOR_NAME: '서가 책방' } });
  /** As a browser asks: without a key. */
  const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.app.inject({ method, url, headers });
  const korean = { 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8' };

  test('200 the page behind `link` shows the product, its ranks by month and the data origin', async () => {
    const link = (await app.get('/v1/goods/itemDetail?query=9788936434595')).json.data.items[0]?.link;
    assert.equal(link, 'https://books.example/goods/1001');
    const answer = await open('/goods/1001', korean);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    const { elements, text } = readMarkup(answer.body);
    const facts = `홍길동전|큰 글씨판|洪吉童傳|김옮김 (옮김)|허균 (지음)|서가출판|2024-05-01|국내도서|쪽수320|조선 소설
      |15,000원|13,500원|판매중|9788936434595|8936434594|의적 이야기 & 새 나라|데이터 출처: 서가 책방`;
    for (const fact of facts.split(/\s*\|/)) assert.ok(text.includes(fact), fact);
    assert.ok(text.includes('1장 집을 떠나다\n2장 율도국'));
    assert.match(text, /2026-11 1위\s+2026-10 1위/);
    const hrefs = linksOf(elements);
    assert.deepEqual(hrefs, [
      'https://books.example/categories/001',
      'https://books.example/categories/001001',
      'https://books.example/categories/001001001',
      'https://books.example/authors/7',
      'https://books.example/goods/3001',
    ]);
    const cover = elements.find(({ name }) => name === 'img')?.attributes.src;
    assert.equal(cover, 'https://img.example/1001.jpg');
  });

  test('200 a product without a registered picture shows the drawn one', async () => {
    const { elements } = readMarkup((await open('/goods/1002')).body);
    const cover = elements.find(({ name }) => name === 'img')?.attributes.src ?? '';
    assert.equal(cover, 'https://books.example/images/substitute/cover/1002.svg');
    assert.equal((await open(new URL(cover).pathname)).statusCode, 200);
    const preview = elements.find(({ attributes }) => attributes.property === 'og:image');
    assert.equal(preview?.attributes.content, cover);
  });

  test('404 there are no files that list the whole catalogue: each would hold up everybody', async () => {
    for (const url of ['/sitemap.xml', '/sitemaps/goods-1001.xml', '/sitemaps/pages.xml'])
      assert.equal((await open(url)).statusCode, 404, url);
  });

  test('200 a deal is shown with its last day while it lasts', async () => {
    const { text } = readMarkup((await open('/goods/1004', korean)).body);
    assert.match(text, /특가6,000원 \(2026-11-21까지\)/);
    assert.doesNotMatch(text, /10,800/);
  });

  test('200 an author page shows the record and the books that name it, page by page', async () => {
    await app.feed([
      book(2101, '남의 책', { authors: [{ authorId: null, author: '허균', authorType: '지음' }] }),
      ...Array.from({ length: 60 }, (_, index) =>
        book(2200 + index, `문집 ${index}`, {
          authors: [{ authorId: 7, author: '허균', authorType: '지음' }],
        }),
      ),
    ]);
    const first = readMarkup((await open('/authors/7', korean)).body);
    for (const fact of [
      '허균',
      '1569',
      '1618',
      '데뷔작홍길동전',
      '문신.\n홍길동전',
      '데이터 출처: 서가 책방',
    ])
      assert.ok(first.text.includes(fact), fact);
    const second = readMarkup((await open('/authors/7?page=2', korean)).body);
    const books = [...linksOf(first.elements), ...linksOf(second.elements)].filter((href) =>
      /\/goods\//.test(href ?? ''),
    );
    assert.equal(books.length, 61, 'each once');
    assert.equal(new Set(books).size, 61);
    assert.ok(!books.includes('https://books.example/goods/2101'), 'another person of this name');
    for (const page of ['3', '0', '1e1', 'x', '101'])
      assert.equal((await open(`/authors/7?page=${page}`)).statusCode, 404, page);
  });

  test('200 a category page shows children and the current month without withheld items', async () => {
    const { elements, text } = readMarkup((await open('/categories/001001', korean)).body);
    assert.match(text, /월간 베스트셀러 \(2026-11\)/);
    const hrefs = linksOf(elements);
    assert.deepEqual(hrefs, [
      'https://books.example/categories/001',
      'https://books.example/categories/001001001',
      'https://books.example/goods/1001',
      'https://books.example/goods/1002',
      'https://books.example/goods/1004',
    ]);
  });

  test('pages speak Korean to those who prefer it, else English, and say that they vary', async () => {
    const cases = [
      [korean, 'ko'],
      [{ 'accept-language': 'fr, en;q=0.5, ko;q=0.1' }, 'en'],
      [{}, 'en'],
    ] as const;
    for (const [headers, lang] of cases) {
      for (const url of ['/goods/1001', '/authors/7', '/categories/001', '/goods/999']) {
        const answer = await open(url, headers);
        assert.equal(readMarkup(answer.body).elements[0]?.attributes.lang, lang, url);
        assert.equal(answer.headers['content-language'], lang);
        assert.match(String(answer.headers.vary), /Accept-Language/);
      }
    }
    for (const url of [
      '/goods/1001?lang=en',
      '/authors/7?lang=en',
      '/categories/001?lang=en',
      '/goods/9?lang=en',
    ])
      assert.equal((await open(url, korean)).headers['content-language'], 'en', url);
  });

  test('404 what is unknown, withheld or not a number gets the page that says so', async () => {
    for (const url of [
      '/goods/1005',
      '/goods/999',
      '/goods/01001',
      '/goods/1e3',
      '/goods/99999999999999999999',
    ]) {
      const answer = await open(url, korean);
      assert.equal(answer.statusCode, 404, url);
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
      const { elements, text } = readMarkup(answer.body);
      assert.match(text, /찾을 수 없는 페이지/);
      assert.ok(elements.some(({ attributes }) => attributes.content === 'noindex'));
      assert.doesNotMatch(answer.body, /금서/);
    }
    for (const url of ['/authors/8', '/authors/x', '/categories/999', '/categories/%00'])
      assert.equal((await open(url)).statusCode, 404, url);
  });

  test('pages allow no script and no foreign style', async () => {
    for (const url of ['/goods/1001', '/authors/7', '/categories/001', '/goods/999']) {
      const answer = await open(url);
      assert.equal(answer.headers['content-security-policy'], PAGE_CSP, url);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      const { elements } = readMarkup(answer.body);
      for (const { name, attributes } of elements) {
        // Data is no script to a browser.
        const isCode = name === 'script' && attributes.type !== 'application/ld+json';
        assert.ok(!isCode && name !== 'style' && !('style' in attributes), name);
      }
    }
  });

  test('the stylesheet that pages name exists, with the fonts of the portal', async () => {
    const { elements } = readMarkup((await open('/goods/1001')).body);
    const style = elements.find(({ attributes }) => attributes.rel === 'stylesheet')?.attributes.href ?? '';
    const answer = await open(new URL(style, 'https://books.example/goods/1001').pathname);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'text/css; charset=utf-8');
  });

  test('304 a page that has not changed, 200 once it has', async () => {
    await app.feed([book(2001, '바뀌는 책')]);
    const first = await open('/goods/2001');
    assert.equal(first.headers['cache-control'], 'no-cache');
    const tag = { 'if-none-match': String(first.headers.etag) };
    const again = await open('/goods/2001', tag);
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    await app.feed([book(2001, '바뀐 책')]);
    assert.equal((await open('/goods/2001', tag)).statusCode, 200);
  });

  test('withheld: the page is gone from the next request on', async () => {
    await app.feed([book(2002, '곧 사라질 책')]);
    assert.equal((await open('/goods/2002')).statusCode, 200);
    await app.feed([book(2002, '곧 사라질 책', { withheld: true })]);
    assert.equal((await open('/goods/2002')).statusCode, 404);
    assert.equal((await open('/images/substitute/cover/2002.svg')).statusCode, 404);
  });

  test('HEAD answers as GET without a body', async () => {
    for (const url of [
      '/goods/1001',
      '/images/substitute/cover/1002.svg',
      '/assets/page.css',
      '/goods/999',
    ]) {
      const [head, get] = [await open(url, {}, 'HEAD'), await open(url)];
      assert.deepEqual([head.statusCode, head.body], [get.statusCode, ''], url);
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
        assert.equal(head.headers[name], get.headers[name], `${name} of ${url}`);
    }
  });

  test('200 the logo that answers name when the operator has none', async () => {
    const { logoUrl = '' } = (await app.get('/v1/category/list')).json.data.meta;
    const answer = await open(new URL(logoUrl).pathname);
    assert.equal(answer.headers['content-type'], 'image/svg+xml; charset=utf-8');
    readMarkup(answer.body);
  });
});
