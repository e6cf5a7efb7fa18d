import { message } from '../../messages/messages.ts';
import { shorten } from '../reason.ts';
import { dayName } from './date-text.ts';
import { type RecognisedRows, useNames } from './recognise-names.ts';
import { keyOf, positionsOf, type Sheet } from './sheet.ts';
import {
  ITEM_COLUMNS,
  isLineKey,
  NOBODY,
  ORDER_COLUMNS,
  ORDER_DAY,
  ORDER_NUMBER,
  SOLD,
  STATUS_COLUMNS,
  TIME_COLUMNS,
  ZONE_COLUMN,
} from './shop-columns.ts';

/**
 * Copies that left the shop: by the numbers of their orders, or as totals that say that they were sold. A table with an order number
 * or a day of sale that nobody knows is no list of products either, unless it has all that one needs.
 */
export function isOrders({ names }: Sheet): boolean {
  const copies = positionsOf(names, ORDER_COLUMNS.quantity);
  const days = positionsOf(names, ORDER_COLUMNS.soldAt);
  const isSold = [...copies, ...days].some((at) => SOLD.test(keyOf(names[at] ?? '')));
  const isOrdered = positionsOf(names, ORDER_COLUMNS.orderId).length > 0;
  if (copies.length > 0 && (isOrdered || (days.length > 0 && isSold))) return true;
  if (ITEM_COLUMNS.categoryIds !== undefined && positionsOf(names, ITEM_COLUMNS.categoryIds).length > 0)
    return false;
  const keys = names.map(keyOf);
  const isDayed = keys.some((key) => ORDER_DAY.test(key));
  if (days.some((at) => SOLD.test(keys[at] ?? ''))) return true;
  return keys.some((key) => ORDER_NUMBER.test(key)) || (isDayed && copies.length > 0);
}

/** Fields of an order that its row fills by itself. */
const PLAIN = ['quantity', 'unitPrice', 'sex', 'age'] as const;

export function useOrders(sheet: Sheet, rows: readonly (readonly string[])[]): RecognisedRows {
  useNames(sheet, true);
  const [order] = sheet.free(ORDER_COLUMNS.orderId);
  const day = dayOfSlips(sheet, order, rows);
  sheet.use(day, 'orderId');
  sheet.use(order, 'orderId');
  for (const field of PLAIN) sheet.use(sheet.free(ORDER_COLUMNS[field])[0], field);
  const isWhole = order !== undefined && !isLineKey(keyOf(sheet.names[order] ?? ''));
  const firstRows = isWhole ? sheet.firstRowsOf(order) : [];
  // Exports say what belongs to the order in its first row alone.
  const fill = (at: number | undefined) =>
    isWhole && at !== undefined && firstRows.every((cells) => (cells[at]?.trim() ?? '') !== '')
      ? ({ fill: 'order' } as const)
      : {};
  // A column that doesn't begin anew with each order numbers the rows of the file.
  const isOfLines = (at: number) => isWhole && firstRows.every((cells) => Number(cells[at]) === 1);
  sheet.use(sheet.free(ORDER_COLUMNS.lineNo).find(isOfLines), 'lineNo');
  useDay(sheet, day ?? sheet.free(ORDER_COLUMNS.soldAt)[0], fill);
  const who = sheet
    .free(ORDER_COLUMNS.buyer)
    .find((at) => !sheet.valuesAt(at).some((text) => NOBODY.test(text)));
  sheet.use(who, 'buyer', fill(who));
  for (const at of sheet.free(STATUS_COLUMNS))
    if (sheet.hasKnownValues('kind', at)) sheet.use(at, 'kind', fill(at));
  const [cancelled] = sheet.free(ORDER_COLUMNS.cancelledAt);
  const always = isWhole ? ({ fill: 'order' } as const) : {};
  sheet.use(cancelled, 'cancelledAt', always);
  sheet.use(cancelled, 'kind', { values: { '*': 'cancel' }, ...always });
  const nameOf = (at = -1) => shorten(sheet.names[at] ?? '');
  const note = message('feeds.dayAndNumber', { number: nameOf(order), day: nameOf(day) });
  if (order !== undefined) return { kind: 'sale', constants: {}, ...(day === undefined ? {} : { note }) };
  // Day and item name a line of totals.
  for (const field of ['soldAt', 'isbn13', 'externalId'])
    for (const at of sheet.columnsFor(field)) sheet.use(at, 'orderId');
  return { kind: 'sale', constants: { buyerType: 'aggregate' } };
}

/** Longer numbers don't begin anew. */
const SLIP_LENGTH_MAX = 10;

/**
 * The column of the day, where it has to go before the number of an order: tills begin anew each morning. They do where one number has
 * several days, and may where day and time have columns of their own.
 */
function dayOfSlips(sheet: Sheet, order: number | undefined, rows: readonly (readonly string[])[]) {
  const [day] = sheet.free(ORDER_COLUMNS.soldAt).filter((at) => at !== order);
  if (order === undefined || day === undefined || isLineKey(keyOf(sheet.names[order] ?? '')))
    return undefined;
  if (sheet.valuesAt(order).some((text) => text.length > SLIP_LENGTH_MAX)) return undefined;
  const isTimed = sheet.valuesAt(day).some((text) => text.includes(':'));
  if (!isTimed && sheet.free(TIME_COLUMNS).length > 0) return day;
  const days = new Map<string, string>();
  return rows.some((cells) => {
    const [number, on] = [cells[order]?.trim() ?? '', dayName(cells[day]?.trim() ?? '', null)];
    const before = days.get(number);
    if (number !== '' && on !== '') days.set(number, on);
    return number !== '' && on !== '' && before !== undefined && before !== on;
  })
    ? day
    : undefined;
}

/** When it was sold: in one column, or with the time of day and its zone in others. */
function useDay(
  sheet: Sheet,
  day: number | undefined,
  fill: (at: number) => { readonly fill?: 'order' },
): void {
  if (day === undefined) return;
  sheet.use(day, 'soldAt', fill(day));
  const isTimed = sheet.valuesAt(day).some((text) => text.includes(':'));
  for (const words of isTimed ? [ZONE_COLUMN] : [TIME_COLUMNS, ZONE_COLUMN]) {
    const [at] = sheet.free(words);
    if (at !== undefined) sheet.use(at, 'soldAt', fill(at));
  }
}
