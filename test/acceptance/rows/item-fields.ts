import { bareItem, fullItem } from '../feed.ts';

type Type = 'integer' | 'number' | 'string' | 'flag' | 'object' | 'array';

/** What the suite knows of one field of an item. */
export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly isNullable?: boolean;
  readonly meaning: string;
  /** Of the item whose feed line gives everything; a function where the base of addresses is part of it. */
  readonly full: unknown;
  /** Of the item whose feed line gives only what is required. Left out where no default is laid down. */
  readonly bare?: unknown;
}

const page = (itemId: number) => (baseUrl: string) => `${baseUrl}/goods/${itemId}`;

/**
 * Fields of every item, in order (docs/rules/interface.md#item). The first and upDown have their own tests; the two
 * pictures beside cover are not on every list.
 */
export const ITEM_FIELDS: readonly Field[] = [
  { name: 'itemId', type: 'integer', meaning: 'the product number', full: 1001, bare: 1009 },
  { name: 'title', type: 'string', meaning: 'the title', full: fullItem.title, bare: bareItem.title },
  {
    name: 'author',
    type: 'string',
    meaning: 'the names of the contributors',
    full: '김옮김, 허균',
    bare: '',
  },
  {
    name: 'goodsType',
    type: 'string',
    meaning: "the feed's, or its catalogue's",
    full: fullItem.goodsType,
    bare: '국내도서',
  },
  {
    name: 'goodsSortNm',
    type: 'string',
    meaning: "the feed's, or root and second level of the category",
    full: fullItem.goodsSortNm,
    bare: '국내도서-소설',
  },
  { name: 'adultYn', type: 'flag', meaning: 'Y or N', full: 'Y', bare: 'N' },
  { name: 'publisher', type: 'string', meaning: 'the publisher', full: fullItem.publisher, bare: '' },
  { name: 'isbn10', type: 'string', meaning: 'the ISBN10, empty when none', full: fullItem.isbn10, bare: '' },
  { name: 'isbn13', type: 'string', meaning: 'the ISBN13, empty when none', full: fullItem.isbn13, bare: '' },
  { name: 'shopPrice', type: 'number', meaning: 'the list price', full: 15000 },
  { name: 'salePrice', type: 'number', meaning: 'the selling price', full: 13500 },
  {
    name: 'publishDate',
    type: 'string',
    meaning: 'yyyy-MM-dd, empty when unknown',
    full: '2024-05-01',
    bare: '',
  },
  {
    name: 'itemStatus',
    type: 'string',
    meaning: "the feed's, by default 판매중",
    full: '예약판매',
    bare: '판매중',
  },
  {
    name: 'cover',
    type: 'string',
    meaning: 'the registered picture, or a substitute',
    full: fullItem.cover,
    bare: (baseUrl: string) => `${baseUrl}/images/substitute/cover/1009.svg`,
  },
  { name: 'link', type: 'string', meaning: 'the original product page', full: page(1001), bare: page(1009) },
  { name: 'addOnLink', type: 'string', meaning: 'empty without add-on enrolment', full: '', bare: '' },
  {
    name: 'contentDetail',
    type: 'object',
    isNullable: true,
    meaning: 'introduction, summary and contents, in this order, or null',
    full: fullItem.contentDetail,
    bare: null,
  },
];

const nullable = (name: string, type: Type, meaning: string, full: unknown): Field => ({
  name,
  type,
  isNullable: true,
  meaning,
  full,
  bare: null,
});

/** Fields that detail=Y adds, in order, without salePoint. */
export const DETAIL_FIELDS: readonly Field[] = [
  { name: 'subTitle', type: 'string', meaning: 'the subtitle', full: fullItem.subTitle, bare: '' },
  nullable('originalTitle', 'string', 'the original title', fullItem.originalTitle),
  nullable('originalTranslation', 'string', 'the mark of a translated work', fullItem.originalTranslation),
  nullable('servicePoint', 'integer', 'the loyalty points', 750),
  { name: 'fixedBookPriceYn', type: 'flag', meaning: 'Y or N', full: 'Y' },
  nullable('pages', 'integer', 'the number of pages', 320),
  nullable('weight', 'integer', 'grams', 400),
  nullable('width', 'integer', 'millimetres', 130),
  nullable('length', 'integer', 'millimetres', 190),
  nullable('height', 'integer', 'millimetres', 20),
  nullable('itemFormat', 'string', 'the book format', fullItem.itemFormat),
  { name: 'starScore', type: 'number', meaning: 'the rating', full: 9.1 },
  {
    name: 'mobileLink',
    type: 'string',
    meaning: 'the product page for phones',
    full: page(1001),
    bare: page(1009),
  },
  nullable('eBookLink', 'string', 'the page of the linked e-book', page(3001)),
  nullable('ebookId', 'integer', 'the number of the linked e-book', 3001),
  {
    name: 'series',
    type: 'array',
    meaning: 'number and name of each series',
    full: fullItem.series,
    bare: [],
  },
];

/** Whether a value is of the field's type. */
export function hasType(value: unknown, { type, isNullable = false }: Field): boolean {
  if (value === null) return isNullable;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'flag') return value === 'Y' || value === 'N';
  if (type === 'array') return Array.isArray(value);
  return typeof value === type;
}
