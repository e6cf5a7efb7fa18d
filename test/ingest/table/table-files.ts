const CONSTANTS = { catalog: 'BOOK', categoryIds: ['001'] };
const by = (...names: readonly string[]) => names.map((author) => ({ author, authorType: '' }));
export const ISBN = '9788954655972';
const AT = '2026-11-20T10:00:00+09:00';
const ordered = (order: number) => ({ orderId: `A-${order}`, lineNo: 1, isbn13: ISBN });
const orderRow = (order: number, quantity: number, status: string) =>
  `A-${order},1,${ISBN},${quantity},2026-11-20 10:00,m1,${status}`;

const STATUSES = { 결제완료: 'sale', 주문취소: 'cancel', 반품: 'cancel', 입금대기: 'skip' };

interface File {
  readonly what: string;
  readonly rows: readonly string[];
  readonly mapping?: object;
  readonly records: readonly object[];
  /** Numbers of rows, as a spreadsheet shows them. */
  readonly lines?: readonly number[];
  readonly warnings?: readonly string[];
}

/** Tables, and what they are read as. */
export const FILES: readonly File[] = [
  {
    what: 'a formula around each cell is told once a column; prices of another currency go by the column beside them',
    rows: [
      'externalId,isbn13,title,shopPrice,currency',
      `"=""7""","=""${ISBN}""",가,"=""15000""",KRW`,
      '"=""8""","=""""",나,20,USD',
    ],
    mapping: {
      columns: { externalId: 'externalId', isbn13: 'isbn13', title: 'title', shopPrice: 'shopPrice' },
      constants: { catalog: 'BOOK' },
    },
    records: [
      { kind: 'item', catalog: 'BOOK', externalId: '7', isbn13: `="${ISBN}"`, title: '가', shopPrice: 15000 },
      { kind: 'item', catalog: 'BOOK', externalId: '8', isbn13: '=""', title: '나', shopPrice: '20 USD' },
    ],
    warnings: [
      '2: externalId: "=\\"7\\"" and the like in this column are read as "7"',
      '2: shopPrice: "=\\"15000\\"" and the like in this column are read as "15000"',
    ],
  },
  {
    what: 'a column kind says what each row is, and a row fills the fields of its kind alone',
    rows: [
      'kind,categoryId,categoryName,itemId,title,catalog,categoryIds,shopPrice',
      'category,001,소설,,,,,',
      'item,,,7,홍길동전,BOOK,001,"1,200"',
      'patch,,,7,,,,900',
      'category,002,시,7,,,,',
      '책,,,,x,,,',
    ],
    records: [
      { kind: 'category', categoryId: '001', categoryName: '소설' },
      { kind: 'item', itemId: 7, title: '홍길동전', catalog: 'BOOK', categoryIds: ['001'], shopPrice: 1200 },
      { kind: 'patch', itemId: 7, shopPrice: 900 },
      { kind: 'category', categoryId: '002', categoryName: '시', itemId: 7 },
      { kind: '책', title: 'x' },
    ],
  },
  {
    what: 'our own names of columns need no mapping; some are inside of others',
    rows: ['itemId,title,catalog,categoryIds,deal.salePrice', '7,가,BOOK,001;002,9900'],
    records: [
      {
        ...{ kind: 'item', itemId: 7, title: '가', catalog: 'BOOK' },
        ...{ categoryIds: ['001', '002'], deal: { salePrice: 9900 } },
      },
    ],
  },
  {
    what: 'several columns of one field: texts are joined in the order of the mapping, lists one after the other',
    rows: ['제목,권,저자1,저자2', '토지,1,박경리,-', '태백산맥,,조정래,홍길동'],
    mapping: {
      columns: {
        제목: ['externalId', 'title'],
        권: 'title',
        저자1: ['externalId', 'authors'],
        저자2: 'authors',
      },
      constants: CONSTANTS,
    },
    records: [
      { title: '토지 1', externalId: '토지 박경리', authors: by('박경리') },
      { title: '태백산맥', externalId: '태백산맥 조정래', authors: by('조정래', '홍길동') },
    ].map((record) => ({ kind: 'item', ...CONSTANTS, ...record })),
  },
  {
    what: 'a file without a header is mapped by the numbers of its columns',
    rows: ['"044310073X","x.jpg","Oral Surgery"', '"1438005687","y.jpg","GRE"'],
    mapping: { columns: { '#1': 'isbn10', '#3': 'title' }, constants: { catalog: 'FOREIGN' } },
    records: [
      { kind: 'item', catalog: 'FOREIGN', isbn10: '044310073X', title: 'Oral Surgery' },
      { kind: 'item', catalog: 'FOREIGN', isbn10: '1438005687', title: 'GRE' },
    ],
    lines: [1, 2],
  },
  {
    what: 'merged cells have the value above them, and rows are skipped by a value',
    rows: [
      '분류,코드,도서명,상태',
      ...['001,a,가,판매중', ',b,나,', ',c,다,절판', ',d,라,판매중지(재고)', '002,e,마,', ',f,바,판매중'],
    ],
    mapping: {
      columns: { 도서명: 'title', 분류: { to: 'categoryIds', fill: 'down' }, 코드: 'externalId' },
      constants: { catalog: 'BOOK' },
      skip: { 상태: ['절판', '판매중지*'] },
    },
    records: [
      { title: '가', categoryIds: ['001'], externalId: 'a' },
      { title: '나', categoryIds: ['001'], externalId: 'b' },
      { title: '마', categoryIds: ['002'], externalId: 'e' },
      { title: '바', categoryIds: ['002'], externalId: 'f' },
    ].map((record) => ({ kind: 'item', catalog: 'BOOK', ...record })),
    lines: [2, 3, 6, 7],
  },
  {
    what: 'an order table has sales, cancellations by their status, and returns by a negative quantity',
    rows: [
      '주문번호,순번,ISBN,수량,일시,회원,상태',
      ...[orderRow(1, 2, '결제완료'), orderRow(2, 2, '주문취소'), orderRow(3, -1, '반품')],
      ...[orderRow(4, -2, ''), orderRow(5, 1, '입금대기'), orderRow(6, 1, '교환')],
    ],
    mapping: {
      kind: 'sale',
      columns: {
        ...{ 주문번호: 'orderId', 순번: 'lineNo', ISBN: 'isbn13', 수량: 'quantity' },
        ...{ 일시: 'soldAt', 회원: 'buyer', 상태: { to: 'kind', values: STATUSES } },
      },
    },
    records: [
      { kind: 'sale', ...ordered(1), quantity: 2, soldAt: AT, buyer: 'm1' },
      { kind: 'cancel', ...ordered(2) },
      { kind: 'cancel', ...ordered(3), quantity: 1, cancelledAt: AT, buyer: 'm1' },
      { kind: 'cancel', ...ordered(4), quantity: 2, cancelledAt: AT, buyer: 'm1' },
      { kind: '교환', ...ordered(6), quantity: 1, soldAt: AT, buyer: 'm1' },
    ],
  },
];
