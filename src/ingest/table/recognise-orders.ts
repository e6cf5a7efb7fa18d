import { message } from '../../messages/messages.ts';
import { shorten } from '../reason.ts';
import { dayName } from './date-text.ts';
import {
  COLUMNS,
  isLineKey,
  keyOf,
  NOBODY,
  ORDER_DAY,
  ORDER_NUMBER,
  positionsOf,
  type RecognisedRows,
  type Sheet,
  SOLD,
} from './shop-columns.ts';

/**
 * Whether a table lists sold copies: by order numbers, or as totals named as sold. A table with an unrecognised order number or
 * sales day isn't a product list either, unless it has all columns of one.
 */
export function isOrders({ names }: Sheet): boolean {
  const copies = positionsOf(names, COLUMNS.order.quantity);
  const days = positionsOf(names, COLUMNS.order.soldAt);
  const keys = names.map(keyOf);
  const isSold = (at: number) => SOLD.test(keys[at] ?? '');
  const isOrdered = positionsOf(names, COLUMNS.order.orderId).length > 0;
  if (copies.length > 0 && (isOrdered || (days.length > 0 && [...copies, ...days].some(isSold)))) return true;
  if (positionsOf(names, COLUMNS.item.categoryIds).length > 0) return false;
  if (days.some(isSold) || keys.some((key) => ORDER_NUMBER.test(key))) return true;
  return copies.length > 0 && keys.some((key) => ORDER_DAY.test(key));
}

/** Fields of an order line that are filled in every row. */
const PLAIN = ['quantity', 'unitPrice', 'sex', 'age'] as const;

/** Recognises the columns of an order; those that name the item are already recognised. */
export function useOrders(sheet: Sheet, rows: readonly (readonly string[])[]): RecognisedRows {
  const [order] = sheet.free(COLUMNS.order.orderId);
  const nameOf = (at = -1) => sheet.names[at] ?? '';
  const isWhole = order !== undefined && !isLineKey(nameOf(order));
  const day = isWhole ? dayOfSlips(sheet, order, rows) : undefined;
  sheet.use(day, 'orderId');
  sheet.use(order, 'orderId');
  for (const field of PLAIN) sheet.use(sheet.free(COLUMNS.order[field])[0], field);
  const firstRows = isWhole ? sheet.firstRowsOf(order) : [];
  const always = isWhole ? ({ fill: 'order' } as const) : {};
  // Exports write the order's own fields only in its first row.
  const fill = (at: number) => (firstRows.every((cells) => (cells[at]?.trim() ?? '') !== '') ? always : {});
  // A column that doesn't restart with each order numbers the file's rows.
  const isOfLines = (at: number) => isWhole && firstRows.every((cells) => Number(cells[at]) === 1);
  sheet.use(sheet.free(COLUMNS.order.lineNo).find(isOfLines), 'lineNo');
  for (const at of timeColumns(sheet, day ?? sheet.free(COLUMNS.order.soldAt)[0]))
    sheet.use(at, 'soldAt', fill(at));
  const isHidden = (at: number) => sheet.valuesAt(at).some((text) => NOBODY.test(text));
  const buyer = sheet.free(COLUMNS.order.buyer).find((at) => !isHidden(at));
  if (buyer !== undefined) sheet.use(buyer, 'buyer', fill(buyer));
  for (const at of sheet.free(COLUMNS.status))
    if (sheet.hasKnownValues('kind', at)) sheet.use(at, 'kind', fill(at));
  const [cancelled] = sheet.free(COLUMNS.order.cancelledAt);
  sheet.use(cancelled, 'cancelledAt', always);
  sheet.use(cancelled, 'kind', { values: { '*': 'cancel' }, ...always });
  if (order !== undefined) {
    const shown = { number: shorten(nameOf(order)), day: shorten(nameOf(day)) };
    return {
      kind: 'sale',
      constants: {},
      ...(day !== undefined && { note: message('feeds.dayAndNumber', shown) }),
    };
  }
  // Totals are identified by day and item.
  for (const field of ['soldAt', 'isbn13', 'externalId'])
    for (const at of sheet.columnsFor(field)) sheet.use(at, 'orderId');
  return { kind: 'sale', constants: { buyerType: 'aggregate' } };
}

/** Longer numbers don't restart. */
const SLIP_LENGTH_MAX = 10;

/**
 * The column of the day that must precede the order number, because tills restart their numbers each morning. That is certain if
 * one number has several days, and possible if day and time are separate columns.
 */
function dayOfSlips(sheet: Sheet, order: number, rows: readonly (readonly string[])[]) {
  const day = sheet.free(COLUMNS.order.soldAt).find((at) => at !== order);
  if (day === undefined || sheet.valuesAt(order).some((text) => text.length > SLIP_LENGTH_MAX))
    return undefined;
  if (!isTimed(sheet, day) && sheet.free(COLUMNS.time).length > 0) return day;
  const days = new Map<string, string>();
  const isOfSeveral = rows.some((cells) => {
    const [number, on] = [cells[order]?.trim() ?? '', dayName(cells[day]?.trim() ?? '', null)];
    const before = days.get(number) ?? on;
    if (number !== '' && on !== '') days.set(number, on);
    return number !== '' && on !== '' && before !== on;
  });
  return isOfSeveral ? day : undefined;
}

const isTimed = (sheet: Sheet, day: number) => sheet.valuesAt(day).some((text) => text.includes(':'));

/** The columns of the time of sale: the day, and separately the time of day and its zone. */
function timeColumns(sheet: Sheet, day: number | undefined): readonly number[] {
  if (day === undefined) return [];
  const beside = isTimed(sheet, day) ? [COLUMNS.zone] : [COLUMNS.time, COLUMNS.zone];
  return [day, ...beside.flatMap((words) => sheet.free(words).slice(0, 1))];
}
