import { compactIsbn, isbn10Of, isbn13Of, isIsbn10Form } from '../catalog/isbn.ts';
import {
  CATALOGS,
  type Catalog,
  type ContentDetail,
  type Contributor,
  DEFAULT_GOODS_TYPES,
  DEFAULT_ITEM_STATUS,
  type Deal,
  type Item,
  type Series,
} from '../catalog/item.ts';
import type { FeedRecord } from './feed-record.ts';
import { missing, missingOrEmpty, oneOf, type Rule, wrong } from './reason.ts';
import { type Bounds, ID_BOUNDS, RecordFields, type Verdict } from './record-fields.ts';
import { ISBN_LENGTH_MAX, readIsbn13 } from './sale-record.ts';

export const CATEGORY_ID = /^[A-Za-z0-9._-]{1,40}$/;
export const CATEGORY_ID_RULE: Rule = {
  en: 'a text of 1 to 40 letters, digits, dots, hyphens and underscores',
  ko: '영문자, 숫자, 마침표, 하이픈, 밑줄로 된 1자 이상 40자 이하의 문자열이어야 합니다.',
};

/** Characters of titles, original titles and the like. */
const TITLE_LENGTH_MAX = 1000;
/** Characters of names: contributors, publishers, series. */
const NAME_LENGTH_MAX = 500;
/** Characters of labels: goods type, status, format, role. */
const LABEL_LENGTH_MAX = 100;
/** Characters of an introduction, a summary or a table of contents. */
const CONTENT_LENGTH_MAX = 1_000_000;
/** An anthology names its contributors by the hundred. */
const CONTRIBUTORS_MAX = 1000;
const CATEGORIES_MAX = 100;
const SERIES_MAX = 100;
/** Pages, grams and millimetres. */
const MEASURE_BOUNDS: Bounds = { min: 0, max: 10_000_000 };
const POINT_BOUNDS: Bounds = { min: 0, max: 1_000_000_000 };
/** Shops rate out of 5, 10 or 100. */
const STAR_BOUNDS: Bounds = { min: 0, max: 100 };

/**
 * An item (decisions 7). Required: itemId, title, catalog, one category. Defaults of the others:
 *
 * | field | default |
 * |---|---|
 * | isbn13, isbn10 | each made from the other where that is possible, otherwise empty |
 * | subTitle, publisher, publishDate, authorType | empty |
 * | originalTitle, originalTranslation, itemFormat, contentDetail and its fields | null; empty counts as null |
 * | authors, series | none |
 * | goodsType | by catalog: 국내도서, 외국도서, eBook, 음반, DVD |
 * | goodsSortNm | null = made from the item's first category when it is shown |
 * | itemStatus | 판매중 |
 * | adultYn | N |
 * | fixedBookPriceYn | Y in the catalog BOOK, otherwise N |
 * | shopPrice | 0 |
 * | salePrice | the shopPrice |
 * | deal, attention, ebookId | none |
 * | pages, weight, width, length, height, servicePoint | null |
 * | starScore | 0 |
 * | cover, sideCover, backCover | null = a substitute is drawn |
 * | registeredAt | the time of the first import |
 * | withheld | false |
 */
export function itemRecord(source: object, receivedAtMs: number, verdict: Verdict): FeedRecord {
  const fields = new RecordFields(source, ITEM_FIELDS, verdict);
  const itemId = fields.requiredInteger('itemId', ID_BOUNDS);
  const isbn13 = readIsbn13(fields) ?? '';
  const isbn10 = readIsbn10(fields);
  const catalog = readCatalog(fields);
  const shopPrice = fields.price('shopPrice') ?? 0;
  const registeredAtMs = fields.instant('registeredAt');
  // One literal, as putting an object together from parts takes longer than all of the checks.
  const item: Item = {
    itemId,
    isbn13: isbn13 === '' ? (isbn13Of(isbn10) ?? '') : isbn13,
    isbn10: isbn10 === '' ? (isbn10Of(isbn13) ?? '') : isbn10,
    title: fields.requiredText('title', TITLE_LENGTH_MAX),
    subTitle: fields.text('subTitle', TITLE_LENGTH_MAX),
    originalTitle: fields.textOrNull('originalTitle', TITLE_LENGTH_MAX),
    originalTranslation: fields.textOrNull('originalTranslation', TITLE_LENGTH_MAX),
    contributors: fields.objects('authors', AUTHOR_FIELDS, CONTRIBUTORS_MAX).map(readContributor),
    publisher: fields.text('publisher', NAME_LENGTH_MAX),
    publishDate: fields.date('publishDate'),
    catalog,
    goodsType: fields.text('goodsType', LABEL_LENGTH_MAX) || DEFAULT_GOODS_TYPES[catalog],
    goodsSortNm: fields.textOrNull('goodsSortNm', NAME_LENGTH_MAX),
    categoryIds: readCategoryIds(fields),
    adultYn: fields.choice('adultYn', YES_NO) ?? 'N',
    shopPrice,
    salePrice: fields.price('salePrice') ?? shopPrice,
    deal: readDeal(fields.object('deal', DEAL_FIELDS)),
    itemStatus: fields.text('itemStatus', LABEL_LENGTH_MAX) || DEFAULT_ITEM_STATUS,
    itemFormat: fields.textOrNull('itemFormat', LABEL_LENGTH_MAX),
    fixedBookPriceYn: fields.choice('fixedBookPriceYn', YES_NO) ?? (catalog === 'BOOK' ? 'Y' : 'N'),
    pages: fields.integer('pages', MEASURE_BOUNDS),
    weight: fields.integer('weight', MEASURE_BOUNDS),
    width: fields.integer('width', MEASURE_BOUNDS),
    length: fields.integer('length', MEASURE_BOUNDS),
    height: fields.integer('height', MEASURE_BOUNDS),
    servicePoint: fields.integer('servicePoint', POINT_BOUNDS),
    starScore: fields.decimal('starScore', STAR_BOUNDS) ?? 0,
    ebookId: fields.integer('ebookId', ID_BOUNDS),
    series: fields.objects('series', SERIES_FIELDS, SERIES_MAX).map(readSeries),
    cover: fields.address('cover'),
    sideCover: fields.address('sideCover'),
    backCover: fields.address('backCover'),
    contentDetail: readContentDetail(fields.object('contentDetail', CONTENT_FIELDS)),
    registeredAtMs: registeredAtMs ?? receivedAtMs,
    attention: fields.object('attention', WINDOW_FIELDS)?.window() ?? null,
    withheld: fields.flag('withheld') ?? false,
  };
  return registeredAtMs === null
    ? { kind: 'item', item, registeredAtIsDefault: true }
    : { kind: 'item', item };
}

const YES_NO = ['Y', 'N'] as const;

const ITEM_FIELDS: ReadonlySet<string> = new Set(
  `kind itemId isbn13 isbn10 title subTitle originalTitle originalTranslation authors publisher publishDate catalog
  goodsType goodsSortNm categoryIds adultYn shopPrice salePrice deal itemStatus itemFormat fixedBookPriceYn pages
  weight width length height servicePoint starScore ebookId series cover sideCover backCover contentDetail
  registeredAt attention withheld`.split(/\s+/),
);
const WINDOW_FIELDS: ReadonlySet<string> = new Set(['from', 'until']);
const DEAL_FIELDS: ReadonlySet<string> = new Set(['salePrice', 'from', 'until']);
const AUTHOR_FIELDS: ReadonlySet<string> = new Set(['authorId', 'author', 'authorType']);
const SERIES_FIELDS: ReadonlySet<string> = new Set(['seriesId', 'seriesName']);
const CONTENT_FIELDS: ReadonlySet<string> = new Set(['bookIntroduction', 'bookSummary', 'tableOfContents']);

function readIsbn10(fields: RecordFields): string {
  const written = fields.identifier('isbn10', ISBN_LENGTH_MAX);
  if (written === null) return '';
  const isbn10 = compactIsbn(written);
  if (!isIsbn10Form(isbn10)) fields.refuse('isbn10', wrong(written, ISBN10_RULE));
  return isbn10;
}

const ISBN10_RULE: Rule = {
  en: 'nine digits and a digit or X',
  ko: '숫자 9자리 뒤에 숫자나 X가 한 자리 와야 합니다.',
};

function readContributor(fields: RecordFields): Contributor {
  return {
    authorId: fields.integer('authorId', ID_BOUNDS),
    author: fields.requiredText('author', NAME_LENGTH_MAX),
    authorType: fields.text('authorType', LABEL_LENGTH_MAX),
  };
}

function readSeries(fields: RecordFields): Series {
  return {
    seriesId: fields.requiredInteger('seriesId', ID_BOUNDS),
    seriesName: fields.requiredText('seriesName', NAME_LENGTH_MAX),
  };
}

function readCatalog(fields: RecordFields): Catalog {
  const catalog = fields.choice('catalog', CATALOGS);
  if (catalog === null) fields.refuse('catalog', missing(oneOf(CATALOGS)));
  return catalog ?? 'BOOK';
}

/** Each once, in the order of the feed: the first is the main category. The categories need not be known yet. */
function readCategoryIds(fields: RecordFields): string[] {
  const categoryIds: string[] = [];
  for (const [at, value] of fields.list('categoryIds', CATEGORIES_MAX).entries()) {
    if (typeof value !== 'string' || !CATEGORY_ID.test(value)) {
      fields.refuse(`categoryIds[${at}]`, wrong(value, CATEGORY_ID_RULE));
    } else if (!categoryIds.includes(value)) categoryIds.push(value);
  }
  if (categoryIds.length === 0) fields.refuse('categoryIds', missingOrEmpty(ONE_CATEGORY));
  return categoryIds;
}

const ONE_CATEGORY: Rule = { en: 'at least one category', ko: '카테고리가 하나 이상 있어야 합니다.' };

function readDeal(fields: RecordFields | null): Deal | null {
  if (fields === null) return null;
  const salePrice = fields.price('salePrice');
  if (salePrice === null) fields.refuse('salePrice', missing(DEAL_PRICE));
  return { salePrice: salePrice ?? 0, ...fields.window() };
}

const DEAL_PRICE: Rule = { en: 'the price of the deal', ko: '특가의 가격이 있어야 합니다.' };

function readContentDetail(content: RecordFields | null): ContentDetail | null {
  if (content === null) return null;
  const bookIntroduction = content.textOrNull('bookIntroduction', CONTENT_LENGTH_MAX, 'lines');
  const bookSummary = content.textOrNull('bookSummary', CONTENT_LENGTH_MAX, 'lines');
  const tableOfContents = content.textOrNull('tableOfContents', CONTENT_LENGTH_MAX, 'lines');
  if (bookIntroduction === null && bookSummary === null && tableOfContents === null) return null;
  return { bookIntroduction, bookSummary, tableOfContents };
}
