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
  /** An identifier from another system. */
  | 'key'
  | 'number'
  /** An amount in the shop's currency, in any common notation. */
  | 'price'
  /** In an order table: the kind of the row, or `skip`. */
  | 'kind'
  | 'flag'
  | 'date'
  | 'instant'
  | 'isbn13'
  | 'isbn10'
  | 'codes'
  | 'authors'
  | 'series';

export const LISTS: ReadonlySet<CellType> = new Set(['codes', 'authors', 'series']);

export interface Field {
  readonly type: CellType;
  /** Bounds of a number; minimum and maximum length of a text or list. */
  readonly min: number;
  readonly max: number;
  /** Whether the record is refused without it, or only when it is given but unreadable. */
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
/** Introductions, summaries, tables of contents; longer ones are truncated. */
const LONG_TEXT = field('text', 100_000);
const WORD = field('text');
const DATE = field('date');
/** In the shop's currency; a higher price is a typing error. */
const PRICE = field('price', 1_000_000_000_000);
/** Numbers of items, authors and series, up to what a JSON number holds exactly. */
const ID = field('number', Number.MAX_SAFE_INTEGER, 1);
/** Of an order or, pseudonymous, of a buyer. */
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

/** Dates of an author are free text, such as "1569" or "before 1610". */
const LIFE = { birthDate: LABEL, deathDate: LABEL, debutTitle: TITLE, details: LONG_TEXT };
const BUYER = { sex: WORD, age: field('number', 150), buyer: KEY, buyerType: WORD };

/**
 * The fields of every kind of record, in the order of forms and reports, for checks, tables, recognition and the console's form.
 * A dot separates nested fields.
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

/** Required fields of a record, apart from its item's name. */
const REQUIRED: Readonly<Record<FeedKind, string>> = {
  category: 'categoryId categoryName',
  author: 'authorId author',
  item: 'title catalog categoryIds',
  patch: '',
  remove: '',
  sale: 'orderId lineNo quantity soldAt',
  cancel: 'orderId lineNo',
};

/** Optional fields that refuse the record when they are unreadable: otherwise another item or all copies would be meant. */
const DECISIVE: Readonly<Partial<Record<FeedKind, string>>> = {
  item: 'itemId externalId',
  remove: 'itemId externalId',
  sale: 'itemId externalId',
  cancel: 'quantity',
};

/** The top-level fields of each kind's records. A patch is completed and read as an item. */
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

/** Fields that exist only as columns: the kind of an order table's row, and the grouping of rows into products. */
const MORE: Readonly<Partial<Record<TableKind, Fields>>> = {
  sale: { cancelledAt: field('instant'), kind: field('kind') },
  item: { productGroup: KEY, parentProduct: KEY, variant: LABEL },
};

/** The fields of each kind that a column can fill. */
export const TABLE_FIELDS = byKind(TABLE_KINDS, (kind): FieldRules => {
  return new Map(Object.entries({ ...RECORDS[kind], ...MORE[kind] }));
});

/** The required columns of each kind, apart from the item's name; order lines get numbers by themselves. */
export const TABLE_REQUIRED = byKind(TABLE_KINDS, (kind): readonly string[] =>
  wordsOf(REQUIRED[kind]).filter((name) => kind !== 'sale' || name !== 'lineNo'),
);

/** `given` and `readable` list names, separated by blanks. */
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
