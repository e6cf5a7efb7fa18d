import { compactIsbn, isIsbn13Form } from '../../catalog/isbn.ts';
import { message } from '../../messages/messages.ts';
import type { Mapping } from '../mapping.ts';
import { type Reason, shorten, shortNames } from '../reason.ts';
import { ITEM_NAMES, TABLE_REQUIRED, type TableKind } from '../record-fields.ts';
import { similarity } from '../text/title-likeness.ts';
import { COLUMNS_MAX } from './row-blocks.ts';
import { createSheet, type Header, headersIn, keyOf, positionsOf, type Sheet } from './sheet.ts';
import {
  ITEM_CODES,
  ITEM_COLUMNS,
  isLineKey,
  NAME_COLUMNS,
  type Names,
  NOBODY,
  ORDER_COLUMNS,
  SOLD,
  STATUS_COLUMNS,
  STOCK_COLUMNS,
  STOCK_VALUES,
  TIME_COLUMNS,
  ZONE_COLUMN,
} from './shop-columns.ts';

/** What a column of a file was taken for. */
export interface ColumnUse {
  readonly column: string;
  /** Our fields, as in TABLE_FIELDS; empty for a column that isn't used. */
  readonly fields: readonly string[];
  /** Of a column that isn't used: the field that its name looks like and that no other column fills. One name of the item will do. */
  readonly likely: string | null;
}

/** The columns of a table that come from a shop's own system. */
export interface Recognised {
  readonly header: Header;
  readonly mapping: Pick<Mapping, 'kind' | 'columns' | 'constants'>;
  readonly columns: readonly ColumnUse[];
  /** Why that isn't enough to read the file; null where it is. */
  readonly fault: Reason | null;
}

/** Rows below the header whose values are looked at. */
const SAMPLE_ROWS = 200;

/** What the rows are. */
interface Table {
  readonly kind: TableKind;
  readonly constants: Readonly<Record<string, unknown>>;
}

/**
 * Recognises the header among the top rows of a file, and what its columns mean, by their names and the first values below
 * (docs/feeds.md#recognised-columns).
 */
export function recogniseColumns(rows: readonly (readonly string[])[]): Recognised {
  let header: Header = { names: [], at: 0 };
  let most = -1;
  for (const candidate of headersIn(rows)) {
    // Where no name is known, the row with the most cells looks most like a header.
    const filled = candidate.names.filter((name) => name !== '').length / COLUMNS_MAX;
    const count = positionsOf(candidate.names, ALL_WORDS).length + filled / 2;
    if (count > most) [header, most] = [candidate, count];
  }
  const below = rows.slice(header.at + 1).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const sheet = createSheet(header.names, below.slice(0, SAMPLE_ROWS));
  const table = isOrders(sheet) ? useOrders(sheet) : useItems(sheet);
  const columns = usesOf(sheet, table.kind);
  const missing: string[] = TABLE_REQUIRED[table.kind].filter(
    (field) => !(field in table.constants) && !sheet.isFilled(field),
  );
  if (!ITEM_NAMES.some(sheet.isFilled)) missing.unshift(ITEM_NAMES.join(' / '));
  const { names } = header;
  const isTwice = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  const twice = columns.find(({ column, fields }) => fields.length > 0 && isTwice(column))?.column;
  const fault = twice === undefined ? null : message('feeds.twoColumns', { name: shorten(twice) });
  const filling = [...sheet.targets].map(([at, targets]) => [names[at] ?? '', targets] as const);
  return {
    header,
    columns,
    mapping: { ...table, columns: Object.fromEntries(filling) },
    fault: missing.length > 0 ? notRecognised(names, table.kind, missing, columns) : fault,
  };
}

const ALL_WORDS = [
  ITEM_CODES,
  STATUS_COLUMNS,
  ...[NAME_COLUMNS, ITEM_COLUMNS, ORDER_COLUMNS].flatMap((columns) => Object.values(columns)),
].join(' ');

/** Columns that name the item of a row. An ISBN is the same in every system: an order that has one needs no code. */
function useNames(sheet: Sheet, isOrder: boolean): void {
  const isIsbn = (at: number) => {
    const found = sheet.valuesAt(at).map(compactIsbn);
    return found.length > 0 && found.every((one) => isIsbn13Form(one) && /^97[89]/.test(one));
  };
  const codes = positionsOf(sheet.names, ITEM_CODES);
  const isbn = sheet.free(NAME_COLUMNS.isbn13)[0] ?? codes.find(isIsbn);
  sheet.use(isbn, 'isbn13');
  sheet.use(sheet.free(NAME_COLUMNS.isbn10)[0], 'isbn10');
  sheet.use(sheet.free(NAME_COLUMNS.itemId)[0], 'itemId');
  if (isOrder && isbn !== undefined && sheet.isComplete(isbn)) return;
  const others = codes.filter((at) => at !== isbn);
  sheet.use(others.find((at) => sheet.isComplete(at)) ?? others[0], 'externalId');
}

function useItems(sheet: Sheet): Table {
  useNames(sheet, false);
  for (const [field, words] of Object.entries(ITEM_COLUMNS)) {
    const [at] = sheet.free(words);
    // WooCommerce puts commas between categories.
    const parts = keyOf(sheet.names[at ?? -1] ?? '') === 'categories' ? { split: ',' } : {};
    if (at !== undefined && sheet.hasKnownValues(field, at)) sheet.use(at, field, parts);
  }
  if (!sheet.isFilled('itemStatus'))
    sheet.use(sheet.free(STOCK_COLUMNS)[0], 'itemStatus', { values: STOCK_VALUES });
  const isChange = ['shopPrice', 'salePrice', 'itemStatus'].some((field) => sheet.isFilled(field));
  if (!sheet.isFilled('title') && isChange) return { kind: 'patch', constants: {} };
  const [price] = sheet.columnsFor('salePrice');
  const [list] = sheet.columnsFor('shopPrice');
  // A book without a list price costs what it is sold for.
  if (price !== undefined && (list === undefined || !sheet.isComplete(list))) {
    sheet.targets.delete(list ?? -1);
    sheet.targets.delete(price);
    sheet.use(price, 'shopPrice');
    sheet.use(price, 'salePrice');
    sheet.use(list, 'shopPrice');
  }
  return { kind: 'item', constants: sheet.isFilled('catalog') ? {} : { catalog: 'BOOK' } };
}

/** Copies that left the shop: by the numbers of their orders, or as totals that say that they were sold. */
function isOrders({ names }: Sheet): boolean {
  const copies = positionsOf(names, ORDER_COLUMNS.quantity);
  const days = positionsOf(names, ORDER_COLUMNS.soldAt);
  const isSold = [...copies, ...days].some((at) => SOLD.test(keyOf(names[at] ?? '')));
  const isOrdered = positionsOf(names, ORDER_COLUMNS.orderId).length > 0;
  return copies.length > 0 && (isOrdered || (days.length > 0 && isSold));
}

/** Fields of an order that its row fills by itself. */
const PLAIN = ['quantity', 'unitPrice', 'sex', 'age'] as const;

function useOrders(sheet: Sheet): Table {
  useNames(sheet, true);
  const [order] = sheet.free(ORDER_COLUMNS.orderId);
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
  useDay(sheet, fill);
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
  if (order !== undefined) return { kind: 'sale', constants: {} };
  // Day and item name a line of totals.
  for (const field of ['soldAt', 'isbn13', 'externalId'])
    for (const at of sheet.columnsFor(field)) sheet.use(at, 'orderId');
  return { kind: 'sale', constants: { buyerType: 'aggregate' } };
}

/** When it was sold: in one column, or with the time of day and its zone in others. */
function useDay(sheet: Sheet, fill: (at: number) => { readonly fill?: 'order' }): void {
  const [day] = sheet.free(ORDER_COLUMNS.soldAt);
  if (day === undefined) return;
  sheet.use(day, 'soldAt', fill(day));
  const isTimed = sheet.valuesAt(day).some((text) => text.includes(':'));
  for (const words of isTimed ? [ZONE_COLUMN] : [TIME_COLUMNS, ZONE_COLUMN]) {
    const [at] = sheet.free(words);
    if (at !== undefined) sheet.use(at, 'soldAt', fill(at));
  }
}

function usesOf(sheet: Sheet, kind: TableKind): readonly ColumnUse[] {
  return sheet.names.flatMap((column, at): ColumnUse[] => {
    if (column === '') return [];
    const fields = [...new Set((sheet.targets.get(at) ?? []).map(({ to }) => to))];
    return [{ column, fields, likely: fields.length > 0 ? null : likelyField(sheet, column, kind) }];
  });
}

/** Longer names are sentences. */
const LIKELY_LENGTH_MAX = 40;
/** Share of pairs of letters in common from which a word may be meant for another. */
const LIKELY_FROM = 0.6;

function likelyField(sheet: Sheet, name: string, kind: TableKind): string | null {
  const key = keyOf(name);
  const itemNames = { ...NAME_COLUMNS, externalId: ITEM_CODES };
  const isNamed = Object.keys(itemNames).some((field) => sheet.isFilled(field));
  const words: Names = { ...(isNamed ? {} : itemNames), ...(kind === 'sale' ? ORDER_COLUMNS : ITEM_COLUMNS) };
  let [likely, most]: [string | null, number] = [null, LIKELY_FROM];
  for (const [field, known] of Object.entries(words)) {
    const likeness = Math.max(...known.split(' ').map((word) => likenessOf(key, word)));
    if (likeness > most && !sheet.isFilled(field)) [likely, most] = [field, likeness];
  }
  return likely;
}

function likenessOf(key: string, word: string): number {
  if (/^\p{Script=Hangul}{2}/u.test(word) && key.includes(word)) return 1;
  return key.length < 3 || key.length > LIKELY_LENGTH_MAX ? 0 : similarity(key, word);
}

function notRecognised(
  names: readonly string[],
  kind: TableKind,
  missing: readonly string[],
  columns: readonly ColumnUse[],
): Reason {
  const values = { names: shortNames(names), kind, missing: missing.join(', ') };
  const likely = columns.flatMap((one) =>
    one.likely === null ? [] : [`"${shorten(one.column)}" = ${one.likely}`],
  );
  const lacking = message('feeds.notRecognised', values);
  if (likely.length === 0) return lacking;
  return message('feeds.didYouMean', { lacking, likely: likely.slice(0, 3).join(', ') });
}
