import type { FeedLine } from '../feed-line.ts';

/** The type of a field; a question mark allows null. */
type Type = 'integer' | 'integer?' | 'number' | 'string' | 'string?' | 'flag' | 'object?' | 'array';

/**
 * A field: name, type, its value of the item whose feed line gives everything, and of the one whose line gives only what is required.
 * A function takes the base of addresses; `undefined` is a value that other rows prove.
 */
export type Field = readonly [name: string, type: Type, full: unknown, bare: unknown];

const page = (itemId: number) => (baseUrl: string) => `${baseUrl}/goods/${itemId}`;
const substitute = (side: string) => (baseUrl: string) => `${baseUrl}/images/substitute/${side}/1009.svg`;

/** A feed line that gives every field. */
export const fullItem = {
  kind: 'item',
  itemId: 1001,
  isbn13: '9788936434595',
  isbn10: '8936434594',
  title: '홍길동전',
  subTitle: '큰 글씨판',
  originalTitle: '洪吉童傳',
  originalTranslation: '번역서',
  authors: [
    { authorId: null, author: '김옮김', authorType: '옮김' },
    { authorId: 7, author: '허균', authorType: '지음' },
  ],
  publisher: '서가출판',
  publishDate: '2024-05-01',
  catalog: 'BOOK',
  goodsType: '국내도서 특별판',
  goodsSortNm: '국내도서-고전',
  categoryIds: ['001001001'],
  adultYn: 'Y',
  shopPrice: 15000,
  salePrice: 13500,
  itemStatus: '예약판매',
  itemFormat: '양장본',
  fixedBookPriceYn: 'Y',
  pages: 320,
  weight: 400,
  width: 130,
  length: 190,
  height: 20,
  servicePoint: 750,
  starScore: 9.1,
  ebookId: 3001,
  series: [
    { seriesId: 3, seriesName: '조선 소설' },
    { seriesId: 4, seriesName: '큰 글씨 문고' },
  ],
  cover: 'https://img.example/1001.jpg',
  sideCover: 'https://img.example/1001-side.jpg',
  backCover: 'https://img.example/1001-back.jpg',
  contentDetail: {
    bookIntroduction: '의적 이야기',
    bookSummary: '집을 떠난 길동이 나라를 세운다',
    tableOfContents: '1장 집을 떠나다\n\t첫째 마당\n2장 율도국',
  },
  registeredAt: '2024-04-20T10:00:00+09:00',
} as const satisfies FeedLine;

/** One that gives only what a feed must. */
export const bareItem = {
  kind: 'item',
  itemId: 1009,
  title: '이름만 있는 책',
  catalog: 'BOOK',
  categoryIds: ['001001'],
} as const satisfies FeedLine;

/** Fields of every item, in order. */
export const ITEM_FIELDS: readonly Field[] = [
  ['sortOrder', 'integer', undefined, undefined],
  ['itemId', 'integer', 1001, 1009],
  ['title', 'string', fullItem.title, bareItem.title],
  ['author', 'string', '김옮김, 허균', ''],
  ['goodsType', 'string', fullItem.goodsType, '국내도서'],
  ['goodsSortNm', 'string', fullItem.goodsSortNm, '국내도서-소설'],
  ['adultYn', 'flag', 'Y', 'N'],
  ['publisher', 'string', fullItem.publisher, ''],
  ['isbn10', 'string', fullItem.isbn10, ''],
  ['isbn13', 'string', fullItem.isbn13, ''],
  ['shopPrice', 'number', 15000, 0],
  ['salePrice', 'number', 13500, 0],
  ['publishDate', 'string', '2024-05-01', ''],
  ['itemStatus', 'string', '예약판매', '판매중'],
  ['cover', 'string', fullItem.cover, substitute('cover')],
  ['sideCover', 'string', fullItem.sideCover, substitute('side')],
  ['backCover', 'string', fullItem.backCover, substitute('back')],
  ['link', 'string', page(1001), page(1009)],
  ['addOnLink', 'string', '', ''],
  ['upDown', 'integer?', undefined, null],
  ['contentDetail', 'object?', fullItem.contentDetail, null],
];

/** Fields that detail=Y adds, in order. */
export const DETAIL_FIELDS: readonly Field[] = [
  ['subTitle', 'string', fullItem.subTitle, ''],
  ['originalTitle', 'string?', fullItem.originalTitle, null],
  ['originalTranslation', 'string?', fullItem.originalTranslation, null],
  ['servicePoint', 'integer?', 750, null],
  ['salePoint', 'integer?', undefined, null],
  ['fixedBookPriceYn', 'flag', 'Y', 'Y'],
  ['pages', 'integer?', 320, null],
  ['weight', 'integer?', 400, null],
  ['width', 'integer?', 130, null],
  ['length', 'integer?', 190, null],
  ['height', 'integer?', 20, null],
  ['itemFormat', 'string?', fullItem.itemFormat, null],
  ['starScore', 'number', 9.1, 0],
  ['mobileLink', 'string', page(1001), page(1009)],
  ['eBookLink', 'string?', page(3001), null],
  ['ebookId', 'integer?', 3001, null],
  ['series', 'array', fullItem.series, []],
];

/** Fields that only some endpoints show. */
export const SIDES: readonly string[] = ['sideCover', 'backCover'];

/** Whether a value is of a type. */
export function hasType(value: unknown, type: Type): boolean {
  if (value === null) return type.endsWith('?');
  if (type.startsWith('integer')) return Number.isInteger(value);
  if (type === 'flag') return value === 'Y' || value === 'N';
  if (type === 'array') return Array.isArray(value);
  return typeof value === type.replace('?', '');
}
