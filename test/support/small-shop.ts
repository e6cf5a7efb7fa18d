export const writer = {
  kind: 'author',
  authorId: 7,
  author: '허균',
  birthDate: '1569',
  deathDate: '1618',
  debutTitle: '홍길동전',
  details: '조선 중기의 문신.\n홍길동전의 지은이로 알려져 있다.',
};

export const hong = {
  isbn13: '9788936434595',
  isbn10: '8936434594',
  subTitle: '큰 글씨판',
  originalTitle: '洪吉童傳',
  authors: [
    { authorId: null, author: '김옮김', authorType: '옮김' },
    { authorId: 7, author: '허균', authorType: '지음' },
  ],
  publishDate: '2024-05-01',
  categoryIds: ['001001001'],
  shopPrice: 15000,
  salePrice: 13500,
  pages: 320,
  weight: 400,
  width: 130,
  length: 190,
  height: 20,
  servicePoint: 750,
  starScore: 9.1,
  ebookId: 3001,
  series: [{ seriesId: 3, seriesName: '조선 소설' }],
  cover: 'https://img.example/1001.jpg',
  contentDetail: {
    bookIntroduction: '<p>의적 이야기 &amp; 새 나라</p>',
    bookSummary: null,
    tableOfContents: '1장 집을 떠나다\n2장 율도국',
  },
  registeredAt: '2024-04-20T10:00:00+09:00',
};

/**
 * A shop small enough to know by heart, as feed lines. Today is 2026-11-21 in the tests that use it.
 *
 * October, category 001001 소설: 1002 (3 copies), 1001 (2), 1003 (1). November so far: 1001 (3), 1002 (2), 1004 (1).
 */
export const smallShop: readonly object[] = [
  { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
  { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
  { kind: 'category', categoryId: '001001001', categoryName: '고전소설', parentId: '001001' },
  { kind: 'category', categoryId: '003', categoryName: 'eBook', parentId: null },
  writer,
  book(1001, '홍길동전', hong),
  book(1002, '구운몽', {
    isbn13: '9791199900011',
    publishDate: '2023-01-02',
    registeredAt: '2023-01-01T00:00:00+09:00',
  }),
  book(1003, '춘향전', {
    isbn13: '9791199900028',
    publishDate: '2022-01-02',
    registeredAt: '2022-01-01T00:00:00+09:00',
  }),
  book(1004, '심청전 특가판', {
    isbn13: '9791199900035',
    publishDate: '2025-01-02',
    shopPrice: 12000,
    salePrice: 10800,
    deal: { salePrice: 6000, from: '2026-11-20', until: '2026-11-21' },
    registeredAt: '2025-01-01T00:00:00+09:00',
  }),
  book(1005, '금서', { isbn13: '9791199900042', withheld: true, contentDetail: contents('1장') }),
  { ...book(3001, '홍길동전 전자책', { categoryIds: ['003'] }), catalog: 'EBOOK' },
  ...sales('2026-10-05', 1002, ['F34', 'F35', 'M20']),
  ...sales('2026-10-06', 1001, ['F34', 'M45']),
  ...sales('2026-10-07', 1003, ['F61']),
  ...sales('2026-11-02', 1001, ['F34', 'F35', 'M45']),
  ...sales('2026-11-20', 1002, ['F34', '']),
  ...sales('2026-11-20', 1004, ['M15']),
];

export function book(itemId: number, title: string, more: object = {}): Readonly<Record<string, unknown>> {
  return {
    kind: 'item',
    itemId,
    title,
    catalog: 'BOOK',
    categoryIds: ['001001'],
    publisher: '서가출판',
    authors: [{ author: '무명씨' }],
    shopPrice: 10000,
    salePrice: 9000,
    ...more,
  };
}

function contents(tableOfContents: string): object {
  return { bookIntroduction: null, bookSummary: null, tableOfContents };
}

/** One line per buyer. Buyers are sex and age, empty = unknown. */
export function sales(day: string, itemId: number, buyers: readonly string[]): object[] {
  return buyers.map((buyer, index) => ({
    kind: 'sale',
    orderId: `${day}-${itemId}`,
    lineNo: index + 1,
    itemId,
    quantity: 1,
    soldAt: `${day}T10:00:00+09:00`,
    ...(buyer === '' ? {} : { sex: buyer[0], age: Number(buyer.slice(1)), buyer: `${buyer}-${day}` }),
  }));
}
