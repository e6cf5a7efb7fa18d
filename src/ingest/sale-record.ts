import { compactIsbn, isIsbn13Form } from '../catalog/isbn.ts';
import { BUYER_TYPES, type Cancellation, type SaleLine } from '../rankings/sale.ts';
import { type Bounds, textOf } from './field-rules.ts';
import { missing, type Reason, type Rule, wrong } from './reason.ts';
import { fieldNames, ID_BOUNDS, type RecordFields } from './record-fields.ts';

/** Characters of an order's id. */
const ORDER_ID_LENGTH_MAX = 200;
/** Characters of the opaque reference of a buyer. */
const BUYER_LENGTH_MAX = 200;
/** Copies on one order line. */
const QUANTITY_BOUNDS: Bounds = { min: 1, max: 1_000_000 };
const LINE_NO_BOUNDS: Bounds = { min: 1, max: 1_000_000_000 };
/** Full years. */
const AGE_BOUNDS: Bounds = { min: 0, max: 150 };

export const SALE_FIELDS = fieldNames(
  'orderId lineNo itemId quantity soldAt',
  'isbn13 unitPrice sex age buyer buyerType',
);

/**
 * An order line. Defaults: unitPrice, sex and age unknown; no buyer = the line is its own buyer; buyerType person. If
 * both itemId and isbn13 are given, itemId decides. Rule: docs/rules/feeds.md#records.
 */
export function saleRecord(fields: RecordFields, receivedAtMs: number): SaleLine {
  const orderId = readOrderId(fields);
  const lineNo = fields.requiredInteger('lineNo', LINE_NO_BOUNDS);
  const itemId = fields.integer('itemId', ID_BOUNDS);
  const isbn13 = readIsbn13(fields, itemId === null);
  if (itemId === null && isbn13 === null) fields.refuse('itemId', missing(ITEM_ID_OR_ISBN));
  const soldAtMs = fields.instant('soldAt');
  if (soldAtMs === null) fields.refuse('soldAt', missing(SALE_TIME));
  else if (soldAtMs > receivedAtMs + AHEAD_MAX_MS) fields.refuse('soldAt', TOO_FAR_AHEAD);
  return {
    orderId,
    lineNo,
    itemId,
    isbn13: itemId === null ? isbn13 : null,
    quantity: fields.requiredInteger('quantity', QUANTITY_BOUNDS),
    unitPrice: fields.price('unitPrice'),
    soldAtMs: soldAtMs ?? 0,
    sex: fields.choice('sex', ['M', 'F']),
    age: fields.integer('age', AGE_BOUNDS),
    buyer: fields.identifier('buyer', BUYER_LENGTH_MAX),
    buyerType: fields.choice('buyerType', BUYER_TYPES) ?? 'person',
  };
}

/** Clocks of shops differ, and some send the orders of a day before it ends. */
const AHEAD_MAX_MS = 24 * 60 * 60 * 1000;

const TOO_FAR_AHEAD: Reason = {
  en: 'is more than a day in the future',
  ko: '하루 넘게 앞선 미래의 시각입니다.',
};

const ITEM_ID_OR_ISBN: Rule = {
  en: 'itemId or isbn13',
  ko: 'itemId와 isbn13 가운데 하나는 있어야 합니다.',
};
const SALE_TIME: Rule = {
  en: 'a date and time with offset',
  ko: '시간대가 붙은 날짜와 시각이어야 합니다.',
};

export const CANCEL_FIELDS = fieldNames('orderId lineNo quantity', 'cancelledAt');

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

function readOrderId(fields: RecordFields): string {
  const orderId = fields.identifier('orderId', ORDER_ID_LENGTH_MAX);
  if (orderId === null) fields.refuse('orderId', missing(textOf(ORDER_ID_LENGTH_MAX)));
  return orderId ?? '';
}

/**
 * 13 digits after hyphens and blanks are taken out, or null when not given. The check digit may be wrong. `isName` says
 * that nothing else names the item, so that an unreadable number costs the record.
 */
export function readIsbn13(fields: RecordFields, isName: boolean): string | null {
  const written = fields.identifier('isbn13', ISBN_LENGTH_MAX);
  if (written === null) return null;
  const isbn13 = compactIsbn(written);
  if (isIsbn13Form(isbn13)) return isbn13;
  if (isName) fields.refuse('isbn13', wrong(written, ISBN13_RULE));
  else fields.leaveOut('isbn13', wrong(written, ISBN13_RULE));
  return null;
}

const ISBN13_RULE: Rule = { en: '13 digits', ko: '숫자 13자리여야 합니다.' };

/** Characters of an ISBN with hyphens and blanks. */
export const ISBN_LENGTH_MAX = 40;
