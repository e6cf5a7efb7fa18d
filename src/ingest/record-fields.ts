import { measuresBy } from '../catalog/item.ts';

/** Kinds of feed records (docs/feeds.md#records). */
export const FEED_KINDS = ['category', 'author', 'item', 'patch', 'remove', 'sale', 'cancel'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** Kinds of records that a table can hold. */
export const TABLE_KINDS = ['item', 'patch', 'author', 'category', 'sale', 'cancel'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

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

type Fields = Readonly<Record<string, CellType>>;

/** What names an item. */
const NAME: Fields = { itemId: 'number', externalId: 'key', isbn13: 'isbn13', isbn10: 'isbn10' };
export const ITEM_NAMES = Object.keys(NAME);

const ITEM: Fields = {
  ...NAME,
  ...texts('title subTitle originalTitle originalTranslation'),
  authors: 'authors',
  publisher: 'text',
  publishDate: 'date',
  ...texts('catalog goodsType goodsSortNm'),
  categoryIds: 'codes',
  adultYn: 'text',
  shopPrice: 'price',
  salePrice: 'price',
  'deal.salePrice': 'price',
  'deal.from': 'date',
  'deal.until': 'date',
  ...texts('itemStatus itemFormat fixedBookPriceYn'),
  ...measuresBy(() => 'number' as const),
  servicePoint: 'number',
  starScore: 'number',
  ebookId: 'number',
  series: 'series',
  ...texts('cover sideCover backCover'),
  ...texts('contentDetail.bookIntroduction contentDetail.bookSummary contentDetail.tableOfContents'),
  registeredAt: 'instant',
  'attention.from': 'date',
  'attention.until': 'date',
  withheld: 'flag',
};

const LINE: Fields = { orderId: 'key', lineNo: 'number', ...NAME, quantity: 'number' };

/**
 * The fields of every kind of record, in the order of forms and reports: readers, tables, recognition and the console's form go by
 * it. Fields inside of others have a dot.
 */
const RECORDS: Readonly<Record<FeedKind, Fields>> = {
  category: texts('categoryId categoryName parentId'),
  author: { authorId: 'number', ...texts('author birthDate deathDate debutTitle details') },
  item: ITEM,
  patch: ITEM,
  remove: NAME,
  sale: {
    ...LINE,
    ...{ unitPrice: 'price', soldAt: 'instant', sex: 'text', age: 'number', buyer: 'key', buyerType: 'text' },
  },
  cancel: { ...LINE, cancelledAt: 'instant', buyer: 'key' },
};

/** What a record can't be without, apart from a name of its item. A patch is read as an item. */
const REQUIRED: Readonly<Record<FeedKind, string>> = {
  category: 'categoryId categoryName',
  author: 'authorId author',
  item: 'title catalog categoryIds',
  patch: '',
  remove: '',
  sale: 'orderId lineNo quantity soldAt',
  cancel: 'orderId lineNo',
};

/** What may be missing, but costs the record when it can't be read: another item or all copies would be meant. */
const DECISIVE: Readonly<Partial<Record<FeedKind, string>>> = {
  item: 'itemId externalId',
  remove: 'itemId externalId',
  sale: 'itemId externalId',
  cancel: 'quantity',
};

/** The fields that an object may have. */
export interface FieldNames {
  readonly known: ReadonlySet<string>;
  /** Those whose value costs the whole object when it can't be read. */
  readonly required: ReadonlySet<string>;
}

/** Both texts list names, separated by blanks. */
export function fieldNames(required: string, optional = ''): FieldNames {
  const [must, may] = [required, optional].map(wordsOf);
  return { known: new Set([...(must ?? []), ...(may ?? [])]), required: new Set(must) };
}

/** The fields at the top of a record of each kind. */
export const NAMES_BY_KIND = byKind(FEED_KINDS, (kind) => ({
  known: new Set(['kind', ...Object.keys(RECORDS[kind]).map((field) => field.replace(/\..*/, ''))]),
  required: new Set(wordsOf(`${REQUIRED[kind]} ${DECISIVE[kind] ?? ''}`)),
}));

/** The fields of each kind that a column can fill. In an order table, a column may say what its row is. */
export const TABLE_FIELDS = byKind(TABLE_KINDS, (kind): ReadonlyMap<string, CellType> => {
  const more: Fields = kind === 'sale' ? { cancelledAt: 'instant', kind: 'kind' } : {};
  return new Map(Object.entries({ ...RECORDS[kind], ...more }));
});

/** The fields of each kind that a table can't be without, apart from a name of the item; order lines are numbered. */
export const TABLE_REQUIRED = byKind(TABLE_KINDS, (kind): readonly string[] =>
  wordsOf(REQUIRED[kind]).filter((field) => kind !== 'sale' || field !== 'lineNo'),
);

function byKind<Kind extends string, Value>(kinds: readonly Kind[], value: (kind: Kind) => Value) {
  return Object.fromEntries(kinds.map((kind) => [kind, value(kind)])) as Readonly<Record<Kind, Value>>;
}

function texts(names: string): Fields {
  return Object.fromEntries(wordsOf(names).map((name) => [name, 'text']));
}

function wordsOf(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}
