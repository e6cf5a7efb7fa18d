import {
  compactIsbn,
  hasValidIsbn10Check,
  hasValidIsbn13Check,
  isbn10Of,
  isbn13Of,
  isIsbn10Form,
} from '../catalog/isbn.ts';
import {
  CATALOGS,
  type Catalog,
  type ContentDetail,
  type Contributor,
  DEFAULT_GOODS_TYPES,
  DEFAULT_ITEM_STATUS,
  type Deal,
  FIXED_PRICE_CATALOGS,
  ITEM_STATUSES,
  type Item,
  measuresBy,
  type Series,
} from '../catalog/item.ts';
import { message } from '../messages/messages.ts';
import type { FeedRecord } from './feed-record.ts';
import { ISBN_LENGTH_MAX, nameInside, readItemName } from './item-name.ts';
import { missing, missingOrEmpty, oneOf, type Reason, type Rule, show, wrong } from './reason.ts';
import { fieldNames, NAMES_BY_KIND } from './record-fields.ts';
import { type Bounds, ID_BOUNDS, RecordReader, type Verdict } from './record-reader.ts';

export const CATEGORY_ID = /^[A-Za-z0-9._-]{1,40}$/;
export const CATEGORY_ID_RULE: Rule = message('feeds.categoryId');

/** Characters of titles, original titles and the like. */
const TITLE_LENGTH_MAX = 1000;
/** Characters of names: categories, contributors, publishers, series. */
export const NAME_LENGTH_MAX = 500;
/** Characters of labels: goods type, status, format, role. */
const LABEL_LENGTH_MAX = 100;
/** Characters of an introduction, a summary or a table of contents; the rest is cut off. */
const CONTENT_LENGTH_MAX = 100_000;
/** An anthology names its contributors by the hundred. */
const CONTRIBUTORS_MAX = 1000;
const CATEGORIES_MAX = 100;
const SERIES_MAX = 100;
/** Pages, grams and millimetres. */
const MEASURE_BOUNDS: Bounds = { min: 0, max: 10_000_000 };
const POINT_BOUNDS: Bounds = { min: 0, max: 1_000_000_000 };
/** Shops rate out of 5, 10 or 100. */
const STAR_BOUNDS: Bounds = { min: 0, max: 100 };

/** An item with the defaults of docs/feeds.md#fields-of-an-item. Required: a name, title, catalog, one category. */
export function itemRecord(fields: RecordReader, receivedAtMs: number) {
  const name = readItemName(fields);
  const isbn13 = name.isbn13 ?? '';
  const isbn10 = readIsbn10(fields);
  const catalog = readCatalog(fields);
  const shopPrice = fields.price('shopPrice') ?? 0;
  const registeredAtMs = fields.instant('registeredAt');
  // One literal: putting an object together from parts takes longer than all of the checks.
  const item: Item = {
    itemId: name.itemId ?? 0,
    isbn13: isbn13 === '' ? (isbn13Of(isbn10) ?? '') : isbn13,
    isbn10: isbn10 === '' ? (isbn10Of(isbn13) ?? '') : isbn10,
    title: fields.requiredText('title', TITLE_LENGTH_MAX),
    subTitle: fields.text('subTitle', TITLE_LENGTH_MAX),
    originalTitle: fields.textOrNull('originalTitle', TITLE_LENGTH_MAX),
    originalTranslation: fields.textOrNull('originalTranslation', TITLE_LENGTH_MAX),
    contributors: fields.objects('authors', AUTHOR_FIELDS, CONTRIBUTORS_MAX, readContributor),
    publisher: fields.text('publisher', NAME_LENGTH_MAX),
    publishDate: fields.date('publishDate') ?? '',
    catalog,
    goodsType: fields.text('goodsType', LABEL_LENGTH_MAX) || DEFAULT_GOODS_TYPES[catalog],
    goodsSortNm: fields.textOrNull('goodsSortNm', NAME_LENGTH_MAX),
    categoryIds: readCategoryIds(fields),
    adultYn: fields.choice('adultYn', YES_NO) ?? 'N',
    shopPrice,
    salePrice: fields.price('salePrice') ?? shopPrice,
    deal: fields.object('deal', DEAL_FIELDS, readDeal),
    itemStatus: fields.text('itemStatus', LABEL_LENGTH_MAX) || DEFAULT_ITEM_STATUS,
    itemFormat: fields.textOrNull('itemFormat', LABEL_LENGTH_MAX),
    fixedBookPriceYn:
      fields.choice('fixedBookPriceYn', YES_NO) ?? (FIXED_PRICE_CATALOGS.includes(catalog) ? 'Y' : 'N'),
    ...measuresBy((name) => fields.integer(name, MEASURE_BOUNDS)),
    servicePoint: fields.integer('servicePoint', POINT_BOUNDS),
    starScore: fields.decimal('starScore', STAR_BOUNDS) ?? 0,
    ebookId: fields.integer('ebookId', ID_BOUNDS),
    series: fields.objects('series', SERIES_FIELDS, SERIES_MAX, readSeries),
    cover: fields.address('cover'),
    sideCover: fields.address('sideCover'),
    backCover: fields.address('backCover'),
    contentDetail: fields.object('contentDetail', CONTENT_FIELDS, readContentDetail),
    registeredAtMs: registeredAtMs ?? receivedAtMs,
    attention: fields.object('attention', WINDOW_FIELDS, (window) => window.window()),
    withheld: fields.flag('withheld') ?? false,
  };
  warnOfOddities(fields, item);
  return {
    kind: 'item' as const,
    item,
    ...(fields.verdict.warnings.length === 0 ? {} : unreadOf(fields)),
    ...(registeredAtMs === null ? { registeredAtIsDefault: true } : {}),
    ...(name.itemId === null || name.externalId !== null ? { name } : {}),
  };
}

/** Fields that are made from another one where they aren't given. */
const FOLLOWERS = [
  ['shopPrice', 'salePrice'],
  ['isbn13', 'isbn10'],
  ['isbn10', 'isbn13'],
] as const;

/** What the item gives and can't be read, and whatever would follow from that. */
function unreadOf(fields: RecordReader) {
  const unread = new Set(fields.unread());
  if (unread.size === 0) return {};
  const price = fields.verdict.warnings.find(
    ({ field, isLeftOut }) => isLeftOut === true && (field === 'shopPrice' || field === 'salePrice'),
  );
  for (const [field, follower] of FOLLOWERS) {
    if (unread.has(field) && (fields.peek(follower) ?? null) === null) unread.add(follower);
  }
  if (price === undefined) return { unread };
  const reason = message('feeds.newWithoutPrice', { reason: price.why ?? price.reason });
  return { unread, unreadPrice: { field: price.field, reason } };
}

const YES_NO = ['Y', 'N'] as const;

/** Values that are kept, because shops have such articles, but are more often a mistake. */
function warnOfOddities(fields: RecordReader, item: Item): void {
  const { isbn13, isbn10, shopPrice, salePrice, itemStatus } = item;
  if (isbn13 !== '' && !hasValidIsbn13Check(isbn13)) fields.warn('isbn13', wrongCheckDigit(isbn13));
  if (isbn10 !== '' && !hasValidIsbn10Check(isbn10)) fields.warn('isbn10', wrongCheckDigit(isbn10));
  if (shopPrice > 0 && salePrice > shopPrice)
    fields.warn('salePrice', message('feeds.aboveListPrice', { salePrice, shopPrice }));
  if (!ITEM_STATUSES.includes(itemStatus)) fields.warn('itemStatus', wrong(itemStatus, oneOf(ITEM_STATUSES)));
}

function wrongCheckDigit(isbn: string): Reason {
  return message('feeds.checkDigit', { shown: show(isbn) });
}

const WINDOW_FIELDS = fieldNames('from until');
const DEAL_FIELDS = fieldNames('salePrice from until');
const AUTHOR_FIELDS = fieldNames('author', 'authorId authorType');
const SERIES_FIELDS = fieldNames('seriesId seriesName');
const CONTENT_FIELDS = fieldNames('', 'bookIntroduction bookSummary tableOfContents');

function readIsbn10(fields: RecordReader): string {
  const written = fields.identifier('isbn10', ISBN_LENGTH_MAX);
  if (written === null) return '';
  const isbn10 = compactIsbn(written);
  if (isIsbn10Form(isbn10)) return isbn10;
  fields.leaveOut('isbn10', wrong(written, message('feeds.isbn10')));
  return '';
}

function readContributor(fields: RecordReader): Contributor {
  return {
    authorId: fields.integer('authorId', ID_BOUNDS),
    author: fields.requiredText('author', NAME_LENGTH_MAX),
    authorType: fields.text('authorType', LABEL_LENGTH_MAX),
  };
}

function readSeries(fields: RecordReader): Series {
  return {
    seriesId: fields.requiredInteger('seriesId', ID_BOUNDS),
    seriesName: fields.requiredText('seriesName', NAME_LENGTH_MAX),
  };
}

function readCatalog(fields: RecordReader): Catalog {
  const catalog = fields.choice('catalog', CATALOGS);
  if (catalog === null) fields.refuse('catalog', missing(oneOf(CATALOGS)));
  return catalog ?? 'BOOK';
}

/** Each once, in the order of the feed: the first is the main category. The categories need not be known yet. */
function readCategoryIds(fields: RecordReader): string[] {
  const categoryIds: string[] = [];
  let unread: Reason | null = null;
  for (const [at, value] of fields.list('categoryIds', CATEGORIES_MAX).entries()) {
    if (typeof value !== 'string' || !CATEGORY_ID.test(value)) {
      unread ??= wrong(value, CATEGORY_ID_RULE);
      fields.leaveOut(`categoryIds[${at}]`, wrong(value, CATEGORY_ID_RULE));
    } else if (!categoryIds.includes(value)) categoryIds.push(value);
  }
  if (categoryIds.length === 0)
    fields.refuse('categoryIds', unread ?? missingOrEmpty(message('feeds.oneCategory')));
  return categoryIds;
}

function readDeal(fields: RecordReader): Deal {
  const salePrice = fields.price('salePrice');
  if (salePrice === null) fields.refuse('salePrice', missing(message('feeds.dealPrice')));
  return { salePrice: salePrice ?? 0, ...fields.window() };
}

function readContentDetail(content: RecordReader): ContentDetail | null {
  const bookIntroduction = content.longText('bookIntroduction', CONTENT_LENGTH_MAX) || null;
  const bookSummary = content.longText('bookSummary', CONTENT_LENGTH_MAX) || null;
  const tableOfContents = content.longText('tableOfContents', CONTENT_LENGTH_MAX) || null;
  if (bookIntroduction === null && bookSummary === null && tableOfContents === null) return null;
  return { bookIntroduction, bookSummary, tableOfContents };
}

/** What an item can't be without, for the sake of the checks. A patch that names these fields brings its own. */
const FILLING = { title: '-', catalog: 'BOOK', categoryIds: ['-'] } as const;

/** The fields of a feed under the names that our items have. */
export const OTHER_NAMES: Readonly<Record<string, keyof Item>> = {
  authors: 'contributors',
  registeredAt: 'registeredAtMs',
};
const NAMES: ReadonlySet<string> = new Set(['kind', 'itemId', 'externalId']);
/** Their default isn't "none", and depends on what the patch doesn't say: null leaves them as they are. */
const NEVER_NULL: ReadonlySet<string> = new Set(
  'isbn13 isbn10 goodsType adultYn shopPrice salePrice itemStatus fixedBookPriceYn starScore registeredAt withheld'.split(
    ' ',
  ),
);

/**
 * A patch changes just the fields that it names (docs/feeds.md#patches). The checks are those of a whole item. Null ends
 * what an item may be without, such as a deal; a field that can't be read isn't changed.
 */
export function patchRecord(source: object, receivedAtMs: number, verdict: Verdict): FeedRecord {
  const reader = new RecordReader({ ...FILLING, ...source }, NAMES_BY_KIND.item, verdict);
  const values = new Map<string, unknown>(Object.entries(itemRecord(reader, receivedAtMs).item));
  const leftOut = reader.unread();
  const named = Object.entries(source).filter(
    ([field, value]) =>
      !NAMES.has(field) && !leftOut.has(field) && !(value === null && NEVER_NULL.has(field)),
  );
  // The other form of the number follows.
  const isbns = named.some(([field]) => field === 'isbn13' || field === 'isbn10') ? ['isbn13', 'isbn10'] : [];
  const properties = [...named.map(([field]) => OTHER_NAMES[field] ?? field), ...isbns];
  const fields: Partial<Item> = Object.fromEntries(properties.map((one) => [one, values.get(one)]));
  return { kind: 'patch', name: nameInside(source) ?? NO_NAME, fields };
}

/** Of a patch that is refused anyway. */
const NO_NAME = { itemId: null, externalId: null, isbn13: null };
