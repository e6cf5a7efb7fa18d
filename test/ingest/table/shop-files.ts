export const ACTS = '9788936434120';
export const TRIP = '9788954655972';

export interface ShopFile {
  readonly what: string;
  readonly rows: readonly string[];
  /** The columns that the report names, and the fields that they fill. Records show the same. */
  readonly taken?: Readonly<Record<string, string>>;
  readonly records: readonly object[];
}

const book = (isbn13: string, title: string, more: object) => ({
  ...{ kind: 'item', catalog: 'BOOK', isbn13, title },
  ...more,
});
/** Lists of products in the shapes of common exports, and what they are taken for without a mapping. */
export const SHOP_FILES: readonly ShopFile[] = [
  {
    what: 'a wholesaler: a title, two header rows, merged groups, a row of totals',
    rows: [
      '도서유통 11월 목록,,,,,,',
      '기본정보,,,가격,,기타,',
      '도서명,지은이,ISBN,정가,판매가,출간일,분류',
      `여행의 이유,김영하,${TRIP},"13,500","12,150",2019.04.17,에세이`,
      `소년이 온다,한강,${ACTS},"15,000원",,,소설`,
      '합계,,,"28,500","12,150",,',
    ],
    taken: {
      ...{ 도서명: 'title', 지은이: 'authors', ISBN: 'isbn13', 정가: 'shopPrice', 판매가: 'salePrice' },
      ...{ 출간일: 'publishDate', 분류: 'categoryIds' },
    },
    records: [
      book(TRIP, '여행의 이유', {
        ...{ authors: [{ author: '김영하', authorType: '' }], shopPrice: 13500, salePrice: 12150 },
        ...{ publishDate: '2019-04-17', categoryIds: ['에세이'] },
      }),
      book(ACTS, '소년이 온다', {
        ...{ authors: [{ author: '한강', authorType: '' }], shopPrice: 15000, categoryIds: ['소설'] },
      }),
    ],
  },
  {
    what: 'a till: one group stands for the names below it, copies in stock for the status',
    rows: [
      '상품명,바코드,금액,,현재고,분류',
      ',,소비자가,판매가,,',
      `토지,${TRIP},17000,15300,3,소설`,
      `시,${ACTS},9000,9000,0,시`,
    ],
    records: [
      book(TRIP, '토지', { shopPrice: 17000, salePrice: 15300, itemStatus: '판매중', categoryIds: ['소설'] }),
      book(ACTS, '시', { shopPrice: 9000, salePrice: 9000, itemStatus: '일시품절', categoryIds: ['시'] }),
    ],
  },
  {
    what: 'Shopify products: a list price only where the price was reduced',
    rows: [
      'Handle,Title,Vendor,Product Category,Variant SKU,Variant Price,Variant Compare At Price,Variant Barcode,Status',
      `acts,Human Acts,Granta,Fiction,HA-1,13500,15000,${ACTS},active`,
      `trip,Reasons,Mun,Essays,RS-1,12150,,${TRIP},archived`,
    ],
    records: [
      book(ACTS, 'Human Acts', {
        ...{ externalId: 'HA-1', shopPrice: 15000, salePrice: 13500, itemStatus: '판매중' },
        categoryIds: ['Fiction'],
      }),
      book(TRIP, 'Reasons', {
        ...{ externalId: 'RS-1', shopPrice: 12150, salePrice: 12150, itemStatus: '판매중지' },
        categoryIds: ['Essays'],
      }),
    ],
  },
  {
    what: 'WooCommerce products: several categories, a flag that is no status',
    rows: [
      'ID,Type,SKU,Name,In stock?,Stock,Regular price,Sale price,Categories',
      `1,simple,${ACTS},Acts,1,4,15000,13500,"Books > Fiction, New"`,
    ],
    records: [
      book(ACTS, 'Acts', {
        ...{ shopPrice: 15000, salePrice: 13500, itemStatus: '판매중' },
        categoryIds: ['Books > Fiction', 'New'],
      }),
    ],
  },
  {
    what: 'Shopify products: rows of pictures, variants of one product, what is not published',
    rows: [
      'Handle,Title,Product Category,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Barcode,Image Src,Status',
      `acts,Human Acts,Fiction,true,Format,Paperback,A-1,13500,${ACTS},https://x/1.jpg,active`,
      `acts,,,,,Hardcover,A-2,19500,${TRIP},,`,
      'acts,,,,,,,,,https://x/2.jpg,',
      `trip,Reasons,Essays,FALSE,Title,Default Title,R-1,12150,9791190090018,,active`,
    ],
    records: [
      ...[
        ['A-1', ACTS, 'Human Acts', 13500],
        ['A-2', TRIP, 'Human Acts (Hardcover)', 19500],
      ].map(([externalId, isbn13, title, price]) =>
        book(String(isbn13), String(title), {
          ...{ externalId, shopPrice: price, cover: 'https://x/1.jpg' },
          ...{ itemStatus: '판매중', categoryIds: ['Fiction'] },
        }),
      ),
      book('9791190090018', 'Reasons', {
        ...{ externalId: 'R-1', shopPrice: 12150 },
        ...{ itemStatus: '판매중지', categoryIds: ['Essays'] },
      }),
    ],
  },
  {
    what: 'WooCommerce variations have the categories of their parent, which is sold by them alone',
    rows: [
      'ID,Type,SKU,Name,Published,Regular price,Categories,Parent,Attribute 1 value(s)',
      '40,variable,W-40,토지,1,,Fiction,,"양장, 반양장"',
      '41,variation,W-41,토지 - 양장,1,18000,,id:40,양장',
      '42,variation,W-42,토지,-1,15000,,W-40,반양장',
      '43,simple,W-43,시,1,9000,Poetry,,',
    ],
    records: [
      ['W-41', '토지 - 양장', 18000, '판매중', 'Fiction'],
      ['W-42', '토지 (반양장)', 15000, '판매중지', 'Fiction'],
      ['W-43', '시', 9000, '판매중', 'Poetry'],
    ].map(([externalId, title, shopPrice, itemStatus, category]) => ({
      ...{ kind: 'item', catalog: 'BOOK', externalId, title, shopPrice, categoryIds: [category] },
      ...(itemStatus === '판매중' ? {} : { itemStatus }),
    })),
  },
  {
    what: 'a status in any capitals',
    rows: ['ISBN,Sale Price,Availability', `${ACTS},12000,Out of Print`, `${TRIP},9000,IN STOCK`],
    records: [
      { kind: 'patch', isbn13: ACTS, salePrice: 12000, itemStatus: '절판' },
      { kind: 'patch', isbn13: TRIP, salePrice: 9000, itemStatus: '판매중' },
    ],
  },
  {
    what: 'a list of prices changes known items',
    rows: ['ISBN,판매가,상태', `${ACTS},12000,절판`],
    records: [{ kind: 'patch', isbn13: ACTS, salePrice: 12000, itemStatus: '절판' }],
  },
];

/** Files that nobody may guess the meaning of, and what the refusal names. */
export const UNCLEAR_FILES: readonly (readonly [what: string, rows: readonly string[], said: RegExp])[] = [
  ['copies that may have come in', ['일자,도서명,ISBN,수량', `2026-11-01,토지,${ACTS},3`], /categoryIds/],
  [
    'orders without a day',
    ['주문번호,ISBN,수량,주문일자시각', `1,${ACTS},1,x`],
    /soldAt.*"주문일자시각" = soldAt/,
  ],
  [
    'orders in names that nobody knows are no products without a category',
    ['Order Nr,Purchased at,Item title,SKU,Amount', `1,2026-11-01,Acts,${ACTS},2`],
    /column for .*quantity/,
  ],
  ['Korean ones too', ['주문서번호,주문한날,도서코드,권수', `1,2026-11-01,${ACTS},2`], /quantity/],
  ['loans that are not counted', ['대출일자,ISBN,서명,성별', `2026-11-01,${ACTS},토지,여`], /quantity/],
  ['a book without a name', ['도서명,분류', '토지,소설'], /isbn13 \/ isbn10/],
  ['two columns of one name', ['ISBN,주문번호,주문일,수량,수량', `${ACTS},1,2026-11-01,1,2`], /"수량"/],
  [
    'a status in a column of a name of its own',
    ['주문번호,ISBN,주문일,수량,처리', `1,${ACTS},2026-11-01,1,`, `2,${ACTS},2026-11-01,1,반품완료`],
    /"처리".*반품완료.*row 3/,
  ],
  [
    'our own name, misspelt',
    ['itemId,title,catalog,categoryIds,shopPrise', '7,가,BOOK,001,9000'],
    /"shopPrise"/,
  ],
];
