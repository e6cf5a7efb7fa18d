import { message } from '../../messages/messages.ts';
import type { RawBatch, SkipRule } from '../feed-record.ts';
import { longestMatch, type Mapping, MappingError } from '../mapping.ts';
import { type Reason, shorten, show } from '../reason.ts';
import { type CellType, type Field, ITEM_NAMES, TABLE_FIELDS } from '../record-fields.ts';
import type { CategoryNames } from './category-names.ts';
import { cellValue, shortKey, undress, unitIn } from './cell-value.ts';
import {
  type Column,
  columnsOf,
  createFill,
  createProductRows,
  kindOf,
  PRODUCT_FIELDS,
  positionOf,
  textAt,
} from './columns.ts';
import { dayName } from './date-text.ts';
import { createLineNumbers, createStatusWatch, orderRecord, strongerStatus } from './order-row.ts';
import { COLUMNS, NO_ARTICLE, positionsOf, TOTAL_WORD } from './shop-columns.ts';

/**
 * Plans how rows become records. Without a mapping the header must have our own names, which determine the kind of records,
 * unless a column `kind` does. Throws MappingError, which names the columns.
 */
export function createRowMapper(
  header: readonly string[],
  mapping: Mapping | null,
  currency: string,
  categoryIds: CategoryNames = (cell) => cell,
  rounded: ReadonlySet<number> = new Set(),
) {
  const names = header.map((name) => name.trim());
  const nameOf = (at: number) => shorten(names[at] ?? `#${at + 1}`);
  // If a column gives the kind, a cell for a field that the row's kind lacks is refused as an unknown field.
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
    /** The header of a column, counted from 0. */
    nameOf,
    /** Whether a column or a constant fills a field. */
    isFilled: (field: string) => field in constants || fills(field) !== undefined,
    /** The column that fills a field, or that names the item, for reports. */
    columnOf(field: string): string {
      const others = field === 'itemId' ? ITEM_NAMES : [field.replace(/\[.*$/, '')];
      return [field, ...others].map(fills).find((column) => column !== undefined)?.name ?? field;
    },
    /**
     * Appends the record of a row, after the records of categories that it creates. Skips empty rows, totals, and rows that the
     * mapping says to skip. Appends repairs and dropped parts to the warnings. Rows must come in order, because a cell may
     * inherit the value above; a refused row is used only for that. Throws UnreadableInputError if it is unclear whether the row
     * is a sale.
     */
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

/** A constant's value for a record: a number, a price or a flag may be written as text. */
function constantOf(value: unknown, field: Field | null | undefined, currency: string): unknown {
  const isRead = typeof value === 'string' && field && ['number', 'price', 'flag'].includes(field.type);
  return isRead ? cellValue(value, field.type, { date: null }, currency).value : value;
}

/** Types of fields that a totals row doesn't have. */
const NOT_TOTALLED: ReadonlySet<CellType> = new Set(['isbn13', 'isbn10', 'authors', 'date', 'instant']);

/** Whether a row contains totals: it begins with a word such as "Total", and has no ISBN, author or date. */
function createTotalCheck(columns: readonly Column[]): (cells: readonly string[]) => boolean {
  const others = columns.filter(({ field }) => NOT_TOTALLED.has(field.type));
  const isOther = (text: string) => text !== '' && !TOTAL_WORD.test(text);
  return (cells) =>
    others.length > 0 &&
    TOTAL_WORD.test(cells.find((cell) => cell.trim() !== '')?.trim() ?? '') &&
    !others.some(({ at }) => isOther(textAt(cells, at).trim()));
}

/**
 * Reads the cells of rows: fields, reasons for unreadable ones, and the status that says to skip the row. Removed spreadsheet
 * marks, and ignored foreign unit prices, are reported once per column.
 */
function createCellsReader(
  columns: readonly Column[],
  constants: Readonly<Record<string, unknown>>,
  /** `currencyAt` = the column with the row's currency, -1 without one; `rounded` = columns whose long numbers have lost digits. */
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
    const code = currencyAt === -1 ? '' : (cells[currencyAt]?.trim().toUpperCase() ?? '');
    const foreign = /^[A-Z]{3}$/.test(code) && code !== currency ? code : null;
    let skippedBy = '';
    for (const { at, name, field, target, reading, isShared, isDay } of ordered) {
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
      // Bestseller lists ignore unit prices, so one in a foreign currency doesn't refuse the row.
      if (isForeign && to === 'unitPrice') {
        const reason = message('feeds.foreignPrice', { shown: show(text), currency });
        warnOnce(name, () => message('feeds.leftOut', { reason }));
        continue;
      }
      const read = cellValue(text, type, reading, currency);
      const { value, ...found } =
        type === 'codes' && !isRefused && Array.isArray(read.value)
          ? categoryIds(read, { ...target, catalog: record.catalog }, (made) =>
              records.push({ line, value: made }),
            )
          : read;
      for (const reason of found.warnings) warnings.push({ line, field: name, reason });
      if (found.lost !== undefined) lost.set(to, found.lost);
      // An unknown status stays as it is written, so that the checks refuse it.
      const result = value === undefined && found.lost !== undefined && type === 'kind' ? bare : value;
      if (result === undefined && to === 'orderId' && isOrderSeen)
        lost.set(to, message('feeds.firstRowOnly'));
      if (result === undefined) continue;
      isOrderSeen ||= to === 'orderId';
      if (type === 'kind' && result === 'skip') skippedBy = bare;
      const whole = isShared ? joined(to, parts.get(to), result) : result;
      if (isShared) parts.set(to, whole);
      put(record, to, type === 'key' ? shortKey(whole, max) : whole);
    }
    return { record, lost, skippedBy };
  };
}

/** Digits of a number that spreadsheets preserve. */
const DIGITS_KEPT = 15;
const LONG_NUMBER = /^\d{16,40}$/;

/** Columns with at least two numbers of more than DIGITS_KEPT digits, all of which have only zeros after these digits. */
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

/** Joins the values of several columns: lists are concatenated, texts joined by a blank, otherwise the last value wins. */
function joined(field: string, before: unknown, value: unknown): unknown {
  const status = strongerStatus(field, before, value);
  if (status !== undefined) return status;
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  return typeof before === 'string' && typeof value === 'string' ? `${before} ${value}` : value;
}

/** Sets a field, or a nested one. */
function put(record: Record<string, unknown>, path: string, value: unknown): void {
  const [outer = '', inner] = path.split(/\.(.*)/s, 2);
  const before = record[outer];
  record[outer] =
    inner === undefined ? value : { ...(typeof before === 'object' ? before : {}), [inner]: value };
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
