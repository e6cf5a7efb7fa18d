import { parseDate, parseDayStart, parseInstant } from '../base/dates.ts';
import { isCategoryId } from '../catalog/category.ts';
import { CATALOGS, measuresBy } from '../catalog/item.ts';
import { type MessageId, message } from '../messages/messages.ts';
import { BUYER_TYPES, QUANTITY_MAX } from '../rankings/sale.ts';
import type { Rule } from './feed-record.ts';

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
  | 'series'
  /** Columns fill the fields of an object, never the object itself. */
  | 'object';

export const LISTS: ReadonlySet<CellType> = new Set(['codes', 'authors', 'series']);

/** Describes a field for checks, tables, recognition of columns, and the console's form. */
export interface Field<Value = unknown> {
  readonly type: CellType;
  /** Maximum length of a text or list, or the highest number; 0 for other fields. */
  readonly max: number;
  /** The checked value, or null for a wrong value. */
  parse(value: unknown): Value | null;
  rule(): Rule;
  /**
   * `given`: a record without the field is refused. `readable`: a record with an unreadable value is refused. Absent: an
   * unreadable value is dropped.
   */
  readonly need?: 'given' | 'readable';
  /** A long text keeps its line breaks, and is truncated if it exceeds `max`. */
  readonly isLong?: true;
  /** The fields of an object, or of each object in a list. */
  readonly fields?: FieldMap;
}
export type Fields = Readonly<Record<string, Field>>;

export interface FieldMap<Of = Fields> extends ReadonlyMap<string, Field> {
  /** Never set: it only carries the type. */
  readonly typed?: Of;
}
export type FieldsOf<Of> = Of extends FieldMap<infer Inner> ? Inner : never;
const mapOf = <Of extends Fields>(fields: Of): FieldMap<Of> => new Map(Object.entries(fields));

type Parse<Value> = (value: unknown) => Value | null;

/** A field whose rule is the message `id`. */
export const field = <Value>(
  type: CellType,
  id: MessageId,
  parse: Parse<Value>,
  values: Readonly<Record<string, string | number>> = {},
): Field<Value> => ({ type, max: Number(values.max ?? 0), parse, rule: () => message(id, values) });

const isWithin = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max;

const number = (min: number, max: number, isInteger = true) => {
  const parse = (value: unknown) =>
    isWithin(value, min, max) && (!isInteger || Number.isInteger(value)) ? value : null;
  return field('number', isInteger ? 'feeds.wholeNumber' : 'feeds.number', parse, { min, max });
};

const parsed =
  <Value>(parse: (text: string) => Value | null): Parse<Value> =>
  (value) =>
    typeof value === 'string' ? parse(value) : null;

/** A text that `isGood` accepts. */
export const textField = (
  id: MessageId,
  isGood: (text: string) => boolean = () => true,
  max = Infinity,
  type: CellType = 'text',
) => {
  const parse = parsed((text) => (text.length <= max && isGood(text) ? text : null));
  return field(type, id, parse, { max });
};

const text = (max: number) => textField('feeds.textOf', undefined, max);

export const choice = <const Word extends string>(words: readonly Word[]) => {
  const find = (value: unknown) => words.find((word) => word === value) ?? null;
  return field('text', 'feeds.oneOf', find, { words: words.join(', ') });
};

/** Scientific notation of a spreadsheet. Without the lost digits, the number names another item or order. */
export const ROUNDED = /^\s*\d(?:[.,]\d{1,14})?e\+\d{1,3}\s*$/i;

const isKey = (text: string) => !/[\p{Cc}\p{Cs}]/u.test(text) && !ROUNDED.test(text);
const key = (max: number) => textField('feeds.identifier', isKey, max, 'key');

/** An ISBN in any notation, which `readIsbn` reads. */
const isbn = (type: 'isbn13' | 'isbn10') => textField(`feeds.${type}`, undefined, 200, type);

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOf = <Inner extends Fields>(fields: Inner) => {
  const parse = (value: unknown) => (isObject(value) ? value : null);
  return { ...field('object', 'feeds.mustBeObject', parse), fields: mapOf(fields) };
};

const listOf = <Inner extends Fields>(type: CellType, max: number, fields: Inner) => {
  const parse: Parse<readonly unknown[]> = (value) =>
    Array.isArray(value) && value.length <= max ? value : null;
  return { ...field(type, 'feeds.listOf', parse, { max }), fields: mapOf(fields) };
};

const given = <Of extends Field>(one: Of): Of => ({ ...one, need: 'given' });
const readable = <Of extends Field>(one: Of): Of => ({ ...one, need: 'readable' });

function recordOf<Of extends Fields>(fields: Of) {
  return mapOf({ kind: text(0), ...fields });
}

export const NAME = text(500);
const LABEL = text(100);
const TITLE = text(1000);
const LONG_TEXT = { ...text(100_000), isLong: true as const };
const YES_NO = choice(['Y', 'N']);
export const FLAG = field('flag', 'feeds.trueOrFalse', (value) =>
  typeof value === 'boolean' ? value : null,
);
/** A higher price is a typing error. */
const PRICE_MAX = 1_000_000_000_000;
const parsePrice = (value: unknown) =>
  isWithin(value, 0, PRICE_MAX) && Math.round(value * 100) / 100 === value ? value : null;
const PRICE = field('price', 'feeds.price', parsePrice, { max: PRICE_MAX });
const ID = number(1, Number.MAX_SAFE_INTEGER);
const KEY = key(200);
/** A date whose day, or month and day, may be unknown. */
const DATE = field('date', 'feeds.existingDate', parsed(parseDate));
/** An ISO 8601 instant, or a date, which means the start of its day in Korea. In Unix milliseconds. */
const parseTime = parsed((text) => parseInstant(text) ?? parseDayStart(text));
const INSTANT = field('instant', 'feeds.instant', parseTime);
const ADDRESS_FORM = /^https?:\/\/[^\s<>"\\^`{|}\p{Cc}\p{Cs}]+$/iu;
const isAddress = (text: string) => ADDRESS_FORM.test(text) && URL.canParse(text);
const ADDRESS = textField('feeds.webAddress', isAddress, 2048);
export const CATEGORY = textField('feeds.categoryId', isCategoryId);

const ITEM_NAME = { itemId: ID, externalId: key(100), isbn13: isbn('isbn13'), isbn10: isbn('isbn10') };
/** An unreadable `itemId` or `externalId` refuses the record: it could mean another item. */
const SURE_NAME = { ...ITEM_NAME, itemId: readable(ID), externalId: readable(ITEM_NAME.externalId) };
export const ITEM_NAMES = Object.keys(ITEM_NAME) as readonly (keyof typeof ITEM_NAME)[];

export const WINDOW = { from: given(DATE), until: given(DATE) };

const ITEM = recordOf({
  ...SURE_NAME,
  title: given(TITLE),
  subTitle: TITLE,
  originalTitle: TITLE,
  originalTranslation: TITLE,
  // An anthology names its contributors by the hundred.
  authors: listOf('authors', 1000, { author: given(NAME), authorId: ID, authorType: LABEL }),
  publisher: NAME,
  publishDate: DATE,
  catalog: given(choice(CATALOGS)),
  goodsType: LABEL,
  goodsSortNm: NAME,
  categoryIds: given(listOf('codes', 100, {})),
  adultYn: YES_NO,
  shopPrice: PRICE,
  salePrice: PRICE,
  deal: objectOf({ salePrice: given(PRICE), ...WINDOW }),
  itemStatus: LABEL,
  itemFormat: LABEL,
  fixedBookPriceYn: YES_NO,
  // Pages, grams and millimetres.
  ...measuresBy(() => number(0, 10_000_000)),
  servicePoint: number(0, 1_000_000_000),
  // Shops rate up to 5, 10 or 100.
  starScore: number(0, 100, false),
  ebookId: ID,
  series: listOf('series', 100, { seriesId: given(ID), seriesName: given(NAME) }),
  cover: ADDRESS,
  sideCover: ADDRESS,
  backCover: ADDRESS,
  contentDetail: objectOf({
    bookIntroduction: LONG_TEXT,
    bookSummary: LONG_TEXT,
    tableOfContents: LONG_TEXT,
  }),
  registeredAt: INSTANT,
  attention: objectOf(WINDOW),
  withheld: FLAG,
});

const LINE = { orderId: given(KEY), lineNo: given(number(1, 1_000_000_000)) };
const QUANTITY = number(1, QUANTITY_MAX);

/** The fields of every kind of record, in the order of forms and reports. */
export const RECORDS = {
  category: recordOf({ categoryId: given(CATEGORY), categoryName: given(NAME), parentId: CATEGORY }),
  author: recordOf({
    authorId: given(ID),
    author: given(NAME),
    // Free text, such as "1569" or "before 1610".
    birthDate: LABEL,
    deathDate: LABEL,
    debutTitle: TITLE,
    details: LONG_TEXT,
  }),
  item: ITEM,
  patch: ITEM,
  remove: recordOf(SURE_NAME),
  sale: recordOf({
    ...LINE,
    ...SURE_NAME,
    quantity: given(QUANTITY),
    unitPrice: PRICE,
    soldAt: given(INSTANT),
    sex: choice(['M', 'F']),
    age: number(0, 150),
    buyer: KEY,
    buyerType: choice(BUYER_TYPES),
  }),
  // An unreadable quantity refuses the record: without a quantity, all copies would be cancelled.
  cancel: recordOf({
    ...{ ...LINE, ...ITEM_NAME },
    quantity: readable(QUANTITY),
    cancelledAt: INSTANT,
    buyer: KEY,
  }),
};

export const HEADER = recordOf({ complete: given(choice(['items'])) });

/** Fields that only tables have: the kind of an order table's row, and the grouping of rows into products. */
const MORE: Readonly<Partial<Record<TableKind, Fields>>> = {
  sale: { cancelledAt: INSTANT, kind: { ...LABEL, type: 'kind' } },
  item: { productGroup: KEY, parentProduct: KEY, variant: LABEL },
};

/** The fields of each kind that a column can fill. A dot separates nested fields. */
export const TABLE_FIELDS = byKind(TABLE_KINDS, (kind): ReadonlyMap<string, Field> => {
  const columns = [...RECORDS[kind]].flatMap(([name, one]): [string, Field][] => {
    if (one.type !== 'object') return name === 'kind' ? [] : [[name, one]];
    return Array.from(one.fields ?? [], ([inner, field]) => [`${name}.${inner}`, field]);
  });
  return new Map([...columns, ...Object.entries(MORE[kind] ?? {})]);
});

/** The required columns of each kind, apart from the item's name. Order lines without numbers are numbered. */
export const TABLE_REQUIRED = byKind(TABLE_KINDS, (kind): readonly string[] => {
  const required = [...RECORDS[kind]].filter(([, { need }]) => need === 'given');
  const names = kind === 'patch' ? [] : required.map(([name]) => name);
  return names.filter((name) => kind !== 'sale' || name !== 'lineNo');
});

export function byKind<Kind extends string, Value>(kinds: readonly Kind[], value: (kind: Kind) => Value) {
  return Object.fromEntries(kinds.map((kind) => [kind, value(kind)])) as Readonly<Record<Kind, Value>>;
}
