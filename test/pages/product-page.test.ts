import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { renderProductPage } from '../../src/pages/product-page.ts';
import type { ProductView } from '../../src/pages/views.ts';
import { hostileText } from './hostile-text.ts';
import { linksOf, readMarkup, skeletonOf } from './markup.ts';
import { site } from './site.ts';

const full: ProductView = {
  title: '홍길동전',
  subTitle: '큰 글씨판',
  originalTitle: '洪吉童傳',
  contributors: [
    { name: '허균', role: '지음', url: 'https://books.example/authors/7' },
    { name: '김옮김', role: '', url: null },
  ],
  publisher: '서가출판',
  publishDate: '2024-05-01',
  goodsType: '국내도서',
  itemFormat: '양장',
  pages: 320,
  itemStatus: '판매중',
  isbn13: '9788936434595',
  isbn10: '8936434594',
  shopPrice: 15000,
  salePrice: 13500,
  deal: null,
  coverUrl: 'https://img.example/1001.jpg',
  categories: [
    { name: '국내도서', url: 'https://books.example/categories/001' },
    { name: '소설', url: 'https://books.example/categories/001001' },
  ],
  introduction: '의적 이야기',
  summary: '줄거리 글',
  contents: '1장 집을 떠나다\n2장 율도국',
  ranks: [
    { month: '2026-11', rank: 1 },
    { month: '2026-10', rank: 12 },
  ],
  series: ['조선 소설'],
  eBookUrl: 'https://books.example/goods/3001',
  url: 'https://books.example/goods/1001',
};

const bare: ProductView = {
  ...full,
  subTitle: '',
  originalTitle: null,
  contributors: [],
  publisher: '',
  publishDate: '',
  itemFormat: null,
  pages: null,
  isbn13: '',
  isbn10: '',
  categories: [],
  introduction: null,
  summary: null,
  contents: null,
  ranks: [],
  series: [],
  eBookUrl: null,
};

test('search engines read the book, its people and the offer in the shop’s currency, and where it stands', () => {
  const shop = { ...site, currency: 'USD' };
  const { data, text } = readMarkup(renderProductPage(full, shop, 'en'));
  const [heo, kim] = [{ '@type': 'Person', name: '허균', url: 'https://books.example/authors/7' }, '김옮김'];
  const url = 'https://books.example/goods/1001';
  assert.deepEqual(data, [
    {
      '@type': ['Product', 'Book'],
      name: '홍길동전',
      url,
      image: 'https://img.example/1001.jpg',
      description: '의적 이야기',
      gtin13: '9788936434595',
      alternativeHeadline: '큰 글씨판',
      isbn: '9788936434595',
      author: [heo, { '@type': 'Person', name: kim }],
      publisher: { '@type': 'Organization', name: '서가출판' },
      datePublished: '2024-05-01',
      numberOfPages: 320,
      isPartOf: [{ '@type': 'BookSeries', name: '조선 소설' }],
      offers: {
        '@type': 'Offer',
        price: 13500,
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url,
        seller: { '@type': 'Organization', name: '서가 책방' },
      },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: '국내도서', item: 'https://books.example/categories/001' },
        { '@type': 'ListItem', position: 2, name: '소설', item: 'https://books.example/categories/001001' },
        { '@type': 'ListItem', position: 3, name: '홍길동전', item: url },
      ],
    },
  ]);
  assert.match(text, /\$13,500\.00/);
  const record = { ...full, isbn13: '8801234567893', contributors: [], itemStatus: '모름' };
  const deal = { salePrice: 9900, until: '2026-11-30' };
  const [music] = readMarkup(renderProductPage({ ...record, deal }, site, 'ko')).data;
  assert.deepEqual(music?.offers, {
    '@type': 'Offer',
    price: 9900,
    priceCurrency: 'KRW',
    priceValidUntil: '2026-11-30',
    url,
    seller: { '@type': 'Organization', name: '서가 책방' },
  });
  assert.deepEqual([music?.['@type'], music?.isbn], ['Product', undefined]);
});

test('search engines and previews get a title with the author, a picture, and an address for each language', () => {
  const { elements, text } = readMarkup(renderProductPage(full, site, 'ko'));
  const head = Object.fromEntries(
    elements.map(({ attributes: { property, name, content } }) => [property ?? name, content]),
  );
  assert.match(text, /^\s*홍길동전 · 허균, 김옮김 – 서가 책방/);
  assert.equal(head.description, '허균, 김옮김 · 서가출판 · 2024-05-01 · 의적 이야기');
  assert.equal(head['og:description'], head.description);
  assert.deepEqual([head['og:type'], head['og:image']], ['book', 'https://img.example/1001.jpg']);
  assert.equal(head['twitter:card'], 'summary');
  const addresses = (page: string) =>
    readMarkup(page).elements.flatMap(({ attributes: { rel, hreflang, href } }) =>
      rel === 'canonical' || rel === 'alternate' ? `${hreflang ?? rel} ${href}` : [],
    );
  assert.deepEqual(addresses(renderProductPage(full, site, 'ko')), [
    'canonical https://books.example/goods/1001?lang=ko',
    'ko https://books.example/goods/1001?lang=ko',
    'en https://books.example/goods/1001?lang=en',
    'x-default https://books.example/goods/1001',
  ]);
  const elsewhere = { ...full, url: 'https://shop.example/book?id=1001' };
  assert.deepEqual(addresses(renderProductPage(elsewhere, site, 'ko')), [`canonical ${elsewhere.url}`]);
});

test('what is not known leaves no empty heading, row or table', () => {
  const { elements, text, data } = readMarkup(renderProductPage(bare, site, 'ko'));
  assert.ok(!/null|undefined|""|\[\]/.test(JSON.stringify(data)), JSON.stringify(data));
  const names = elements.map(({ name }) => name);
  for (const absent of ['h2', 'ol', 'section']) assert.ok(!names.includes(absent), absent);
  assert.deepEqual(linksOf(elements), []);
  assert.equal(names.filter((name) => name === 'dt').length, names.filter((name) => name === 'dd').length);
  assert.doesNotMatch(text, /ISBN|null|undefined|false/);
});

test('the document tells its language and holds one h1, then h2, and an alternative text', () => {
  for (const lang of ['ko', 'en'] as const) {
    const { elements, text } = readMarkup(renderProductPage(full, site, lang));
    assert.match(text, lang === 'ko' ? /데이터 출처: 서가 책방/ : /Data source: 서가 책방/);
    assert.equal(elements[0]?.attributes.lang, lang);
    const headings = elements.map(({ name }) => name).filter((name) => /^h\d$/.test(name));
    assert.equal(headings[0], 'h1');
    assert.deepEqual(new Set(headings.slice(1)), new Set(['h2']));
    assert.match(elements.find(({ name }) => name === 'img')?.attributes.alt ?? '', /홍길동전/);
  }
});

test('no text of the catalogue changes the structure of the page or adds style, script or handler', () => {
  const fill = (text: string): ProductView => ({
    ...full,
    title: text,
    subTitle: `.${text}`,
    originalTitle: `.${text}`,
    contributors: [{ name: text, role: `.${text}`, url: 'https://books.example/authors/7' }],
    publisher: `.${text}`,
    itemStatus: `.${text}`,
    coverUrl: `.${text}`,
    categories: [{ name: `.${text}`, url: text }],
    introduction: `.${text}`,
    contents: `.${text}`,
    series: [`.${text}`],
  });
  const expected = skeletonOf(renderProductPage(fill('harmless'), site, 'ko'));
  assert.equal(expected.filter((element) => element === 'script type').length, 2, 'data, which nothing runs');
  assert.ok(!expected.some((element) => /\b(style|on\w+)\b/.test(element)));
  fc.assert(
    fc.property(hostileText, (text) => {
      assert.deepEqual(skeletonOf(renderProductPage(fill(text), site, 'ko')), expected);
    }),
  );
});
