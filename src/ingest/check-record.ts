import { hasValidIsbn10Check, hasValidIsbn13Check, isbn10Of, isbn13Of } from '../catalog/isbn.ts';
import {
  type DayWindow,
  DEFAULT_GOODS_TYPES,
  DEFAULT_ITEM_STATUS,
  FIXED_PRICE_CATALOGS,
  ITEM_STATUSES,
  type Item,
  measuresBy,
} from '../catalog/item.ts';
import { parseKstDay } from '../clock.ts';
import { message } from '../messages/messages.ts';
import {
  type Fault,
  FEED_KINDS,
  type FeedHeader,
  type FeedKind,
  type FeedRecord,
  type LostFields,
  missingOrEmpty,
  oneOf,
  type Reason,
  show,
  wrong,
} from './feed-record.ts';
import { CATEGORY, type FieldsOf, HEADER, isObject, RECORDS, type WINDOW } from './record-fields.ts';
import {
  isNameless,
  nameInside,
  RecordReader,
  readIsbn,
  readItemName,
  type Verdict,
} from './record-reader.ts';

/** `outcome` = the record with its defaults, or the first reason to refuse it. */
export interface CheckedRecord extends Pick<Verdict, 'warnings'> {
  readonly outcome: FeedRecord | FeedHeader | Fault;
}

/**
 * Checks a record of a feed, any JSON value, and fills in its defaults. `receivedAtMs` replaces missing times; `lost` = why the
 * file's reader couldn't read fields. Never throws.
 */
export function checkRecord(value: unknown, receivedAtMs: number, lost?: LostFields): CheckedRecord {
  const verdict: Verdict = { fault: null, warnings: [], lost };
  const record = readRecord(value, verdict, receivedAtMs);
  return { outcome: verdict.fault ?? record, warnings: verdict.warnings };
}

function readRecord(value: unknown, verdict: Verdict, receivedAtMs: number): CheckedRecord['outcome'] {
  if (!isObject(value)) return { field: '', reason: wrong(value, message('feeds.jsonObject')) };
  const kind = 'kind' in value && Object.hasOwn(value, 'kind') ? value.kind : undefined;
  if (kind === 'feed') {
    new RecordReader(value, HEADER, verdict).get('complete');
    return { kind, complete: 'items' };
  }
  const known = FEED_KINDS.find((one) => one === kind);
  if (known !== undefined) return READERS[known](value, verdict, receivedAtMs);
  const rule = oneOf([...FEED_KINDS, 'feed']);
  const id = kind === undefined ? 'feeds.kindMissing' : 'feeds.kindUnknown';
  return { field: 'kind', reason: verdict.lost?.get('kind') ?? message(id, { shown: show(kind), rule }) };
}

type ReadRecord = (value: object, verdict: Verdict, receivedAtMs: number) => FeedRecord;
const READERS: Readonly<Record<FeedKind, ReadRecord>> = {
  category(value, verdict) {
    const fields = new RecordReader(value, RECORDS.category, verdict);
    const category = {
      categoryId: fields.get('categoryId') ?? '',
      categoryName: fields.text('categoryName'),
      parentId: fields.get('parentId'),
    };
    if (category.parentId === category.categoryId)
      fields.refuse('parentId', message('feeds.ownCategory', { shown: show(category.parentId) }));
    return { kind: 'category', category, ...fields.unread() };
  },
  author(value, verdict) {
    const fields = new RecordReader(value, RECORDS.author, verdict);
    const author = {
      authorId: fields.get('authorId') ?? 0,
      author: fields.text('author'),
      birthDate: fields.text('birthDate'),
      deathDate: fields.text('deathDate'),
      debutTitle: fields.text('debutTitle'),
      details: fields.text('details'),
    };
    return { kind: 'author', author, ...fields.unread() };
  },
  item: (value, verdict, receivedAtMs) =>
    itemRecord(new RecordReader(value, RECORDS.item, verdict), receivedAtMs),
  patch: patchRecord,
  remove: (value, verdict) => ({
    kind: 'remove',
    name: readItemName(new RecordReader(value, RECORDS.remove, verdict)),
  }),
  sale: saleRecord,
  /** A cancellation of an order line, or of some copies. A return with an order number of its own may name its goods. */
  cancel(value, verdict, receivedAtMs) {
    const fields = new RecordReader(value, RECORDS.cancel, verdict);
    const quantity = fields.get('quantity');
    const cancelledAtMs = fields.get('cancelledAt');
    const line = {
      orderId: fields.get('orderId') ?? '',
      lineNo: fields.get('lineNo') ?? 0,
      cancelledAtMs: cancelledAtMs ?? receivedAtMs,
    };
    if (quantity === null) return { kind: 'cancel', cancellation: line };
    const cancellation = { ...line, quantity, ...(cancelledAtMs === null ? { isTimeDefault: true } : {}) };
    const name = readItemName(fields, false);
    if (isNameless(name)) return { kind: 'cancel', cancellation };
    return { kind: 'cancel', cancellation, returned: { name, buyer: fields.get('buyer') } };
  },
};

/** Shops' clocks differ, and some shops send a day's orders before the day ends. */
const AHEAD_MAX_MS = 24 * 60 * 60 * 1000;

/** An order line (docs/feeds.md#records). The item number has priority over the external id, the external id over the ISBN. */
function saleRecord(value: object, verdict: Verdict, receivedAtMs: number): FeedRecord {
  const fields = new RecordReader(value, RECORDS.sale, verdict);
  const [orderId, lineNo] = [fields.get('orderId') ?? '', fields.get('lineNo') ?? 0];
  const { itemId, externalId, isbn13 } = readItemName(fields);
  const soldAtMs = fields.get('soldAt') ?? 0;
  if (soldAtMs > receivedAtMs + AHEAD_MAX_MS) fields.refuse('soldAt', message('feeds.tooFarAhead'));
  const isExternal = itemId === null && externalId !== null;
  const sale = {
    ...{ orderId, lineNo },
    itemId: isExternal ? 0 : itemId,
    isbn13: itemId === null && !isExternal ? isbn13 : null,
    quantity: fields.get('quantity') ?? 0,
    unitPrice: fields.get('unitPrice'),
    soldAtMs,
    sex: fields.get('sex'),
    age: fields.get('age'),
    buyer: fields.get('buyer'),
    buyerType: fields.get('buyerType') ?? ('person' as const),
  };
  return isExternal ? { kind: 'sale', sale, externalId } : { kind: 'sale', sale };
}

type ItemReader = RecordReader<FieldsOf<typeof RECORDS.item>>;

/** Reads an item and fills in the defaults of docs/feeds.md#fields-of-an-item. */
function itemRecord(fields: ItemReader, receivedAtMs: number) {
  const name = readItemName(fields);
  const isbn13 = name.isbn13 ?? '';
  const isbn10 = readIsbn(fields, 'isbn10') ?? '';
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
    name,
    ...fields.unread(),
    ...unreadPriceOf(fields.verdict),
    ...(registeredAtMs === null ? { registeredAtIsDefault: true } : {}),
    ...(listPrice === null && salePrice === null ? { isUnpriced: true } : {}),
  };
}

function windowOf(fields: RecordReader<typeof WINDOW>): DayWindow {
  const [from, until] = [fields.get('from'), fields.get('until')];
  const window = { from: parseKstDay(from ?? '') ?? 0, until: parseKstDay(until ?? '') ?? 0 };
  if (from !== null && until !== null && window.from > window.until)
    fields.refuse('until', message('feeds.beforeFrom'));
  return window;
}

/** The reason to refuse a new item if its price is unreadable. */
function unreadPriceOf({ warnings }: Verdict) {
  const price = warnings.find(({ field, isLeftOut }) => isLeftOut && /^s(?:hop|ale)Price$/.test(field));
  if (price === undefined) return {};
  const reason = message('feeds.newWithoutPrice', { reason: price.reason });
  return { unreadPrice: { field: price.field, reason } };
}

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
/** Fields that null in a patch leaves unchanged, because their default may depend on other fields. */
const NEVER_NULL: ReadonlySet<string> = new Set(
  `isbn13 isbn10 goodsType adultYn shopPrice salePrice itemStatus fixedBookPriceYn starScore registeredAt
  withheld`.split(/\s+/),
);

/** A patch changes only the fields that it names (docs/feeds.md#patches). Null removes an optional value, such as a deal. */
function patchRecord(source: object, verdict: Verdict, receivedAtMs: number): FeedRecord {
  const fed = new RecordReader({ ...FILLING, ...source }, RECORDS.item, verdict);
  const { item, unread } = itemRecord(fed, receivedAtMs);
  const named = Object.entries(source)
    .filter(([field, value]) => !unread?.has(field) && !(value === null && NEVER_NULL.has(field)))
    .map(([field]) => OTHER_NAMES[field] ?? field);
  // Changing one ISBN form changes the other, too.
  if (named.includes('isbn13') || named.includes('isbn10')) named.push('isbn13', 'isbn10');
  const known = named.filter((one): one is keyof Item => one !== 'itemId' && one in item);
  const fields: Partial<Item> = Object.fromEntries(known.map((one) => [one, item[one]]));
  // `itemRecord` has already refused a patch without a name.
  const name = nameInside(source) ?? { itemId: null, externalId: null, isbn13: null };
  return { kind: 'patch', name, fields };
}
