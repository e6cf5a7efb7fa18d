import { readIsbn13 } from '../../catalog/isbn.ts';
import { message } from '../../messages/messages.ts';
import { type Reason, shorten, shortNames } from '../feed-record.ts';
import type { Mapping } from '../mapping.ts';
import { ITEM_NAMES, TABLE_REQUIRED, type TableKind } from '../record-fields.ts';
import { dayName } from './date-text.ts';
import {
  COLUMNS,
  createSheet,
  type Header,
  headersIn,
  keyOf,
  likelyField,
  type Names,
  positionsOf,
  type RecognisedRows,
  type Sheet,
} from './shop-columns.ts';

export interface ColumnUse {
  readonly column: string;
  /** Our fields; empty for an unused column. */
  readonly fields: readonly string[];
  /** For an unused column: the unfilled field that its name resembles, or null. */
  readonly likely: string | null;
}

export interface Recognised {
  readonly header: Header;
  readonly mapping: Pick<Mapping, 'columns'> & Omit<RecognisedRows, 'note'>;
  readonly columns: readonly ColumnUse[];
  readonly note: Reason | null;
  /** Why the file can't be read. */
  readonly fault: Reason | null;
}

const SAMPLE_ROWS = 200;

const ALL_NAMES = [
  COLUMNS.status,
  ...[COLUMNS.names, COLUMNS.item, COLUMNS.order].flatMap((names) => Object.values(names)),
].join(' ');

/** Finds the header among the top rows, and what its columns mean (docs/feeds.md#recognised-columns). */
export function recogniseColumns(rows: readonly (readonly string[])[]): Recognised {
  let header: Header = { names: [], at: 0 };
  let most = -1;
  for (const candidate of headersIn(rows)) {
    // Among headers with equally many known names, the header with the most names wins.
    const filled = candidate.names.filter((name) => name !== '').length;
    const score = positionsOf(candidate.names, ALL_NAMES).length + 1 - 1 / (1 + filled);
    if (score > most) [header, most] = [candidate, score];
  }
  const below = rows.slice(header.at + 1).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const sheet = createSheet(header.names, below.slice(0, SAMPLE_ROWS));
  const isOrder = isOrders(sheet);
  useNames(sheet, isOrder);
  const { note = null, ...table } = isOrder ? useOrders(sheet, below) : useItems(sheet);
  const columns = usesOf(sheet, table.kind);
  const { names } = header;
  const filling = [...sheet.targets].map(([at, targets]) => [names[at] ?? '', targets] as const);
  return {
    ...{ header, columns, note },
    mapping: { ...table, columns: Object.fromEntries(filling) },
    fault: faultOf(sheet, table, columns),
  };
}

/** If all order lines have an ISBN, the shop's own codes aren't used, because an ISBN means the same in all systems. */
function useNames(sheet: Sheet, isOrder: boolean): void {
  const codes = positionsOf(sheet.names, COLUMNS.names.externalId);
  const named = sheet.free(COLUMNS.names.isbn13);
  const isbn = isbnColumn(sheet, named, codes);
  sheet.use(isbn, 'isbn13');
  for (const field of ['isbn10', 'itemId'] as const) sheet.use(sheet.free(COLUMNS.names[field])[0], field);
  if (isOrder && isbn !== undefined && sheet.isComplete(isbn)) return;
  const others = [...codes, ...named].filter((at) => at !== isbn);
  sheet.use(others.find(sheet.isComplete) ?? others.find((at) => codes.includes(at)), 'externalId');
}

/** The column with the most ISBNs, because malls put their own codes below "barcode". */
function isbnColumn(sheet: Sheet, named: readonly number[], codes: readonly number[]): number | undefined {
  const isBook = (text: string) => /^97[89]/.test(readIsbn13(text) ?? '');
  const countAt = (at: number) => sheet.valuesAt(at).filter(isBook).length;
  const isFull = (at: number) => countAt(at) > 0 && countAt(at) === sheet.valuesAt(at).length;
  const known = [...named, ...codes.filter(isFull)];
  const [best] = known.toSorted((a, b) => countAt(b) - countAt(a));
  if (best !== undefined && countAt(best) > 0) return best;
  const others = [...sheet.names.keys()].filter((at) => !codes.includes(at) && isFull(at));
  return others.length === 1 ? others[0] : best;
}

/** Meanings in a column that says whether the shop shows a product. A hidden product isn't sold, whatever its status is. */
const PUBLISHED_VALUES = {
  ...Object.fromEntries(COLUMNS.hidden.split(' ').map((word) => [word, '판매중지'])),
  '*': '',
};
const PUBLISHED_WORDS = new Set(`${COLUMNS.hidden} ${COLUMNS.shown}`.split(' '));

function useItems(sheet: Sheet): RecognisedRows {
  for (const [field, words] of Object.entries(COLUMNS.item)) {
    const [at] = sheet.free(words);
    // WooCommerce puts commas between categories.
    const parts = keyOf(sheet.names[at ?? -1] ?? '') === 'categories' ? { split: ',' } : {};
    if (at !== undefined && sheet.hasKnownValues(field, at)) sheet.use(at, field, parts);
  }
  // Without a status column, the stock count gives the status.
  if (!sheet.isFilled('itemStatus'))
    sheet.use(sheet.free(COLUMNS.stock)[0], 'itemStatus', { values: COLUMNS.stockValues });
  const [published] = sheet.free(COLUMNS.published);
  if (published !== undefined && sheet.valuesAt(published).every((word) => PUBLISHED_WORDS.has(word)))
    sheet.use(published, 'itemStatus', { values: PUBLISHED_VALUES });
  else if (!sheet.isFilled('publishDate')) sheet.use(published, 'publishDate');
  const isChange = ['shopPrice', 'salePrice', 'itemStatus'].some(sheet.isFilled);
  if (!sheet.isFilled('title') && isChange) return { kind: 'patch', constants: {} };
  const [price] = sheet.columnsFor('salePrice');
  const [list] = sheet.columnsFor('shopPrice');
  // A book without a list price gets its selling price as the list price.
  if (price !== undefined && (list === undefined || !sheet.isComplete(list))) {
    for (const at of [price, list ?? -1]) sheet.targets.delete(at);
    sheet.use(price, 'shopPrice');
    sheet.use(price, 'salePrice');
    sheet.use(list, 'shopPrice');
  }
  const constants = sheet.isFilled('catalog') ? {} : { catalog: 'BOOK' };
  return { kind: 'item', constants, ...useProductRows(sheet) };
}

/** Fields that differ between the rows of a product. */
const OF_A_ROW = new Set([...ITEM_NAMES, 'shopPrice', 'salePrice']);

/** Recognises several rows of one product: variants inherit the values of its first or its parent's row. */
function useProductRows(sheet: Sheet): Pick<RecognisedRows, 'skip'> {
  const groups = positionsOf(sheet.names, COLUMNS.group);
  if (groups.length === 0) return {};
  for (const [at, targets] of sheet.targets) {
    const filled = targets.map((one) =>
      OF_A_ROW.has(one.to) ? one : ({ ...one, fill: 'product' } as const),
    );
    sheet.targets.set(at, filled);
  }
  for (const at of groups) sheet.use(at, 'productGroup');
  for (const at of positionsOf(sheet.names, COLUMNS.variant)) sheet.use(at, 'variant');
  sheet.use(positionsOf(sheet.names, COLUMNS.parent)[0], 'parentProduct');
  const [type] = positionsOf(sheet.names, COLUMNS.type);
  // Shops sell only variants, not the products in parent rows.
  return type === undefined ? {} : { skip: { [sheet.names[type] ?? '']: ['variable*', 'grouped*'] } };
}

function usesOf(sheet: Sheet, kind: TableKind): readonly ColumnUse[] {
  const isNamed = Object.keys(COLUMNS.names).some(sheet.isFilled);
  const known: Names = {
    ...(isNamed ? {} : COLUMNS.names),
    ...(kind === 'sale' ? COLUMNS.order : COLUMNS.item),
  };
  const open = Object.fromEntries(Object.entries(known).filter(([field]) => !sheet.isFilled(field)));
  return sheet.names.flatMap((column, at): ColumnUse[] => {
    if (column === '') return [];
    const fields = [...new Set((sheet.targets.get(at) ?? []).map(({ to }) => to))];
    return [{ column, fields, likely: fields.length > 0 ? null : likelyField(column, open) }];
  });
}

/** A fault if required fields have no column, with columns that may be meant, or if two used columns have the same name. */
function faultOf(sheet: Sheet, { kind, constants }: RecognisedRows, columns: readonly ColumnUse[]) {
  const missing = TABLE_REQUIRED[kind].filter((field) => !(field in constants) && !sheet.isFilled(field));
  const all = ITEM_NAMES.some(sheet.isFilled) ? missing : [ITEM_NAMES.join(' / '), ...missing];
  if (all.length === 0) {
    const isTwice = (name: string) => sheet.names.indexOf(name) !== sheet.names.lastIndexOf(name);
    const twice = columns.find(({ column, fields }) => fields.length > 0 && isTwice(column));
    return twice === undefined ? null : message('feeds.twoColumns', { name: shorten(twice.column) });
  }
  const names = shortNames(sheet.names);
  const lacking = message('feeds.notRecognised', { names, kind, missing: all.join(', ') });
  const likely = columns
    .filter((one) => one.likely !== null)
    .slice(0, 3)
    .map((one) => `"${shorten(one.column)}" = ${one.likely}`);
  return likely.length === 0 ? lacking : message('feeds.didYouMean', { lacking, likely: likely.join(', ') });
}

/** Words for sold copies: a table with them, but without order numbers, contains sales totals, not a delivery. */
const SOLD = /판매|대출|sold|sales/;
const ORDER_NUMBER =
  /(?:order|주문서?|거래|전표|영수증|결제|purchase|receipt|invoice|transaction|sale)s?(?:item|record)?(?:id|no|nr|number|번호|코드)$/;
const ORDER_DAY =
  /(?:order|purchase|주문|구매|거래|결제|판매|영업|매출|sale|sold|paid)[a-z]*(?:date|at|time|on|일|일시|일자|시각)$/;

/** Whether a table lists sold copies, by order or in total. Product lists have categories. */
function isOrders({ names }: Sheet): boolean {
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

/** Placeholders for a buyer, which mean many people. */
const NOBODY = /\*\*|^(?:비회원|guest)$/i;
const PLAIN = ['quantity', 'unitPrice', 'sex', 'age'] as const;

function useOrders(sheet: Sheet, rows: readonly (readonly string[])[]): RecognisedRows {
  const [order] = sheet.free(COLUMNS.order.orderId);
  const nameOf = (at = -1) => sheet.names[at] ?? '';
  const isWhole = order !== undefined && !COLUMNS.lineKeys.split(' ').includes(keyOf(nameOf(order)));
  const day = isWhole ? dayOfSlips(sheet, order, rows) : undefined;
  sheet.use(day, 'orderId');
  sheet.use(order, 'orderId');
  for (const field of PLAIN) sheet.use(sheet.free(COLUMNS.order[field])[0], field);
  const firstRows = isWhole ? sheet.firstRowsOf(order) : [];
  const always = isWhole ? ({ fill: 'order' } as const) : {};
  // If the first row of each order has a value, the rows below inherit it.
  const fill = (at: number) => (firstRows.every((cells) => (cells[at]?.trim() ?? '') !== '') ? always : {});
  // Numbers that don't restart with each order count the rows of the file.
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
  // Totals have no order number: day and item identify them.
  for (const field of ['soldAt', 'isbn13', 'externalId'])
    for (const at of sheet.columnsFor(field)) sheet.use(at, 'orderId');
  return { kind: 'sale', constants: { buyerType: 'aggregate' } };
}

/** Longer order numbers don't restart each day. */
const SLIP_LENGTH_MAX = 10;

/** The day column that must precede the order number, because tills restart their numbers each morning. */
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

function timeColumns(sheet: Sheet, day: number | undefined): readonly number[] {
  if (day === undefined) return [];
  const beside = isTimed(sheet, day) ? [COLUMNS.zone] : [COLUMNS.time, COLUMNS.zone];
  return [day, ...beside.flatMap((words) => sheet.free(words).slice(0, 1))];
}
