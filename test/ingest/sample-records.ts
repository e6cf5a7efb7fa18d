import assert from 'node:assert/strict';
import { MEASURE_NAMES, measuresBy } from '../../src/catalog/item.ts';
import { checkRecord } from '../../src/ingest/check-record.ts';
import type { Fault, FeedHeader, FeedRecord, Reason } from '../../src/ingest/feed-record.ts';

export const RECEIVED_AT_MS = Date.UTC(2026, 10, 21);

/** The record or the fault that the checks make of a value, which goes through JSON as in a file. */
export function parse(value: unknown): FeedRecord | FeedHeader | Fault {
  return check(value).outcome;
}

export function check(value: unknown) {
  return checkRecord(JSON.parse(JSON.stringify(value)), RECEIVED_AT_MS);
}

export const category = { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' };
export const author = { kind: 'author', authorId: 7, author: '허균' };
export const item = {
  kind: 'item',
  itemId: 1001,
  title: '홍길동전',
  catalog: 'BOOK',
  categoryIds: ['001001'],
};
export const remove = { kind: 'remove', itemId: 1001 };
export const sale = {
  kind: 'sale',
  orderId: 'A-1',
  lineNo: 1,
  itemId: 1001,
  quantity: 2,
  soldAt: '2026-11-20T14:03:11+09:00',
};
export const cancel = { kind: 'cancel', orderId: 'A-1', lineNo: 1, cancelledAt: '2026-11-21T09:00:00+09:00' };

/** Holds that a reason is told in both languages, in Korean as a polite sentence. */
export function assertBilingual({ en, ko }: Reason): void {
  assert.ok(en.length > 5, en);
  assert.notEqual(ko, en);
  assert.match(ko, /[가-힣]니다\./, en);
}

export const fullItem = {
  ...item,
  isbn13: '978-89-364-3459-5',
  isbn10: '8936434594',
  subTitle: '큰 글씨판',
  originalTitle: '洪吉童傳',
  originalTranslation: '옮김',
  authors: [{ authorId: 7, author: '허균', authorType: '지음' }, { author: '편집부' }],
  publisher: '서가',
  publishDate: '2024-02-29',
  goodsType: '국내도서',
  goodsSortNm: '국내도서-소설',
  categoryIds: ['001001001', '002', '001001001'],
  adultYn: 'Y',
  shopPrice: 15000.5,
  salePrice: 13500,
  deal: { salePrice: 9900, from: '2026-11-01', until: '2026-11-30' },
  itemStatus: '품절',
  itemFormat: '양장',
  fixedBookPriceYn: 'N',
  ...measuresBy((name) => 300 + MEASURE_NAMES.indexOf(name)),
  servicePoint: 750,
  starScore: 9.1,
  ebookId: 3001,
  series: [{ seriesId: 3, seriesName: '조선 소설' }],
  cover: 'https://img.example/1.jpg',
  sideCover: 'http://img.example/2.jpg?a=1&amp=2',
  backCover: null,
  contentDetail: { bookIntroduction: '<p>의적</p>', bookSummary: null, tableOfContents: '1장\r\n2장' },
  registeredAt: '2024-04-20T10:00:00+09:00',
  attention: { from: '2026-11-01', until: '2026-11-01' },
  withheld: true,
};

/** A record, a place in it, and values of the field at whose top the place is. */
export type Row = readonly [record: object, place: string, ...values: unknown[]];

const URL_MAX = `https://a.example/${'x'.repeat(2031)}`;

/** Values that cost a field, not its record. */
export const LEFT_OUT: readonly Row[] = [
  [category, 'parentId', 'a/b'],
  [author, 'birthDate', 1569],
  ...'subTitle originalTitle originalTranslation publisher goodsType goodsSortNm itemStatus itemFormat'
    .split(' ')
    .map((field): Row => [item, field, 7]),
  [item, 'categoryIds[1]', ['001', ''], ['001', '국내 도서']],
  [item, 'isbn13', '978893643459', '978893643459X', 9788936434595],
  [item, 'isbn10', '893643458', 'x'],
  [item, 'authors', { author: 'a' }],
  [item, 'authors[0]', ['허균']],
  [item, 'authors[0].author', [{ authorId: 7 }]],
  [item, 'authors[0].authorId', [{ author: 'a', authorId: 0 }]],
  [item, 'publishDate', '2023-02-29', '1.5.2024', '봄'],
  [item, 'adultYn', 'y'],
  [item, 'fixedBookPriceYn', true],
  [item, 'shopPrice', -1, '15000', 1e15, '문의'],
  [item, 'salePrice', 1.234, '문의'],
  [item, 'deal', 9900],
  [item, 'deal.salePrice', { from: '2026-11-01', until: '2026-11-30' }],
  [item, 'deal.from', { salePrice: 1, until: '2026-11-30' }],
  [item, 'deal.until', { salePrice: 1, from: '2026-11-30' }],
  [item, 'deal.until', { salePrice: 1, from: '2026-11-30', until: '2026-11-29' }],
  [item, 'attention.until', { from: '2026-11-30', until: '2026-11-29' }],
  [item, 'pages', 1.5],
  [item, 'weight', -1],
  [item, 'width', '130'],
  [item, 'length', -1],
  [item, 'height', 1e9],
  [item, 'servicePoint', -1],
  [item, 'starScore', 101],
  [item, 'ebookId', 0],
  [item, 'series[0].seriesId', [{ seriesName: 'a' }]],
  [item, 'series[0].seriesName', [{ seriesId: 1 }]],
  [item, 'cover', 'javascript:alert(1)', 'https://', 'cover.jpg'],
  [item, 'sideCover', 'https://a.example/"x'],
  [item, 'backCover', URL_MAX],
  [item, 'contentDetail', 'text'],
  [item, 'contentDetail.bookIntroduction', { bookIntroduction: 7 }],
  [item, 'registeredAt', '2024-04-20T10:00:00'],
  [item, 'withheld', 'Y'],
  [sale, 'unitPrice', -0.01],
  [sale, 'sex', 'A'],
  [sale, 'age', 151, -1],
  [sale, 'buyer', 'b'.repeat(201)],
  [sale, 'buyerType', 'robot'],
  [cancel, 'cancelledAt', 'yesterday'],
];
