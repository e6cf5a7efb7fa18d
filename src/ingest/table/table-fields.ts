import { measuresBy } from '../../catalog/measures.ts';
import type { TableKind } from '../mapping.ts';
import { shorten } from '../reason.ts';

/** How the text of a cell becomes the value of a field. */
export type CellType =
  | 'text'
  /** A name that machines gave. */
  | 'key'
  | 'number'
  /** A number of the shop's currency, as people write it. */
  | 'price'
  /** Of an order table: the kind of the row, or `skip`. */
  | 'kind'
  | 'flag'
  | 'date'
  | 'instant'
  | 'isbn13'
  | 'isbn10'
  | 'codes'
  | 'authors'
  | 'series';

/** Every field of an item, and how a cell fills it. */
export const ITEM_FIELDS: Readonly<Record<string, CellType>> = {
  itemId: 'number',
  externalId: 'key',
  isbn13: 'isbn13',
  isbn10: 'isbn10',
  title: 'text',
  subTitle: 'text',
  originalTitle: 'text',
  originalTranslation: 'text',
  authors: 'authors',
  publisher: 'text',
  publishDate: 'date',
  catalog: 'text',
  goodsType: 'text',
  goodsSortNm: 'text',
  categoryIds: 'codes',
  adultYn: 'text',
  shopPrice: 'price',
  salePrice: 'price',
  'deal.salePrice': 'price',
  'deal.from': 'date',
  'deal.until': 'date',
  itemStatus: 'text',
  itemFormat: 'text',
  fixedBookPriceYn: 'text',
  ...measuresBy(() => 'number' as const),
  servicePoint: 'number',
  starScore: 'number',
  ebookId: 'number',
  series: 'series',
  cover: 'text',
  sideCover: 'text',
  backCover: 'text',
  'contentDetail.bookIntroduction': 'text',
  'contentDetail.bookSummary': 'text',
  'contentDetail.tableOfContents': 'text',
  registeredAt: 'instant',
  'attention.from': 'date',
  'attention.until': 'date',
  withheld: 'flag',
};

const ORDER_LINE = {
  orderId: 'key',
  lineNo: 'number',
  itemId: 'number',
  externalId: 'key',
  isbn13: 'isbn13',
  isbn10: 'isbn10',
  quantity: 'number',
} as const;

/** The fields of each kind that a column can fill, and the type of their cells. */
export const TABLE_FIELDS: Readonly<Record<TableKind, ReadonlyMap<string, CellType>>> = {
  item: fieldsOf(ITEM_FIELDS),
  patch: fieldsOf(ITEM_FIELDS),
  author: fieldsOf({ authorId: 'number', ...texts('author birthDate deathDate debutTitle details') }),
  category: fieldsOf(texts('categoryId categoryName parentId')),
  sale: fieldsOf({
    ...ORDER_LINE,
    unitPrice: 'price',
    soldAt: 'instant',
    sex: 'text',
    age: 'number',
    buyer: 'key',
    buyerType: 'text',
    cancelledAt: 'instant',
    kind: 'kind',
  }),
  cancel: fieldsOf({ ...ORDER_LINE, cancelledAt: 'instant', buyer: 'key' }),
};

function fieldsOf(types: Readonly<Record<string, CellType>>): ReadonlyMap<string, CellType> {
  return new Map(Object.entries(types));
}

function texts(names: string): Record<string, 'text'> {
  return Object.fromEntries(names.split(' ').map((name) => [name, 'text']));
}

/** Names of columns, as far as a sentence can bear them. */
export function shortNames(names: readonly string[]): string {
  const shown = names.slice(0, 30).map(shorten);
  return shown.join(', ') + (names.length > shown.length ? ', …' : '');
}
