import { message } from '../messages/messages.ts';
import { BUYER_TYPES, type Cancellation, type SaleLine } from '../rankings/sale.ts';
import type { FeedRecord, ReturnedGoods } from './feed-record.ts';
import { readItemName } from './item-name.ts';
import { missing } from './reason.ts';
import { type Bounds, fieldNames, type RecordFields } from './record-fields.ts';

/** Characters of an order's id. */
export const ORDER_ID_LENGTH_MAX = 200;
/** Characters of the opaque reference of a buyer, as many as an order's id has. */
const BUYER_LENGTH_MAX = ORDER_ID_LENGTH_MAX;
/** Copies on one line, which may be a title's total of a year. Some hundred such lines of a title still fit into 32 bits. */
const QUANTITY_BOUNDS: Bounds = { min: 1, max: 10_000_000 };
const LINE_NO_BOUNDS: Bounds = { min: 1, max: 1_000_000_000 };
/** Full years. */
const AGE_BOUNDS: Bounds = { min: 0, max: 150 };

export const SALE_FIELDS = fieldNames(
  'orderId lineNo itemId externalId quantity soldAt',
  'isbn13 isbn10 unitPrice sex age buyer buyerType',
);

/**
 * An order line. Defaults: unitPrice, sex and age unknown; no buyer = the line is its own buyer; buyerType person. If
 * both itemId and isbn13 are given, itemId decides. Rule: docs/feeds.md#records.
 */
export function saleRecord(fields: RecordFields, receivedAtMs: number): FeedRecord {
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
 * A cancellation may name the item and the buyer, as its order line does; the order and the line number decide. Where copies come
 * back under an order of their own, item and buyer say which line they are of.
 */
export const CANCEL_FIELDS = fieldNames(
  'orderId lineNo quantity',
  'cancelledAt itemId externalId isbn13 isbn10 buyer',
);

/**
 * The cancellation of an order line, or of `quantity` of its copies. Default: cancelledAt is the time of receipt. A quantity
 * that can't be read costs the record: without it the whole line would be cancelled.
 */
export function cancelRecord(fields: RecordFields, receivedAtMs: number): Cancellation {
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

/** What a return under an order number of its own names; null without a quantity or an item. */
export function readReturned(fields: RecordFields): ReturnedGoods | null {
  const name = readItemName(fields, false);
  if (name.itemId === null && name.externalId === null && name.isbn13 === null) return null;
  return { name, buyer: fields.identifier('buyer', BUYER_LENGTH_MAX) };
}

function readOrderId(fields: RecordFields): string {
  const orderId = fields.identifier('orderId', ORDER_ID_LENGTH_MAX);
  if (orderId === null)
    fields.refuse('orderId', missing(message('feeds.textOf', { max: ORDER_ID_LENGTH_MAX })));
  return orderId ?? '';
}
