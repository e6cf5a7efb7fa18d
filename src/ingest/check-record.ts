import type { CategoryNode } from '../catalog/category.ts';
import type { Author } from '../catalog/item.ts';
import { message } from '../messages/messages.ts';
import { BUYER_TYPES, type Cancellation, type SaleLine } from '../rankings/sale.ts';
import type { Fault, FeedHeader, FeedRecord, LostFields, ReturnedGoods } from './feed-record.ts';
import { readItemName } from './item-name.ts';
import { CATEGORY_ID, CATEGORY_ID_RULE, itemRecord, NAME_LENGTH_MAX, patchRecord } from './item-record.ts';
import { missing, oneOf, type Reason, show, wrong } from './reason.ts';
import { FEED_KINDS, type FeedKind, fieldNames, NAMES_BY_KIND } from './record-fields.ts';
import { type Bounds, ID_BOUNDS, isObject, RecordReader, type Verdict } from './record-reader.ts';

/** Characters of an author's dates, which are free text, such as "1569" or "before 1610". */
const LIFE_DATE_LENGTH_MAX = 100;
const DEBUT_TITLE_LENGTH_MAX = 1000;
/** Characters of an author's introduction. */
const DETAILS_LENGTH_MAX = 100_000;

/** Characters of an order's id. */
export const ORDER_ID_LENGTH_MAX = 200;
/** Characters of the opaque reference of a buyer, as many as an order's id has. */
const BUYER_LENGTH_MAX = ORDER_ID_LENGTH_MAX;
/** Copies on one line, which may be a title's total of a year. Some hundred such lines of a title still fit into 32 bits. */
const QUANTITY_BOUNDS: Bounds = { min: 1, max: 10_000_000 };
const LINE_NO_BOUNDS: Bounds = { min: 1, max: 1_000_000_000 };
/** Full years. */
const AGE_BOUNDS: Bounds = { min: 0, max: 150 };

/** The outcome of checking one record. */
export interface CheckedRecord {
  /** The record with its defaults, or the first reason to refuse all of it. */
  readonly outcome: FeedRecord | FeedHeader | Fault;
  /** Optional fields that were left out, and values that are kept although they look wrong. */
  readonly warnings: readonly Fault[];
}

/**
 * Checks one record of a feed and fills in its defaults. `value` is any JSON value; `receivedAtMs` is the time of receipt,
 * the default of times that the shop doesn't give; `lost` = what the reader of the file knows of fields that it couldn't read.
 * Never throws.
 */
export function checkRecord(value: unknown, receivedAtMs: number, lost?: LostFields): CheckedRecord {
  if (!isObject(value)) return refused({ field: '', reason: wrong(value, message('feeds.jsonObject')) });
  const kind = 'kind' in value && Object.hasOwn(value, 'kind') ? value.kind : undefined;
  if (kind === 'feed') return checkHeader(value);
  const known = FEED_KINDS.find((one) => one === kind);
  if (known === undefined) return refused({ field: 'kind', reason: lost?.get('kind') ?? unknownKind(kind) });
  const verdict: Verdict = { fault: null, warnings: NO_WARNINGS, lost };
  const record =
    known === 'patch'
      ? patchRecord(value, receivedAtMs, verdict)
      : READERS[known](new RecordReader(value, NAMES_BY_KIND[known], verdict), receivedAtMs);
  return { outcome: verdict.fault ?? record, warnings: verdict.warnings };
}

function checkHeader(source: object): CheckedRecord {
  const verdict: Verdict = { fault: null, warnings: NO_WARNINGS };
  const fields = new RecordReader(source, HEADER_FIELDS, verdict);
  if (fields.choice('complete', COMPLETE) === null) fields.refuse('complete', missing(oneOf(COMPLETE)));
  return { outcome: verdict.fault ?? { kind: 'feed', complete: 'items' }, warnings: NO_WARNINGS };
}

const HEADER_FIELDS = fieldNames('complete', 'kind');
const COMPLETE = ['items'] as const;

const NO_WARNINGS: readonly Fault[] = [];

function refused(fault: Fault): CheckedRecord {
  return { outcome: fault, warnings: NO_WARNINGS };
}

function unknownKind(kind: unknown): Reason {
  const rule = oneOf([...FEED_KINDS, 'feed']);
  return kind === undefined
    ? message('feeds.kindMissing', { rule })
    : message('feeds.kindUnknown', { shown: show(kind), rule });
}

const READERS: Readonly<
  Record<Exclude<FeedKind, 'patch'>, (fields: RecordReader, receivedAtMs: number) => FeedRecord>
> = {
  category: (fields) => ({ kind: 'category', category: readCategory(fields), ...unreadOf(fields) }),
  author: (fields) => ({ kind: 'author', author: readAuthor(fields), ...unreadOf(fields) }),
  item: itemRecord,
  remove(fields) {
    const name = readItemName(fields);
    const isNamed = name.itemId === null || name.externalId !== null || name.isbn13 !== null;
    return { kind: 'remove', itemId: name.itemId ?? 0, ...(isNamed ? { name } : {}) };
  },
  sale: saleRecord,
  cancel(fields, receivedAtMs) {
    const cancellation = cancelRecord(fields, receivedAtMs);
    const returned = cancellation.quantity === undefined ? null : readReturned(fields);
    return { kind: 'cancel', cancellation, ...(returned === null ? {} : { returned }) };
  },
};

/** Nothing for nearly all records. */
function unreadOf(fields: RecordReader): { readonly unread?: ReadonlySet<string> } {
  return fields.verdict.warnings.length === 0 ? {} : { unread: fields.unread() };
}

/** parentId: default none, the category is a root. It may come later in the feed, or never. */
function readCategory(fields: RecordReader): CategoryNode {
  const categoryId = fields.identifier('categoryId', NAME_LENGTH_MAX);
  if (categoryId === null) fields.refuse('categoryId', missing(CATEGORY_ID_RULE));
  else if (!CATEGORY_ID.test(categoryId)) fields.refuse('categoryId', wrong(categoryId, CATEGORY_ID_RULE));
  const categoryName = fields.requiredText('categoryName', NAME_LENGTH_MAX);
  const parentId = readParentId(fields);
  if (parentId !== null && parentId === categoryId)
    fields.refuse('parentId', message('feeds.ownCategory', { shown: show(parentId) }));
  return { categoryId: categoryId ?? '', categoryName, parentId };
}

function readParentId(fields: RecordReader): string | null {
  const parentId = fields.identifier('parentId', NAME_LENGTH_MAX);
  if (parentId === null || CATEGORY_ID.test(parentId)) return parentId;
  fields.leaveOut('parentId', wrong(parentId, CATEGORY_ID_RULE));
  return null;
}

/** Everything except number and name may be missing; it is then empty. */
function readAuthor(fields: RecordReader): Author {
  return {
    authorId: fields.requiredInteger('authorId', ID_BOUNDS),
    author: fields.requiredText('author', NAME_LENGTH_MAX),
    birthDate: fields.text('birthDate', LIFE_DATE_LENGTH_MAX),
    deathDate: fields.text('deathDate', LIFE_DATE_LENGTH_MAX),
    debutTitle: fields.text('debutTitle', DEBUT_TITLE_LENGTH_MAX),
    details: fields.longText('details', DETAILS_LENGTH_MAX),
  };
}

/**
 * An order line. Defaults: unitPrice, sex and age unknown; no buyer = the line is its own buyer; buyerType person. If
 * both itemId and isbn13 are given, itemId decides. Rule: docs/feeds.md#records.
 */
function saleRecord(fields: RecordReader, receivedAtMs: number): FeedRecord {
  const orderId = readOrderId(fields);
  const lineNo = fields.requiredInteger('lineNo', LINE_NO_BOUNDS);
  const { itemId, externalId, isbn13 } = readItemName(fields);
  const soldAtMs = fields.instant('soldAt');
  if (soldAtMs === null) fields.refuse('soldAt', missing(message('feeds.saleTime')));
  else if (soldAtMs > receivedAtMs + AHEAD_MAX_MS) fields.refuse('soldAt', message('feeds.tooFarAhead'));
  const isExternal = itemId === null && externalId !== null;
  const sale: SaleLine = {
    orderId,
    lineNo,
    itemId: isExternal ? 0 : itemId,
    isbn13: itemId === null && !isExternal ? isbn13 : null,
    quantity: fields.requiredInteger('quantity', QUANTITY_BOUNDS),
    unitPrice: fields.price('unitPrice'),
    soldAtMs: soldAtMs ?? 0,
    sex: fields.choice('sex', ['M', 'F']),
    age: fields.integer('age', AGE_BOUNDS),
    buyer: fields.identifier('buyer', BUYER_LENGTH_MAX),
    buyerType: fields.choice('buyerType', BUYER_TYPES) ?? 'person',
  };
  return isExternal ? { kind: 'sale', sale, externalId } : { kind: 'sale', sale };
}

/** Clocks of shops differ, and some send the orders of a day before it ends. */
const AHEAD_MAX_MS = 24 * 60 * 60 * 1000;

/**
 * The cancellation of an order line, or of `quantity` of its copies. Default: cancelledAt is the time of receipt. A quantity
 * that can't be read costs the record: without it the whole line would be cancelled.
 */
function cancelRecord(fields: RecordReader, receivedAtMs: number): Cancellation {
  const quantity = fields.integer('quantity', QUANTITY_BOUNDS);
  const cancelledAtMs = fields.instant('cancelledAt');
  return {
    orderId: readOrderId(fields),
    lineNo: fields.requiredInteger('lineNo', LINE_NO_BOUNDS),
    cancelledAtMs: cancelledAtMs ?? receivedAtMs,
    ...(quantity === null ? {} : { quantity }),
    ...(quantity !== null && cancelledAtMs === null ? { isTimeDefault: true } : {}),
  };
}

/**
 * What a return under an order number of its own names; null without an item. The order and the line number decide where there is
 * such a line.
 */
function readReturned(fields: RecordReader): ReturnedGoods | null {
  const name = readItemName(fields, false);
  if (name.itemId === null && name.externalId === null && name.isbn13 === null) return null;
  return { name, buyer: fields.identifier('buyer', BUYER_LENGTH_MAX) };
}

function readOrderId(fields: RecordReader): string {
  const orderId = fields.identifier('orderId', ORDER_ID_LENGTH_MAX);
  if (orderId === null)
    fields.refuse('orderId', missing(message('feeds.textOf', { max: ORDER_ID_LENGTH_MAX })));
  return orderId ?? '';
}
