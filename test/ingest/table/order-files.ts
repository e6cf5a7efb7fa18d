import { ACTS, type ShopFile, TRIP } from './shop-files.ts';

const sale = (orderId: string, lineNo: number, isbn13: string, quantity: number, more: object) => ({
  ...{ kind: 'sale', orderId, lineNo, isbn13, quantity },
  ...more,
});
const cancel = (orderId: string, lineNo: number, isbn13: string, more = {}) => ({
  ...{ kind: 'cancel', orderId, lineNo, isbn13 },
  ...more,
});
const at = (text: string, more = {}) => ({ soldAt: `${text}+09:00`, ...more });

/** Orders in the shapes of common exports, and what they are taken for without a mapping. */
export const ORDER_FILES: readonly ShopFile[] = [
  {
    what: 'days that begin with two digits of the year; ISBNs below a name that nobody knows',
    rows: [
      '주문번호,주문일시,바코드,옵션코드,수량',
      `1,26-11-06 10:00,R000001,${ACTS},1`,
      `2,26-11-07 10:00,,${TRIP},2권`,
    ],
    records: [
      sale('1', 1, ACTS, 1, at('2026-11-06T10:00:00')),
      sale('2', 1, TRIP, 2, at('2026-11-07T10:00:00')),
    ],
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
      `2026-11-10,09:00:33,Eastern Time (US & Canada),Books,Acts,1.0,${ACTS},$13.00,a1B2c3D4e5F6,Payment,C1`,
      `2026-07-10,09:00:33,Eastern Time (US & Canada),Books,Trip,2.0,${TRIP},$24.00,b1B2c3D4e5F6,Payment,C1`,
      `2026-11-11,10:00:00,Seoul,Books,Acts,-1.0,${ACTS},-$13.00,c1B2c3D4e5F6,Refund,C1`,
    ],
    records: [
      sale('a1B2c3D4e5F6', 1, ACTS, 1, { soldAt: '2026-11-10T09:00:33-05:00', buyer: 'C1' }),
      sale('b1B2c3D4e5F6', 1, TRIP, 2, { soldAt: '2026-07-10T09:00:33-04:00', buyer: 'C1' }),
      cancel('c1B2c3D4e5F6', 1, ACTS, { quantity: 1, cancelledAt: '2026-11-11T10:00:00+09:00', buyer: 'C1' }),
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
    what: 'Coupang orders: the ISBN is where the values are, not where the name says so',
    rows: [
      '주문번호,주문일,등록상품명,업체상품코드,바코드,구매수(수량),옵션판매가(판매단가)',
      `7001,2026-11-10 09:00:00,소년이 온다,${ACTS},S001,1,13500`,
      `7001,2026-11-10 09:00:00,여행의 이유,${TRIP},,2,12150`,
    ],
    records: [
      sale('7001', 1, ACTS, 1, at('2026-11-10T09:00:00', { unitPrice: 13500 })),
      sale('7001', 2, TRIP, 2, at('2026-11-10T09:00:00', { unitPrice: 12150 })),
    ],
  },
  {
    what: 'Amazon orders: prices of another currency are left out',
    rows: [
      'amazon-order-id\tpurchase-date\torder-status\tproduct-name\tsku\titem-status\tquantity\tcurrency\titem-price',
      `058-1\t2026-11-01T00:53:56+00:00\tShipped - Delivered to Buyer\tActs\t${ACTS}\tShipped\t2\tUSD\t20.00`,
      `058-2\t2026-11-01T00:53:56+00:00\tCancelled\tTrip\t${TRIP}\tCancelled\t0\tUSD\t`,
      `058-3\t2026-11-01T00:53:56+00:00\tPending\tTrip\t${TRIP}\tUnshipped\t1\tUSD\t9.00`,
    ],
    records: [sale('058-1', 1, ACTS, 2, { soldAt: '2026-11-01T00:53:56+00:00' }), cancel('058-2', 1, TRIP)],
  },
  {
    what: 'ESM orders of two malls: a number for each line',
    rows: [
      '아이디,주문번호,장바구니번호(결제번호),상품번호,판매자 관리코드,상품명,수량,판매단가,구매자ID,결제완료일,배송상태',
      `shop,410001,9001,A12,${ACTS},소년이 온다,1,13500,m1,2026-11-10 09:13:00,구매결정완료`,
      `shop,410002,9001,A13,${TRIP},여행의 이유,1,12150,m1,2026-11-10 09:13:00,환불완료`,
    ],
    records: [
      sale('410001', 1, ACTS, 1, at('2026-11-10T09:13:00', { unitPrice: 13500, buyer: 'm1' })),
      cancel('410002', 1, TRIP),
    ],
  },
  {
    what: '11st orders: a column numbers the lines of an order',
    rows: [
      '주문상태,주문번호,주문순번,주문일시,판매자상품코드,상품명,수량,판매단가,구매자ID',
      `발송완료,20261110001,1,2026/11/10 09:00:00,${ACTS},소년이 온다,1,13500,m1`,
      `배송준비중,20261110001,2,2026/11/10 09:00:00,${TRIP},여행의 이유,1,12150,m1`,
    ],
    records: [ACTS, TRIP].map((isbn13, line) =>
      sale('20261110001', line + 1, isbn13, 1, {
        ...at('2026-11-10T09:00:00', { unitPrice: [13500, 12150][line], buyer: 'm1' }),
      }),
    ),
  },
  {
    what: 'WooCommerce orders by line, in its own names; what is no article is passed over',
    rows: [
      'order_id,order_date,status,billing_email,item_name,item_sku,item_quantity,item_total',
      `101,2026-11-10 09:00:00,wc-completed,a@x.kr,Acts,${ACTS},1,13500`,
      '101,2026-11-10 09:00:00,wc-completed,a@x.kr,E-Gift card 50000,,1,50000',
    ],
    records: [sale('101', 1, ACTS, 1, at('2026-11-10T09:00:00', { buyer: 'a@x.kr' }))],
  },
  {
    what: 'a till: day and time in columns of their own, numbers that begin anew each day, returns with numbers of their own',
    rows: [
      '영업일자,거래시각,전표번호,구분,바코드,품명,수량,단가,회원번호',
      `20261103,18:13:00,0037,매출,${ACTS},소년이 온다,1,13500,M1`,
      `20261104,91300,0037,매출,${TRIP},여행의 이유,2,12150,`,
      `20261104,1000,0038,반품,${ACTS},소년이 온다,1,13500,M1`,
      '20261104,10:01,0039,매출,,쇼핑백,1,100,',
    ],
    taken: {
      ...{ 영업일자: 'orderId soldAt', 거래시각: 'soldAt', 전표번호: 'orderId', 구분: 'kind' },
      ...{ 바코드: 'isbn13', 수량: 'quantity', 단가: 'unitPrice', 회원번호: 'buyer' },
    },
    records: [
      sale('2026-11-03 0037', 1, ACTS, 1, at('2026-11-03T18:13:00', { unitPrice: 13500, buyer: 'M1' })),
      sale('2026-11-04 0037', 1, TRIP, 2, at('2026-11-04T09:13:00', { unitPrice: 12150 })),
      cancel('2026-11-04 0038', 1, ACTS, {
        ...{ quantity: 1, cancelledAt: '2026-11-04T10:00:00+09:00', buyer: 'M1' },
      }),
    ],
  },
  {
    what: 'a till whose numbers have several days in the file',
    rows: ['영수증번호,거래일시,바코드,수량', `7,2026-11-03 18:13,${ACTS},1`, `7,2026-11-04 09:00,${ACTS},1`],
    records: ['2026-11-03T18:13:00', '2026-11-04T09:00:00'].map((time) =>
      sale(`${time.slice(0, 10)} 7`, 1, ACTS, 1, at(time)),
    ),
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
