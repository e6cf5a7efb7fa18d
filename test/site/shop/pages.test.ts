import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../../support/properties.ts';
import { book, smallShop } from '../../support/small-shop.ts';
import { rankedApp, suiteApp } from '../../support/suite-app.ts';
import { hostileText } from '../hostile-text.ts';
import { linksOf, readMarkup, skeletonOf } from '../markup.ts';
import { newBrowser, partOf, shelfOf, textOf } from '../site-kit.ts';

const KOREAN = { 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8' };

/** The calls that a page says are behind it. */
function callsOf(html: string): readonly string[] {
  return [...html.matchAll(/books\.example(\/v1\/[^']*?)&#39;/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  );
}

describe('pages of the small shop', () => {
  const app = suiteApp({ environment: { SEOGA_OPERATOR_NAME: '서가 책방' } });
  const get = (path: string, headers = {}) => newBrowser(app).get(path, headers);

  test('200 the page behind `link` shows the product, its ranks by month and the data origin', async () => {
    const link = (await app.get('/v1/goods/itemDetail?query=9788936434595')).json.data.items[0]?.link;
    assert.equal(link, 'https://books.example/goods/1001');
    const { status, text } = await get('/goods/1001', KOREAN);
    assert.equal(status, 200);
    const shown = textOf(text);
    const facts = `홍길동전|큰 글씨판|洪吉童傳|김옮김|(옮김)|허균|(지음)|서가출판|2024-05-01|국내도서|320|조선 소설|15,000원
      |13,500원|판매중|9788936434595|8936434594|의적 이야기 & 새 나라|1장 집을 떠나다 2장 율도국|서가 책방|2026-11|2026-10`;
    for (const fact of facts.split(/\s*\|/)) assert.ok(shown.includes(fact), fact);
    const path = ['001', '001001', '001001001'].map((categoryId) => `/categories/${categoryId}`);
    const links = [...path, 'https://books.example/authors/7', '/goods/3001'];
    assert.deepEqual(linksOf(text).slice(0, 5), links);
    for (const call of callsOf(text)) assert.equal((await app.get(call)).status, 200, call);
    const address = linksOf(text).find((href) => href.startsWith('/portal/test?'));
    const tool = new URLSearchParams(address?.split('?')[1]);
    assert.equal(`/v1/goods/${tool.get('endpoint')}?${tool.get('values')}`, callsOf(text)[0]);
    assert.equal(callsOf(text).length, 2);
    assert.match(text, /<img class="cover" src="https:\/\/img\.example\/1001\.jpg"/);
    const dots = text.split('<svg').map((picture) => picture.match(/<path d="M[\d.,]+h0"/g)?.length ?? 0);
    assert.deepEqual(dots.filter(Boolean), [2, 2], 'a dot a month, in both categories');
  });

  test('a deal is shown with its last day instead of the price', async () => {
    const shown = textOf((await get('/goods/1004')).text);
    assert.match(shown, /₩6,000 \(until 2026-11-21\)/);
    assert.doesNotMatch(shown, /10,800/);
  });

  test('search engines read the book, its people and the offer, and where it stands', async () => {
    const { data } = readMarkup((await get('/goods/1001', KOREAN)).text);
    const url = 'https://books.example/goods/1001';
    const offer = {
      '@type': 'Offer',
      priceCurrency: 'KRW',
      availability: 'https://schema.org/InStock',
      seller: { '@type': 'Organization', name: '서가 책방' },
    };
    assert.deepEqual(data, [
      {
        '@type': ['Product', 'Book'],
        name: '홍길동전',
        url,
        image: 'https://img.example/1001.jpg',
        description: '의적 이야기 & 새 나라',
        gtin13: '9788936434595',
        alternativeHeadline: '큰 글씨판',
        isbn: '9788936434595',
        author: [{ '@type': 'Person', name: '허균', url: 'https://books.example/authors/7' }],
        translator: [{ '@type': 'Person', name: '김옮김' }],
        publisher: { '@type': 'Organization', name: '서가출판' },
        datePublished: '2024-05-01',
        numberOfPages: 320,
        isPartOf: [{ '@type': 'BookSeries', name: '조선 소설' }],
        offers: { ...offer, price: 13500, url },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          ['국내도서', 'https://books.example/categories/001'],
          ['소설', 'https://books.example/categories/001001'],
          ['고전소설', 'https://books.example/categories/001001001'],
          ['홍길동전', url],
        ].map(([name, item], at) => ({ '@type': 'ListItem', position: at + 1, name, item })),
      },
    ]);
    const [deal] = readMarkup((await get('/goods/1004')).text).data;
    const until = { priceValidUntil: '2026-11-21', url: 'https://books.example/goods/1004' };
    assert.deepEqual(deal?.offers, { ...offer, price: 6000, ...until });
  });

  test('search engines read the books of a category by rank', async () => {
    const [list] = readMarkup((await get('/categories/001001')).text).data;
    const entries = list?.itemListElement as readonly Record<string, unknown>[];
    assert.deepEqual(
      entries.map(({ position, url }) => `${position} ${url}`),
      [1001, 1002, 1004].map((itemId, at) => `${at + 1} https://books.example/goods/${itemId}`),
    );
  });

  test('heads have a description, the cover, and a canonical address for each language', async () => {
    const { elements } = readMarkup((await get('/goods/1002', KOREAN)).text);
    const head = Object.fromEntries(
      elements.map(({ attributes: { property, name, content } }) => [property ?? name, content]),
    );
    assert.equal(head['og:image'], 'https://books.example/images/substitute/cover/1002.svg');
    assert.equal(head['og:type'], 'book');
    assert.ok(head.description?.startsWith('무명씨 · 서가출판 · 2023-01-02'));
    assert.deepEqual(
      elements.flatMap(({ attributes: { rel, hreflang, href } }) =>
        rel === 'canonical' || rel === 'alternate' ? `${hreflang ?? rel} ${href}` : [],
      ),
      [
        'canonical https://books.example/goods/1002?lang=ko',
        'ko https://books.example/goods/1002?lang=ko',
        'en https://books.example/goods/1002?lang=en',
        'x-default https://books.example/goods/1002',
      ],
    );
    for (const path of ['/authors/7', '/categories/001001'])
      assert.match((await get(path)).text, /og:image" content="https:\/\/(img|books)\.example/);
    assert.match((await get('/categories/001001?list=overall')).text, /name="robots" content="noindex"/);
  });

  test('an author page shows the record and the books that name it, page by page', async () => {
    await app.feed([
      book(2101, '남의 책', { authors: [{ authorId: null, author: '허균', authorType: '지음' }] }),
      ...Array.from({ length: 60 }, (_, at) =>
        book(2200 + at, `문집 ${at}`, { authors: [{ authorId: 7, author: '허균', authorType: '지음' }] }),
      ),
    ]);
    const first = (await get('/authors/7', KOREAN)).text;
    for (const fact of ['허균', '1569', '1618', '홍길동전', '조선 중기의 문신.', '서가 책방'])
      assert.ok(textOf(first).includes(fact), fact);
    const books = [...shelfOf(first), ...shelfOf((await get('/authors/7?page=2')).text)];
    assert.equal(books.length, 61, 'each once');
    assert.equal(new Set(books).size, 61);
    assert.ok(!books.includes(2101), 'another person of this name');
    assert.equal((await get('/authors/7?page=3')).status, 404);
  });

  test('a category shows its children, every list as the API has it, and its choices in links and a form', async () => {
    const front = (await get('/categories/001001', KOREAN)).text;
    assert.deepEqual(shelfOf(front), [1001, 1002, 1004]);
    assert.ok(linksOf(front).includes('/categories/001001001'));
    const links = partOf(front, 'lists')?.split('</nav>')[0] ?? '';
    const lists = [...links.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    assert.equal(lists.length, 9);
    for (const address of lists) {
      const page = (await get(address)).text;
      const [call = ''] = callsOf(page);
      const answer = await app.get(call);
      const ids = answer.status === 404 ? [] : answer.json.data.items.map(({ itemId }) => itemId);
      assert.deepEqual(shelfOf(page), ids, call);
      assert.equal(partOf(page, 'none') === null, ids.length > 0, call);
    }
    const women = (await get('/categories/001001?month=2026-10&sex=F&age=30')).text;
    assert.deepEqual(callsOf(women), [
      '/v1/category/bestsellerMonthly?categoryId=001001&date=2026-10-01&sex=F&age=30',
    ]);
    assert.deepEqual(shelfOf(women), [1002, 1001]);
    const week = (await get('/categories/001001?list=weekly&date=2026-10-07')).text;
    assert.deepEqual(callsOf(week), ['/v1/category/bestsellerWeekly?categoryId=001001&date=2026-10-07']);
    assert.match(week, /2026-W41 \(2026-10-05 – 2026-10-11\)/);
    const latest = (await get('/categories/001001?list=weekly')).text;
    assert.match(latest, /name="date"[^>]* value="2026-11-16"/, 'the week that is shown');
  });

  test('an empty page says why as the API does, and the way on keeps the list', async () => {
    const list = '/categories/001001?list=daily';
    for (const [choice, reason] of [
      ['date=1990-01-01', /There is no list of 1990-01-01.*/],
      ['page=99', /There are .*/],
    ] as const) {
      const page = (await get(`${list}&${choice}`)).text;
      const none = partOf(page, 'none') ?? '';
      const [said = choice] = reason.exec((await app.get(callsOf(page)[0] ?? '')).json.message) ?? [];
      assert.ok(textOf(none).includes(said), said);
      assert.ok(none.includes(`<a class="button" href="${list}">`), choice);
    }
    const { text } = await get('/search?query=홍길동&page=99');
    assert.match(textOf(partOf(text, 'none') ?? ''), /the last page is 1/);
  });

  test('words that an address may hold for free are not carried on, nor kept for others', async () => {
    const { text } = await get('/categories/001001?list=overall&evil=1');
    assert.doesNotMatch(text, /evil/);
    assert.match(text, /preferences\?lang=ko&amp;to=%2Fcategories%2F001001%3Flist%3Doverall"/);
  });

  test('404 what is unknown, withheld or not a number; nothing of a withheld product shows', async () => {
    for (const id of ['1005', '999', '01001', '1e3', '9'.repeat(20)]) {
      const answer = await get(`/goods/${id}`, KOREAN);
      assert.equal(answer.status, 404, id);
      assert.match(answer.text, /noindex/);
      assert.doesNotMatch(answer.text, /금서/);
    }
    for (const path of ['/authors/8', '/authors/x', '/categories/999', '/categories/%00'])
      assert.equal((await get(path)).status, 404, path);
  });

  test('withheld: the page and its covers are gone from the next request on', async () => {
    const paths = ['/goods/2002', ...['svg', 'png'].map((one) => `/images/substitute/cover/2002.${one}`)];
    for (const withheld of [false, true]) {
      await app.feed([book(2002, '곧 사라질 책', { withheld })]);
      for (const path of paths) assert.equal((await get(path)).status, withheld ? 404 : 200, path);
    }
  });

  test('no text of the catalogue changes the structure of a page', async () => {
    const open = async (text: string) => {
      await app.feed([
        book(2900, text, {
          subTitle: text,
          originalTitle: text,
          publisher: text,
          itemStatus: text,
          authors: [{ author: text, authorType: text }],
          contentDetail: { bookIntroduction: text, bookSummary: text, tableOfContents: text },
          series: [{ seriesId: 1, seriesName: text }],
        }),
      ]);
      return skeletonOf((await get('/goods/2900')).text);
    };
    const expected = await open('harmless');
    const visible = hostileText.filter((text) => /[a-z가]/.test(text.replace(/<[^>]*>/g, '')));
    await fc.assert(
      fc.asyncProperty(visible, async (text) => assert.deepEqual(await open(text), expected)),
      { numRuns: 15 },
    );
  });
});

test('products with a page of the shop link to it, and name it as the one to find', async (t) => {
  const environment = { SEOGA_LINK_TEMPLATE: 'https://shop.example/book?no={itemId}', SEOGA_CURRENCY: 'USD' };
  const app = await rankedApp(t, smallShop, { environment });
  const { text } = await newBrowser(app).get('/goods/1002');
  assert.ok(linksOf(text).includes('https://shop.example/book?no=1002'));
  const { elements } = readMarkup(text);
  const addresses = elements.filter(({ attributes: { rel } }) => rel === 'canonical' || rel === 'alternate');
  const hrefs = addresses.map(({ attributes }) => attributes.href);
  assert.deepEqual(hrefs, ['https://shop.example/book?no=1002']);
  assert.match(textOf(text), /\$9,000\.00/);
});
