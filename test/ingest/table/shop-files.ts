const ACTS = '9788936434120';
const TRIP = '9788954655972';

interface ShopFile {
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
const sale = (orderId: string, lineNo: number, isbn13: string, quantity: number, more: object) => ({
  ...{ kind: 'sale', orderId, lineNo, isbn13, quantity },
  ...more,
});
const cancel = (orderId: string, lineNo: number, isbn13: string, more = {}) => ({
  ...{ kind: 'cancel', orderId, lineNo, isbn13 },
  ...more,
});
const at = (text: string, more = {}) => ({ soldAt: `${text}+09:00`, ...more });

/** Files in the shapes of common exports, and what they are taken for without a mapping. */
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
    what: 'a list of prices changes known items',
    rows: ['ISBN,판매가,상태', `${ACTS},12000,절판`],
    records: [{ kind: 'patch', isbn13: ACTS, salePrice: 12000, itemStatus: '절판' }],
  },
  {
    what: 'Cafe24 orders: the line has a number of its own, the own code is an ISBN',
    rows: [
      '주문번호,품목별 주문번호,주문일시,결제일시(입금확인일),상품코드,자체 상품코드,상품명,수량,판매가,주문자ID,주문 상태,취소구분',
      `1-12,1-12-01,2026-11-10 09:12:33,2026-11-10 09:13:00,P00AB,${ACTS},소년이 온다,1,13500,reader1,배송완료,`,
      `1-12,1-12-02,2026-11-10 09:12:33,2026-11-10 09:13:00,P00AC,${TRIP},여행의 이유,2,12150,reader1,취소완료,취소`,
      `1-15,1-15-01,2026-11-10 10:01:02,,P00AB,${ACTS},소년이 온다,1,13500,,입금전,`,
      `1-16,1-16-01,2026-11-10 10:01:02,,P00AB,${ACTS},소년이 온다,1,13500,,부분환불,`,
    ],
    records: [
      sale('1-12-01', 1, ACTS, 1, at('2026-11-10T09:12:33', { unitPrice: 13500, buyer: 'reader1' })),
      cancel('1-12-02', 1, TRIP),
      { ...sale('1-16-01', 1, ACTS, 1, at('2026-11-10T10:01:02', { unitPrice: 13500 })), kind: '부분환불' },
    ],
  },
  {
    what: 'Smartstore orders: a claim outweighs the status, a hidden buyer is none',
    rows: [
      '상품주문번호,주문번호,구매자ID,주문상태,결제일,상품번호,수량,클레임상태',
      `71,70,abcd****,배송완료,2026-11-10 09:13:00,5512345,1,`,
      `72,70,abcd****,배송중,2026-11-10 09:13:00,5512346,1,반품완료`,
      `73,70,abcd****,배송중,2026-11-10 09:13:00,5512347,1,반품요청`,
    ],
    records: [
      {
        ...{ kind: 'sale', orderId: '71', lineNo: 1, externalId: '5512345', quantity: 1 },
        soldAt: '2026-11-10T09:13:00+09:00',
      },
      { kind: 'cancel', orderId: '72', lineNo: 1, externalId: '5512346' },
    ],
  },
  {
    what: 'Shopify orders: lines are numbered, the first row of an order speaks for all of its rows',
    rows: [
      'Name,Email,Financial Status,Paid at,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Cancelled at',
      `#1,a@x.kr,paid,2026-11-06 06:13:00 +0900,2026-11-06 06:12:00 +0900,1,Acts,13500,${ACTS},`,
      `#1,a@x.kr,,,2026-11-06 06:12:00 +0900,1,Trip,12150,${TRIP},`,
      `#2,b@x.kr,paid,,2026-11-06 07:00:00 -0500,2,Acts,13500,${ACTS},2026-11-07 07:00:00 +0900`,
      `#2,b@x.kr,,,2026-11-06 07:00:00 -0500,1,Trip,12150,${TRIP},`,
      `#3,c@x.kr,pending,,2026-11-06 08:00:00 -0500,1,Acts,13500,${ACTS},`,
      `#4,d@x.kr,voided,,2026-11-06 08:00:00 -0500,1,Acts,13500,${ACTS},`,
      `#4,d@x.kr,,,2026-11-06 08:00:00 -0500,1,Trip,12150,${TRIP},`,
    ],
    taken: {
      ...{ Name: 'orderId', Email: 'buyer', 'Financial Status': 'kind', 'Created at': 'soldAt' },
      ...{ 'Lineitem quantity': 'quantity', 'Lineitem price': 'unitPrice', 'Lineitem sku': 'isbn13' },
      'Cancelled at': 'cancelledAt kind',
    },
    records: [
      sale('#1', 1, ACTS, 1, at('2026-11-06T06:12:00', { unitPrice: 13500, buyer: 'a@x.kr' })),
      sale('#1', 2, TRIP, 1, at('2026-11-06T06:12:00', { unitPrice: 12150, buyer: 'a@x.kr' })),
      cancel('#2', 1, ACTS, { cancelledAt: '2026-11-07T07:00:00+09:00' }),
      cancel('#2', 2, TRIP, { cancelledAt: '2026-11-07T07:00:00+09:00' }),
      cancel('#4', 1, ACTS),
      cancel('#4', 2, TRIP),
    ],
  },
  {
    what: 'Square items: day, time and zone in three columns, a refund is a return',
    rows: [
      'Date,Time,Time Zone,Category,Item,Qty,SKU,Net Sales,Transaction ID,Event Type,Customer ID',
      `2026-11-10,09:00:33,Eastern Time (US & Canada),Books,Acts,1.0,${ACTS},$13.00,T1,Payment,C1`,
      `2026-07-10,09:00:33,Eastern Time (US & Canada),Books,Trip,2.0,${TRIP},$24.00,T2,Payment,C1`,
      `2026-11-11,10:00:00,Seoul,Books,Acts,-1.0,${ACTS},-$13.00,T3,Refund,C1`,
    ],
    records: [
      sale('T1', 1, ACTS, 1, { soldAt: '2026-11-10T09:00:33-05:00', buyer: 'C1' }),
      sale('T2', 1, TRIP, 2, { soldAt: '2026-07-10T09:00:33-04:00', buyer: 'C1' }),
      cancel('T3', 1, ACTS, { quantity: 1, cancelledAt: '2026-11-11T10:00:00+09:00', buyer: 'C1' }),
    ],
  },
  {
    what: 'WooCommerce orders: month first, as a later row proves',
    rows: [
      'Order Number,Order Status,Order Date,SKU,Item Name,Quantity (- Refund),Item Cost',
      `101,Completed,11/10/2026 09:00,${ACTS},Acts,1,13500`,
      `102,Refunded,11/23/2026 09:00,${ACTS},Acts,0,13500`,
    ],
    records: [
      sale('101', 1, ACTS, 1, at('2026-11-10T09:00:00', { unitPrice: 13500 })),
      cancel('102', 1, ACTS),
    ],
  },
  {
    what: 'a till of receipts and lines: a number that runs through the file numbers no lines',
    rows: ['전표,행,순번,일시,바코드,수량,회원', `T1,1,8,2026-11-10 09:00,${ACTS},1,M1`],
    records: [sale('T1', 1, ACTS, 1, at('2026-11-10T09:00:00', { buyer: 'M1' }))],
  },
  {
    what: 'totals of days: day and item name the line, the second one of a day is another line',
    rows: ['판매일,ISBN,부수', `2026-11-01,${ACTS},12`, `2026-11-01,${ACTS},12`],
    records: [1, 2].map((line) =>
      sale(`${ACTS} 2026-11-01`, line, ACTS, 12, { soldAt: '2026-11-01', buyerType: 'aggregate' }),
    ),
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
