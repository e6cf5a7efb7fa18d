import {
  compactIsbn,
  hasValidIsbn10Check,
  hasValidIsbn13Check,
  isbn10Of,
  isbn13Of,
  readIsbn10,
  readIsbn13,
} from '../catalog/isbn.ts';
import {
  type DayWindow,
  DEFAULT_GOODS_TYPES,
  DEFAULT_ITEM_STATUS,
  FIXED_PRICE_CATALOGS,
  ITEM_STATUSES,
  type Item,
  measuresBy,
} from '../catalog/item.ts';
import type { ItemName } from '../catalog/item-names.ts';
import { parseKstDay } from '../clock.ts';
import { message } from '../messages/messages.ts';
import type { FeedRecord } from './feed-record.ts';
import { missing, missingOrEmpty, oneOf, type Reason, show, wrong } from './reason.ts';
import { CATEGORY, type FieldsOf, ITEM_NAMES, isObject, RECORDS, type WINDOW } from './record-fields.ts';
import { RecordReader, unreadText, type Verdict } from './record-reader.ts';

type ItemReader = RecordReader<FieldsOf<typeof RECORDS.item>>;
type NameReader = RecordReader<FieldsOf<typeof RECORDS.remove>>;

/** Reads the name of a record's item. With `isRequired`, a record without a name is refused. */
export function readItemName(fields: NameReader, isRequired = true): ItemName {
  const itemId = fields.get('itemId');
  const externalId = fields.get('externalId');
  const isUnnamed = isRequired && itemId === null && externalId === null;
  const isbn13 = isbn13In(fields, isUnnamed);
  const lost = ITEM_NAMES.find((one) => fields.isLost(one));
  if (isUnnamed && isbn13 === null) fields.refuse(lost ?? 'itemId', missing(message('feeds.itemName')));
  return { itemId, externalId, isbn13 };
}

/**
 * The ISBN13 of a record, or null. Its check digit may be wrong. A valid `isbn10` replaces a missing or unreadable one.
 * `isName` = the item has no other name, so an unreadable ISBN refuses the record.
 */
function isbn13In(fields: NameReader, isName: boolean): string | null {
  const written = fields.get('isbn13');
  const isbn13 = written === null ? null : readIsbn13(written);
  const isbn = isbn13 ?? standInOf(fields.peek('isbn10'));
  if (written === null || isEmptyDress(written)) return isbn;
  if (isbn !== null) warnOfRepair(fields, 'isbn13', written, isbn);
  else if (isName) fields.refuse('isbn13', unreadText(written, message('feeds.isbn13')));
  else fields.leaveOut('isbn13', unreadText(written, message('feeds.isbn13')));
  return isbn;
}

/** Whether a text is only quotes or brackets, as some programs write an empty cell. */
const isEmptyDress = (written: string) => compactIsbn(written) === '';

/** Removing hyphens and blanks isn't reported. */
function warnOfRepair(fields: NameReader, field: 'isbn13' | 'isbn10', written: string, isbn: string): void {
  if (isbn !== written && isbn !== written.replace(/[\s\p{Pd}]/gu, ''))
    fields.warn(field, message('feeds.readAs', { shown: show(written), isbn }));
}

function standInOf(isbn10: unknown): string | null {
  const read = typeof isbn10 === 'string' ? readIsbn10(isbn10) : null;
  return read === null ? null : isbn13Of(read);
}

/** The name in a refused record, so that a full feed doesn't remove the item; null without one. */
export function nameInside(value: unknown): ItemName | null {
  if (!isObject(value)) return null;
  const { itemId, externalId, isbn13, isbn10 }: Readonly<Record<string, unknown>> = { ...value };
  const name = {
    itemId: typeof itemId === 'number' ? itemId : null,
    externalId: typeof externalId === 'string' ? externalId : null,
    isbn13: readIsbn13(String(isbn13 ?? '')) ?? standInOf(isbn10),
  };
  return isNameless(name) ? null : name;
}

export function isNameless({ itemId, externalId, isbn13 }: ItemName): boolean {
  return itemId === null && externalId === null && isbn13 === null;
}

/** Reads an item and fills in the defaults of docs/feeds.md#fields-of-an-item. */
export function itemRecord(fields: ItemReader, receivedAtMs: number) {
  const name = readItemName(fields);
  const isbn13 = name.isbn13 ?? '';
  const isbn10 = isbn10In(fields);
  const catalog = fields.get('catalog') ?? 'BOOK';
  const listPrice = fields.get('shopPrice');
  const salePrice = fields.get('salePrice');
  const shopPrice = listPrice ?? 0;
  const registeredAtMs = fields.get('registeredAt');
  // One object literal: assembling the object would take longer than all of the checks.
  const item: Item = {
    itemId: name.itemId ?? 0,
    isbn13: isbn13 === '' ? (isbn13Of(isbn10) ?? '') : isbn13,
    isbn10: isbn10 === '' ? (isbn10Of(isbn13) ?? '') : isbn10,
    title: fields.text('title'),
    subTitle: fields.text('subTitle'),
    originalTitle: fields.text('originalTitle') || null,
    originalTranslation: fields.text('originalTranslation') || null,
    contributors: fields.objects('authors', (one) => ({
      authorId: one.get('authorId'),
      author: one.text('author'),
      authorType: one.text('authorType'),
    })),
    publisher: fields.text('publisher'),
    publishDate: fields.get('publishDate') ?? '',
    catalog,
    goodsType: fields.text('goodsType') || DEFAULT_GOODS_TYPES[catalog],
    goodsSortNm: fields.text('goodsSortNm') || null,
    categoryIds: readCategoryIds(fields),
    adultYn: fields.get('adultYn') ?? 'N',
    shopPrice,
    salePrice: salePrice ?? shopPrice,
    deal: fields.object('deal', (deal) => ({
      salePrice: deal.get('salePrice') ?? 0,
      ...windowOf(deal),
    })),
    itemStatus: fields.text('itemStatus') || DEFAULT_ITEM_STATUS,
    itemFormat: fields.text('itemFormat') || null,
    fixedBookPriceYn: fields.get('fixedBookPriceYn') ?? (FIXED_PRICE_CATALOGS.includes(catalog) ? 'Y' : 'N'),
    ...measuresBy((name) => fields.get(name)),
    servicePoint: fields.get('servicePoint'),
    starScore: fields.get('starScore') ?? 0,
    ebookId: fields.get('ebookId'),
    series: fields.objects('series', (one) => ({
      seriesId: one.get('seriesId') ?? 0,
      seriesName: one.text('seriesName'),
    })),
    cover: fields.get('cover'),
    sideCover: fields.get('sideCover'),
    backCover: fields.get('backCover'),
    contentDetail: fields.object('contentDetail', (content) => {
      const bookIntroduction = content.text('bookIntroduction') || null;
      const bookSummary = content.text('bookSummary') || null;
      const tableOfContents = content.text('tableOfContents') || null;
      return (bookIntroduction ?? bookSummary ?? tableOfContents) === null
        ? null
        : { bookIntroduction, bookSummary, tableOfContents };
    }),
    registeredAtMs: registeredAtMs ?? receivedAtMs,
    attention: fields.object('attention', windowOf),
    withheld: fields.get('withheld') ?? false,
  };
  warnOfOddities(fields, item);
  return {
    kind: 'item' as const,
    item,
    ...(fields.verdict.warnings.length === 0 ? {} : unreadOf(fields)),
    ...(registeredAtMs === null ? { registeredAtIsDefault: true } : {}),
    ...(listPrice === null && salePrice === null ? { isUnpriced: true } : {}),
    ...(name.itemId === null || name.externalId !== null ? { name } : {}),
  };
}

function windowOf(fields: RecordReader<typeof WINDOW>): DayWindow {
  const [from, until] = [fields.get('from'), fields.get('until')];
  const window = { from: parseKstDay(from ?? '') ?? 0, until: parseKstDay(until ?? '') ?? 0 };
  if (from !== null && until !== null && window.from > window.until)
    fields.refuse('until', message('feeds.beforeFrom'));
  return window;
}

/** Fields that are derived from another field when they aren't given. */
const FOLLOWERS = [
  ['shopPrice', 'salePrice'],
  ['isbn13', 'isbn10'],
  ['isbn10', 'isbn13'],
] as const;

/** Unreadable fields, and fields derived from them. */
function unreadOf(fields: ItemReader) {
  const unread = new Set(fields.unread());
  if (unread.size === 0) return {};
  const price = fields.verdict.warnings.find(
    ({ field, isLeftOut }) => isLeftOut === true && (field === 'shopPrice' || field === 'salePrice'),
  );
  for (const [field, follower] of FOLLOWERS) {
    if (unread.has(field) && (fields.peek(follower) ?? null) === null) unread.add(follower);
  }
  if (price === undefined) return { unread };
  const reason = message('feeds.newWithoutPrice', { reason: price.reason });
  return { unread, unreadPrice: { field: price.field, reason } };
}

/** Warns about accepted values that are usually a mistake. */
function warnOfOddities(fields: ItemReader, item: Item): void {
  const { title, isbn13, isbn10, shopPrice, salePrice, itemStatus } = item;
  if (title.includes('??') && !/[\p{L}\p{N}]/u.test(title))
    fields.warn('title', message('feeds.questionMarks', { shown: show(title) }));
  if (isbn13 !== '' && !hasValidIsbn13Check(isbn13)) fields.warn('isbn13', wrongCheckDigit(isbn13));
  if (isbn10 !== '' && !hasValidIsbn10Check(isbn10)) fields.warn('isbn10', wrongCheckDigit(isbn10));
  if (shopPrice > 0 && salePrice > shopPrice)
    fields.warn('salePrice', message('feeds.aboveListPrice', { salePrice, shopPrice }));
  if (!ITEM_STATUSES.includes(itemStatus)) fields.warn('itemStatus', wrong(itemStatus, oneOf(ITEM_STATUSES)));
}

const wrongCheckDigit = (isbn: string) => message('feeds.checkDigit', { shown: show(isbn) });

function isbn10In(fields: ItemReader): string {
  const written = fields.get('isbn10') ?? '';
  if (written === '') return '';
  const isbn10 = readIsbn10(written);
  if (isbn10 !== null) warnOfRepair(fields, 'isbn10', written, isbn10);
  else if (!isEmptyDress(written)) fields.leaveOut('isbn10', unreadText(written, message('feeds.isbn10')));
  return isbn10 ?? '';
}

/** The category ids without duplicates, in the feed's order. The categories may come later in the feed. */
function readCategoryIds(fields: ItemReader): string[] {
  const categoryIds: string[] = [];
  let unread: Reason | null = null;
  for (const [at, value] of fields.list('categoryIds').entries()) {
    const read = CATEGORY.parse(value);
    if (read === null) {
      const reason = wrong(value, CATEGORY.rule());
      unread ??= reason;
      fields.leaveOut(`categoryIds[${at}]`, reason);
    } else if (!categoryIds.includes(read)) categoryIds.push(read);
  }
  if (categoryIds.length === 0)
    fields.refuse('categoryIds', unread ?? missingOrEmpty(message('feeds.oneCategory')));
  return categoryIds;
}

/** Values of required fields for a patch without them, so that it passes the checks. */
const FILLING = { title: '-', catalog: 'BOOK', categoryIds: ['-'] } as const;

/** Fields of feeds whose name in Item differs. */
export const OTHER_NAMES: Readonly<Record<string, keyof Item>> = {
  authors: 'contributors',
  registeredAt: 'registeredAtMs',
};
const NAMES: ReadonlySet<string> = new Set(['kind', 'itemId', 'externalId']);
/** Fields whose default depends on other fields: null in a patch leaves them unchanged. */
const NEVER_NULL: ReadonlySet<string> = new Set(
  `isbn13 isbn10 goodsType adultYn shopPrice salePrice itemStatus fixedBookPriceYn starScore registeredAt
  withheld`.split(/\s+/),
);

/** A patch changes only the fields that it names (docs/feeds.md#patches). Null removes an optional value, such as a deal. */
export function patchRecord(source: object, verdict: Verdict, receivedAtMs: number): FeedRecord {
  const reader = new RecordReader({ ...FILLING, ...source }, RECORDS.item, verdict);
  const { item } = itemRecord(reader, receivedAtMs);
  const leftOut = reader.unread();
  const named = Object.entries(source).filter(
    ([field, value]) =>
      !NAMES.has(field) && !leftOut.has(field) && !(value === null && NEVER_NULL.has(field)),
  );
  // Changing one ISBN form changes the other, too.
  const isbns = named.some(([field]) => field === 'isbn13' || field === 'isbn10') ? ['isbn13', 'isbn10'] : [];
  const properties = [...named.map(([field]) => OTHER_NAMES[field] ?? field), ...isbns];
  const known = properties.filter((one): one is keyof Item => one in item);
  const fields: Partial<Item> = Object.fromEntries(known.map((one) => [one, item[one]]));
  // `itemRecord` has already refused a patch without a name.
  const name = nameInside(source) ?? { itemId: null, externalId: null, isbn13: null };
  return { kind: 'patch', name, fields };
}
