import { ITEM_STATUSES } from '../../catalog/item.ts';
import { message } from '../../messages/messages.ts';
import { type RawBatch, type Reason, type SkipRule, shorten, show } from '../feed-record.ts';
import { longestMatch, type Mapping, MappingError } from '../mapping.ts';
import { type Field, ITEM_NAMES, TABLE_FIELDS } from '../record-fields.ts';
import { refuseFile } from '../text/input.ts';
import type { CategoryNames } from './category-names.ts';
import { cellValue, shortKey, undress, unitIn } from './cell-value.ts';
import {
  type Column,
  columnsOf,
  createFill,
  createProductRows,
  createTotalCheck,
  kindOf,
  PRODUCT_FIELDS,
  positionOf,
  textAt,
} from './columns.ts';
import { dayName } from './date-text.ts';
import { CANCEL_WORD, COLUMNS, NO_ARTICLE, positionsOf } from './shop-columns.ts';

/** Plans how rows become records. Throws MappingError. `rounded` = columns whose long numbers have lost digits. */
export function createRowMapper(
  header: readonly string[],
  mapping: Mapping | null,
  currency: string,
  categoryIds: CategoryNames = (cell) => cell,
  rounded: ReadonlySet<number> = new Set(),
) {
  const names = header.map((name) => name.trim());
  const nameOf = (at: number) => shorten(names[at] ?? `#${at + 1}`);
  const kind = mapping?.kind ?? (names.includes('kind') ? null : kindOf(names));
  const constants: Record<string, unknown> = kind === null ? {} : { kind };
  for (const [path, value] of Object.entries(mapping?.constants ?? {}))
    put(constants, path, constantOf(value, kind && TABLE_FIELDS[kind].get(path), currency));
  const skips = Object.entries(mapping?.skip ?? {}).map(([name, values]) => ({
    at: positionOf(name, names, 'skip'),
    values: Object.fromEntries(values.map((value) => [value, value])),
  }));
  const watch = mapping?.kind === 'sale' ? createStatusWatch(names, mapping) : () => {};
  const columns = columnsOf(names, kind, mapping);
  const fills = (field: string) => columns.findLast(({ target }) => target.to === field);
  const fill = createFill(columns);
  const isTotal = createTotalCheck(columns);
  const isNumbered = kind !== 'sale' || 'lineNo' in constants || fills('lineNo') !== undefined;
  const numberLine = isNumbered ? null : createLineNumbers();
  const productRow = createProductRows(columns);
  const bought = kind === 'sale' ? positionsOf(names, COLUMNS.bought) : [];
  const isOfDay = columns.some(({ isDay }) => isDay);
  const fields = columns.filter(({ target }) => !PRODUCT_FIELDS.has(target.to));
  const [currencyAt = -1] = positionsOf(names, COLUMNS.currency);
  const readCells = createCellsReader(fields, constants, { currency, currencyAt, rounded }, categoryIds);
  return {
    nameOf,
    isFilled: (field: string) => field in constants || fills(field) !== undefined,
    /** The column that fills a field, or that names the item, for reports. */
    columnOf(field: string): string {
      const others = field === 'itemId' ? ITEM_NAMES : [field.replace(/\[.*$/, '')];
      return [field, ...others].map(fills).find((column) => column !== undefined)?.name ?? field;
    },
    /** Rows must come in order, because cells inherit values from above. A refused row only gives values to inherit. */
    add(given: readonly string[], line: number, batch: RawBatch, isRefused = false): void {
      const skip = (rule: SkipRule, value = '') =>
        batch.skipped.push({ rule, value: shorten(value), count: 1 });
      if (given.every((cell) => cell.trim() === '')) return void skip('blank');
      if (isTotal(given)) {
        batch.warnings.push({ line, field: nameOf(0), reason: message('feeds.totalRow') });
        return void skip('total');
      }
      if (!isRefused) watch(given, line);
      const product = productRow?.(given);
      if (product === null) return void skip('picture');
      const cells = fill(product?.cells ?? given);
      const mark = skips
        .map(({ at, values }) => ({ text: cells[at]?.trim() ?? '', values }))
        .find(({ text, values }) => longestMatch(values, text) !== null)?.text;
      // A skipped row also gets a line number in its order, because the next export may not skip it.
      if (mark !== undefined && numberLine === null) return void skip('value', mark);
      const { record, lost, skippedBy } = readCells(cells, line, batch, isRefused);
      const variant = product?.variant ?? '';
      if (variant !== '' && typeof record.title === 'string' && !record.title.includes(variant))
        record.title = `${record.title} (${variant})`;
      if (numberLine !== null && typeof record.orderId === 'string')
        record.lineNo = numberLine(record.orderId);
      const value = mark === undefined ? orderRecord(record, isOfDay) : null;
      if (value === null) return void skip('value', mark ?? skippedBy);
      const isNamed = ITEM_NAMES.some((name) => name in value);
      const what = isNamed
        ? undefined
        : bought.map((at) => cells[at] ?? '').find((text) => NO_ARTICLE.test(text));
      if (what !== undefined) skip('noArticle', what.trim());
      else batch.records.push({ line, value, ...(lost.size > 0 && { lost }) });
    },
  };
}

function constantOf(value: unknown, field: Field | null | undefined, currency: string): unknown {
  const isRead = typeof value === 'string' && field && ['number', 'price', 'flag'].includes(field.type);
  return isRead ? cellValue(value, field.type, { date: null }, currency).value : value;
}

const CANCEL_LENGTH_MAX = 20;

/** Refuses a file if a column that the mapping doesn't use marks a row as cancelled: the row would count as a sale. */
function createStatusWatch(names: readonly string[], { columns, skip }: Mapping) {
  const isAnswered = (name: string) => Object.hasOwn(columns, name) || Object.hasOwn(skip, name);
  const open = [...names.entries()].filter(([, name]) => !isAnswered(name));
  return (cells: readonly string[], row: number): void => {
    for (const [at, name] of open) {
      const cell = cells[at]?.trim() ?? '';
      if (cell.length <= CANCEL_LENGTH_MAX && CANCEL_WORD.test(cell))
        refuseFile(message('feeds.statusUnanswered', { column: shorten(name), row, shown: show(cell) }));
    }
  };
}

/** Maximum number of orders in a file without line numbers, because each order takes memory. */
const ORDERS_MAX = 1_000_000;

/** Numbers the lines of each order from 1 on. */
export function createLineNumbers(): (orderId: string) => number {
  const counts = new Map<string, number>();
  return (orderId) => {
    const lineNo = (counts.get(orderId) ?? 0) + 1;
    if (counts.size >= ORDERS_MAX && lineNo === 1)
      refuseFile(message('feeds.tooManyOrders', { max: ORDERS_MAX }));
    counts.set(orderId, lineNo);
    return lineNo;
  };
}

/** Reads the cells of rows. Removed spreadsheet marks, and ignored foreign unit prices, are reported once per column. */
function createCellsReader(
  columns: readonly Column[],
  constants: Readonly<Record<string, unknown>>,
  { currency, currencyAt, rounded }: { currency: string; currencyAt: number; rounded: ReadonlySet<number> },
  categoryIds: CategoryNames,
) {
  const reported = new Set<string>();
  const units = new Map(columns.map(({ name }) => [name, unitIn(name, currency)]));
  let isOrderSeen = false;
  // Categories come last, because the row's catalogue may decide which category a name means.
  const ordered = columns.toSorted(
    (a, b) => Number(a.field.type === 'codes') - Number(b.field.type === 'codes'),
  );
  return (cells: readonly string[], line: number, { records, warnings }: RawBatch, isRefused: boolean) => {
    const record: Record<string, unknown> = { ...constants };
    const parts = new Map<string, unknown>();
    const lost = new Map<string, Reason>();
    const warnOnce = (field: string, reasonOf: () => Reason) => {
      if (isRefused) return;
      if (!reported.has(field)) warnings.push({ line, field, reason: reasonOf() });
      reported.add(field);
    };
    const make = (category: object) => records.push({ line, value: category });
    const code = cells[currencyAt]?.trim().toUpperCase() ?? '';
    const foreign = /^[A-Z]{3}$/.test(code) && code !== currency ? code : null;
    let skippedBy = '';
    for (const { at, name, field, target, reading, isDay } of ordered) {
      const { type, max } = field;
      const { to } = target;
      const cell = textAt(cells, at).trim();
      const undressed = undress(cell, type);
      if (undressed !== cell)
        warnOnce(name, () => message('feeds.columnReadAs', { shown: show(cell), read: show(undressed) }));
      // Scientific notation makes the checks refuse a rounded number.
      const isRounded = type === 'key' && at.some((one) => rounded.has(one)) && LONG_NUMBER.test(undressed);
      const bare = isRounded ? Number(undressed).toExponential() : undressed;
      const unit = type === 'price' ? (foreign ?? units.get(name) ?? null) : null;
      const isForeign = unit !== null && /\d/.test(bare);
      const text = isForeign ? `${bare} ${unit}` : isDay ? dayName(bare, reading.date) : bare;
      // Bestseller lists ignore unit prices, so a foreign unit price doesn't refuse the row.
      if (isForeign && to === 'unitPrice') {
        const reason = message('feeds.foreignPrice', { shown: show(text), currency });
        warnOnce(name, () => message('feeds.leftOut', { reason }));
        continue;
      }
      const read = cellValue(text, type, reading, currency);
      const named =
        type === 'codes' && !isRefused
          ? categoryIds(read, { ...target, catalog: record.catalog }, make)
          : read;
      const { value } = named;
      for (const reason of named.warnings) warnings.push({ line, field: name, reason });
      if (named.lost !== undefined) lost.set(to, named.lost);
      if (value === undefined) {
        if (to === 'orderId' && isOrderSeen) lost.set(to, message('feeds.firstRowOnly'));
        continue;
      }
      isOrderSeen ||= to === 'orderId';
      if (type === 'kind' && value === 'skip') skippedBy = bare;
      const whole = parts.has(to) ? joined(to, parts.get(to), value) : value;
      parts.set(to, whole);
      put(record, to, type === 'key' ? shortKey(whole, max) : whole);
    }
    return { record, lost, skippedBy };
  };
}

/** Digits of a number that spreadsheets preserve. */
const DIGITS_KEPT = 15;
const LONG_NUMBER = /^\d{16,40}$/;

/** Columns with at least two long numbers, all of which have only zeros after the first DIGITS_KEPT digits. */
export function roundedColumns(rows: readonly (readonly string[])[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const cells of rows)
    for (const [at, cell] of cells.entries()) {
      if (cell.length <= DIGITS_KEPT || !LONG_NUMBER.test(cell.trim())) continue;
      const isWhole = !/^0+$/.test(cell.trim().slice(DIGITS_KEPT));
      counts.set(at, isWhole ? Number.NEGATIVE_INFINITY : (counts.get(at) ?? 0) + 1);
    }
  return new Set([...counts].filter(([, count]) => count > 1).map(([at]) => at));
}

/** Statuses, the weakest first: if several columns have a status, the strongest counts. Unknown words are the strongest. */
const STRENGTHS: Readonly<Record<string, readonly unknown[]>> = {
  kind: ['sale', 'skip', 'cancel'],
  itemStatus: ITEM_STATUSES,
};

/** Joins the values of several columns: concatenates lists and texts. Of numbers the last one counts. */
function joined(field: string, before: unknown, value: unknown): unknown {
  const order = STRENGTHS[field];
  if (order !== undefined) {
    const strengthOf = (status: unknown) => (order.includes(status) ? order.indexOf(status) : order.length);
    return strengthOf(before) > strengthOf(value) ? before : value;
  }
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  return typeof before === 'string' && typeof value === 'string' ? `${before} ${value}` : value;
}

function put(record: Record<string, unknown>, path: string, value: unknown): void {
  const [outer = '', inner] = path.split(/\.(.*)/s, 2);
  const before = record[outer];
  record[outer] =
    inner === undefined ? value : { ...(typeof before === 'object' ? before : {}), [inner]: value };
}

type Row = Readonly<Record<string, unknown>>;

/** A sale, a cancellation, or a return of copies (docs/feeds.md#orders-in-tables). Null for a row to skip. */
function orderRecord(row: Row, isOfDay: boolean): Row | null {
  const { kind, quantity } = row;
  if (kind === 'skip') return null;
  if (kind !== 'sale' && kind !== 'cancel') return row;
  if (typeof quantity === 'number' && (quantity < 0 || (isOfDay && kind === 'cancel'))) {
    const cancelled = cancelFieldsOf({ cancelledAt: row.soldAt, ...row });
    return { ...cancelled, kind: 'cancel', quantity: Math.abs(quantity) };
  }
  // A cancelled row repeats the ordered quantity. Without a quantity, the record cancels the whole line.
  const { quantity: _ordered, buyer: _buyer, ...line } = row;
  if (kind === 'cancel') return 'soldAt' in row ? { ...cancelFieldsOf(line), kind } : row;
  const { cancelledAt: _cancelledAt, ...sale } = row;
  return sale;
}

function cancelFieldsOf(row: Row): Row {
  const names = [...TABLE_FIELDS.cancel.keys()].filter((name) => row[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/** Why a header doesn't have our own names; null if it does. */
export function faultOfOwnNames(header: readonly string[]): MappingError | null {
  try {
    createRowMapper(header, null, '');
    return null;
  } catch (error) {
    if (error instanceof MappingError) return error;
    throw error;
  }
}
