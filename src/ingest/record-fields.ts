import { measuresBy } from '../catalog/item.ts';
import { QUANTITY_MAX } from '../rankings/sale.ts';

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

/** Types whose cells hold several values. */
export const LISTS: ReadonlySet<CellType> = new Set(['codes', 'authors', 'series']);

/** What is known of a field. */
export interface Field {
  readonly type: CellType;
  /** Of a number its bounds; of a text its characters, of a list its elements at most. */
  readonly min: number;
  readonly max: number;
  /** Whether its record can't be without it, or may be, but not where it is given and can't be read. */
  readonly need?: 'given' | 'readable' | undefined;
}
type Fields = Readonly<Record<string, Field>>;
/** The fields that an object may have, by name. */
export type FieldRules = ReadonlyMap<string, Field>;

const field = (type: CellType, max = 0, min = 0): Field => ({ type, min, max });

/** Names of people, publishers, series, categories; labels such as a status or a role. */
export const NAME = field('text', 500);
const LABEL = field('text', 100);
const TITLE = field('text', 1000);
/** Introductions, summaries, tables of contents; the rest is cut off. */
const LONG_TEXT = field('text', 100_000);
const WORD = field('text');
const DATE = field('date');
/** In the shop's currency; a higher one is a typing error. */
const PRICE = field('price', 1_000_000_000_000);
/** Numbers of items, authors and series: what a JSON number holds exactly. */
const ID = field('number', Number.MAX_SAFE_INTEGER, 1);
/** Of an order or, opaque, of a buyer. */
const KEY = field('key', 200);
const ADDRESS = field('text', 2048);

/** What names an item. */
const ITEM_NAME = {
  itemId: ID,
  externalId: field('key', 100),
  isbn13: field('isbn13', 200),
  isbn10: field('isbn10', 200),
};
export const ITEM_NAMES = Object.keys(ITEM_NAME);

const WINDOW = { from: DATE, until: DATE };
const DEAL = { salePrice: PRICE, ...WINDOW };
const CONTENT = { bookIntroduction: LONG_TEXT, bookSummary: LONG_TEXT, tableOfContents: LONG_TEXT };

const ITEM: Fields = {
  ...ITEM_NAME,
  title: TITLE,
  subTitle: TITLE,
  originalTitle: TITLE,
  originalTranslation: TITLE,
  // An anthology names its contributors by the hundred.
  authors: field('authors', 1000),
  publisher: NAME,
  publishDate: DATE,
  catalog: WORD,
  goodsType: LABEL,
  goodsSortNm: NAME,
  categoryIds: field('codes', 100),
  adultYn: WORD,
  shopPrice: PRICE,
  salePrice: PRICE,
  ...inside('deal', DEAL),
  itemStatus: LABEL,
  itemFormat: LABEL,
  fixedBookPriceYn: WORD,
  // Pages, grams and millimetres.
  ...measuresBy(() => field('number', 10_000_000)),
  servicePoint: field('number', 1_000_000_000),
  // Shops rate out of 5, 10 or 100.
  starScore: field('number', 100),
  ebookId: ID,
  series: field('series', 100),
  cover: ADDRESS,
  sideCover: ADDRESS,
  backCover: ADDRESS,
  ...inside('contentDetail', CONTENT),
  registeredAt: field('instant'),
  ...inside('attention', WINDOW),
  withheld: field('flag'),
};

const LINE: Fields = {
  orderId: KEY,
  lineNo: field('number', 1_000_000_000, 1),
  ...ITEM_NAME,
  quantity: field('number', QUANTITY_MAX, 1),
};

/** Of an author, who lived as free text says, such as "1569" or "before 1610". */
const LIFE = { birthDate: LABEL, deathDate: LABEL, debutTitle: TITLE, details: LONG_TEXT };
const BUYER = { sex: WORD, age: field('number', 150), buyer: KEY, buyerType: WORD };

/**
 * The fields of every kind of record, in the order of forms and reports: checks, tables, recognition and the console's form go by
 * it. Fields inside of others have a dot.
 */
const RECORDS: Readonly<Record<FeedKind, Fields>> = {
  category: { categoryId: WORD, categoryName: NAME, parentId: WORD },
  author: { authorId: ID, author: NAME, ...LIFE },
  item: ITEM,
  patch: ITEM,
  remove: ITEM_NAME,
  sale: { ...LINE, unitPrice: PRICE, soldAt: field('instant'), ...BUYER },
  cancel: { ...LINE, cancelledAt: field('instant'), buyer: KEY },
};

/** What a record can't be without, apart from a name of its item. */
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

/** The fields at the top of a record of each kind. A patch is filled up and read as an item. */
export const FIELDS_BY_KIND = byKind(FEED_KINDS, (kind): FieldRules => {
  const tops = Object.entries(RECORDS[kind]).map(([path, one]) => [path.replace(/\..*/, ''), one]);
  return rules({ kind: WORD, ...Object.fromEntries(tops) }, REQUIRED[kind], DECISIVE[kind]);
});

export const HEADER_FIELDS = rules({ complete: WORD, kind: WORD }, 'complete');
export const WINDOW_FIELDS = rules(WINDOW, 'from until');
export const DEAL_FIELDS = rules(DEAL, 'salePrice from until');
export const CONTENT_FIELDS = rules(CONTENT, '');
export const AUTHOR_FIELDS = rules({ author: NAME, authorId: ID, authorType: LABEL }, 'author');
export const SERIES_FIELDS = rules({ seriesId: ID, seriesName: NAME }, 'seriesId seriesName');

/** What only columns say: in an order table, what its row is; in a list of products, which rows are one product. */
const MORE: Readonly<Partial<Record<TableKind, Fields>>> = {
  sale: { cancelledAt: field('instant'), kind: field('kind') },
  item: { productGroup: KEY, parentProduct: KEY, variant: LABEL },
};

/** The fields of each kind that a column can fill. */
export const TABLE_FIELDS = byKind(TABLE_KINDS, (kind): FieldRules => {
  return new Map(Object.entries({ ...RECORDS[kind], ...MORE[kind] }));
});

/** The fields of each kind that a table can't be without, apart from a name of the item; order lines are numbered. */
export const TABLE_REQUIRED = byKind(TABLE_KINDS, (kind): readonly string[] =>
  wordsOf(REQUIRED[kind]).filter((name) => kind !== 'sale' || name !== 'lineNo'),
);

/** The texts list names, separated by blanks. */
function rules(fields: Fields, given: string, readable = ''): FieldRules {
  const needs = new Map<string, Field['need']>(wordsOf(readable).map((name) => [name, 'readable']));
  for (const name of wordsOf(given)) needs.set(name, 'given');
  return new Map(Object.entries(fields).map(([name, one]) => [name, { ...one, need: needs.get(name) }]));
}

export function byKind<Kind extends string, Value>(kinds: readonly Kind[], value: (kind: Kind) => Value) {
  return Object.fromEntries(kinds.map((kind) => [kind, value(kind)])) as Readonly<Record<Kind, Value>>;
}

function inside(object: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [`${object}.${name}`, one]));
}

function wordsOf(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}
