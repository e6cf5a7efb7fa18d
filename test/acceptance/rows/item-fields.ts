import { book, hong } from '../../support/small-shop.ts';

/**
 * A field: name, its value of the item whose feed line gives everything, and of the one whose line gives only what is required. A
 * function takes the base of addresses; `undefined` is a value that other rows prove. Types are in the contract.
 */
export type Field = readonly [name: string, full: unknown, bare: unknown];

const page = (itemId: number) => (baseUrl: string) => `${baseUrl}/goods/${itemId}`;
const substitute = (side: string) => (baseUrl: string) => `${baseUrl}/images/substitute/${side}/1009.svg`;

/** A feed line that gives every field. */
export const fullItem = {
  ...book(1001, '홍길동전', hong),
  ...hong,
  itemId: 1001,
  originalTranslation: '번역서',
  goodsType: '국내도서 특별판',
  goodsSortNm: '국내도서-고전',
  adultYn: 'Y',
  itemStatus: '예약판매',
  itemFormat: '양장본',
  fixedBookPriceYn: 'Y',
  series: [...hong.series, { seriesId: 4, seriesName: '큰 글씨 문고' }],
  sideCover: 'https://img.example/1001-side.jpg',
  backCover: 'https://img.example/1001-back.jpg',
  contentDetail: {
    bookIntroduction: '의적 이야기',
    bookSummary: '집을 떠난 길동이 나라를 세운다',
    tableOfContents: '1장 집을 떠나다\n\t첫째 마당\n2장 율도국',
  },
};

/** One that gives only what a feed must. */
export const bareItem = {
  kind: 'item',
  itemId: 1009,
  title: '이름만 있는 책',
  catalog: 'BOOK',
  categoryIds: ['001001'],
};

/** Fields of every item, in order. */
export const ITEM_FIELDS: readonly Field[] = [
  ['sortOrder', undefined, undefined],
  ['itemId', 1001, 1009],
  ['title', '홍길동전', bareItem.title],
  ['author', '김옮김, 허균', ''],
  ['goodsType', fullItem.goodsType, '국내도서'],
  ['goodsSortNm', fullItem.goodsSortNm, '국내도서-소설'],
  ['adultYn', 'Y', 'N'],
  ['publisher', '서가출판', ''],
  ['isbn10', fullItem.isbn10, ''],
  ['isbn13', fullItem.isbn13, ''],
  ['shopPrice', 15000, 0],
  ['salePrice', 13500, 0],
  ['publishDate', '2024-05-01', ''],
  ['itemStatus', '예약판매', '판매중'],
  ['cover', fullItem.cover, substitute('cover')],
  ['sideCover', fullItem.sideCover, substitute('side')],
  ['backCover', fullItem.backCover, substitute('back')],
  ['link', page(1001), page(1009)],
  ['addOnLink', '', ''],
  ['upDown', undefined, null],
  ['contentDetail', fullItem.contentDetail, null],
];

/** Fields that detail=Y adds, in order. */
export const DETAIL_FIELDS: readonly Field[] = [
  ['subTitle', fullItem.subTitle, ''],
  ['originalTitle', fullItem.originalTitle, null],
  ['originalTranslation', fullItem.originalTranslation, null],
  ['servicePoint', 750, null],
  ['salePoint', undefined, null],
  ['fixedBookPriceYn', 'Y', 'Y'],
  ['pages', 320, null],
  ['weight', 400, null],
  ['width', 130, null],
  ['length', 190, null],
  ['height', 20, null],
  ['itemFormat', fullItem.itemFormat, null],
  ['starScore', 9.1, 0],
  ['mobileLink', page(1001), page(1009)],
  ['eBookLink', page(3001), null],
  ['ebookId', 3001, null],
  ['series', fullItem.series, []],
];

/** Fields that only some endpoints show. */
export const SIDES: readonly string[] = ['sideCover', 'backCover'];
