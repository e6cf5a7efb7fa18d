import { bareItem, fullItem } from '../feed.ts';

/** The type of a field; a question mark allows null. */
type Type = 'integer' | 'integer?' | 'number' | 'string' | 'string?' | 'flag' | 'object?' | 'array';

/**
 * A field: name, type, its value of the item whose feed line gives everything, and of the one whose line gives only what is required.
 * A function takes the base of addresses; `undefined` is a value that other rows prove.
 */
export type Field = readonly [name: string, type: Type, full: unknown, bare: unknown];

const page = (itemId: number) => (baseUrl: string) => `${baseUrl}/goods/${itemId}`;
const substitute = (side: string) => (baseUrl: string) => `${baseUrl}/images/substitute/${side}/1009.svg`;

/** Fields of every item, in order (docs/rules/interface.md#item). */
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
