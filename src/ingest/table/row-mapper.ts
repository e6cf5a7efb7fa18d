import { message } from '../../messages/messages.ts';
import type { RawBatch, SkipRule } from '../feed-record.ts';
import { longestMatch, type Mapping, MappingError, type Target } from '../mapping.ts';
import { type Reason, shorten, shortNames, show } from '../reason.ts';
import {
  type CellType,
  type Field,
  type FieldRules,
  ITEM_NAMES,
  TABLE_FIELDS,
  TABLE_KINDS,
  type TableKind,
} from '../record-fields.ts';
import type { CategoryNames } from './category-names.ts';
import { cellValue, shortKey, undress } from './cell-value.ts';
import { parseDateFormat } from './date-text.ts';
import { createLineNumbers, createStatusWatch, orderRecord, strongerStatus } from './order-row.ts';
import { positionsOf } from './sheet.ts';
import { CURRENCY_COLUMN, TOTAL_WORD } from './shop-columns.ts';

interface Column {
  /** Where it stands. A day, its time and its zone are one column. */
  readonly at: readonly number[];
  readonly name: string;
  readonly field: Field;
  readonly target: Target;
}

/**
 * Plans how rows become records. Without a mapping the header has to use our own names; the kind of the records then
 * follows from them, or stands in a column `kind`. Throws MappingError, which names the columns.
 */
export function createRowMapper(
  header: readonly string[],
  mapping: Mapping | null,
  currency: string,
  categoryIds: CategoryNames = (cell) => cell,
) {
  const names = header.map((name) => name.trim());
  const nameOf = (at: number) => shorten(names[at] ?? `#${at + 1}`);
  // Rows may say their kind themselves; a cell that it has no field for is an unknown field.
  const kind = mapping?.kind ?? (names.includes('kind') ? null : kindOf(names));
  const constants: Record<string, unknown> = kind === null ? {} : { kind };
  for (const [path, value] of Object.entries(mapping?.constants ?? {})) put(constants, path, value);
  const skips = Object.entries(mapping?.skip ?? {}).map(([name, values]) => ({
    at: positionOf(name, names, 'skip'),
    values: Object.fromEntries(values.map((value) => [value, value])),
  }));
  const watch = mapping?.kind === 'sale' ? createStatusWatch(names, mapping) : () => {};
  const columns = sharing(columnsOf(names, kind, mapping));
  const fills = (field: string) => columns.findLast(({ target }) => target.to === field);
  const fill = createFill(columns);
  const isTotal = createTotalCheck(columns);
  const isNumbered = kind !== 'sale' || 'lineNo' in constants || fills('lineNo') !== undefined;
  const numberLine = isNumbered ? null : createLineNumbers();
  const priced = createCurrencyOf(names, currency);
  /** Columns of which the report says that their cells stand in quotes or behind an apostrophe. */
  const undressed = new Set<string>();
  return {
    /** The header of a column, counted from 0. */
    nameOf,
    /** The column that fills a field, or that names the item, for reports. */
    columnOf(field: string): string {
      const others = field === 'itemId' ? ITEM_NAMES : [field.replace(/\[.*$/, '')];
      return [field, ...others].map(fills).find((column) => column !== undefined)?.name ?? field;
    },
    /**
     * Appends the record of a row, behind those of the categories that it makes; none when all of its cells are empty, it is a total,
     * or the mapping says to skip it. Appends what it repaired or left out to the warnings. Rows are to be given in order, as a cell
     * may have the value of the one above; one that is refused takes part in that and leaves nothing else to keep. Throws UnreadableInputError where nobody has said whether the row is a sale.
     */
    add(
      given: readonly string[],
      line: number,
      { records, warnings, skipped }: RawBatch,
      isRefused = false,
    ): void {
      const skip = (rule: SkipRule, value = '') => skipped.push({ rule, value: shorten(value), count: 1 });
      if (given.every((cell) => cell.trim() === '')) return void skip('blank');
      if (isTotal(given)) {
        warnings.push({ line, field: nameOf(0), reason: message('feeds.totalRow') });
        return void skip('total');
      }
      if (!isRefused) watch(given, line);
      const cells = fill(given);
      const record: Record<string, unknown> = { ...constants };
      const parts = new Map<string, unknown>();
      const lost = new Map<string, Reason>();
      /** The status that says to skip the row. */
      let status = '';
      for (const { at, name, field, target, reading, isShared } of columns) {
        const { type, max } = field;
        const cell = priced(textAt(cells, at).trim(), type, cells);
        const bare = undress(cell, type);
        if (bare !== cell && !undressed.has(name)) {
          undressed.add(name);
          const shown = { shown: show(cell), read: show(bare) };
          warnings.push({ line, field: name, reason: message('feeds.columnReadAs', shown) });
        }
        const read = cellValue(bare, type, reading, currency);
        const { value, ...found } =
          type === 'codes' && !isRefused && Array.isArray(read.value)
            ? categoryIds(read, target.create ?? false, (made) => records.push({ line, value: made }))
            : read;
        for (const reason of found.warnings) warnings.push({ line, field: name, reason });
        if (found.lost !== undefined) lost.set(target.to, found.lost);
        // A status without a meaning is refused by its own word.
        const said = value === undefined && found.lost !== undefined && type === 'kind' ? bare : value;
        if (said === undefined) continue;
        if (type === 'kind' && said === 'skip') status = bare;
        const whole = isShared ? joined(type, parts.get(target.to), said) : said;
        if (isShared) parts.set(target.to, whole);
        put(record, target.to, type === 'key' ? shortKey(whole, max) : whole);
      }
      // A row that is skipped has its number, too: the next export may not skip it.
      if (numberLine !== null && typeof record.orderId === 'string')
        record.lineNo = numberLine(record.orderId);
      const mark = skips
        .map(({ at, values }) => longestMatch(values, cells[at]?.trim() ?? ''))
        .find((one) => one !== null);
      const value = mark === undefined ? orderRecord(record) : null;
      if (value === null) skip('value', mark ?? status);
      else records.push({ line, value, ...(lost.size > 0 && { lost }) });
    },
  };
}

function textAt(cells: readonly string[], at: readonly number[]): string {
  if (at.length === 1) return cells[at[0] ?? 0] ?? '';
  return at
    .map((one) => cells[one]?.trim() ?? '')
    .filter((text) => text !== '')
    .join(' ');
}

/** Puts the currency that a column of its own says behind a price, if it isn't the shop's. */
function createCurrencyOf(names: readonly string[], currency: string) {
  const [at] = positionsOf(names, CURRENCY_COLUMN);
  return (cell: string, type: CellType, cells: readonly string[]): string => {
    const code = type === 'price' && at !== undefined ? (cells[at]?.trim().toUpperCase() ?? '') : '';
    return /^[A-Z]{3}$/.test(code) && code !== currency && /\d/.test(cell) ? `${cell} ${code}` : cell;
  };
}

/** One column of those that say one date together, and whether other columns fill the same field. */
function sharing(columns: readonly Column[]) {
  const whole: Column[] = [];
  for (const column of columns) {
    const isDate = column.field.type === 'date' || column.field.type === 'instant';
    const before = isDate ? whole.findIndex(({ target }) => target.to === column.target.to) : -1;
    const begun = whole[before];
    if (begun === undefined) whole.push(column);
    else whole[before] = { ...begun, at: [...begun.at, ...column.at] };
  }
  return whole.map((column) => ({
    ...column,
    name: shorten(column.name),
    reading: { ...column.target, date: parseDateFormat(column.target.date ?? '') },
    isShared: whole.some((other) => other !== column && other.target.to === column.target.to),
  }));
}

/** Fields that a row of totals doesn't have. */
const NOT_TOTALLED: ReadonlySet<CellType> = new Set(['isbn13', 'isbn10', 'authors', 'date', 'instant']);

/** Whether a row is one of totals: it begins with such a word, and has no ISBN, author or date. */
function createTotalCheck(columns: readonly Column[]): (cells: readonly string[]) => boolean {
  const others = columns.filter(({ field }) => NOT_TOTALLED.has(field.type));
  return (cells) =>
    others.length > 0 &&
    TOTAL_WORD.test(cells.find((cell) => cell.trim() !== '')?.trim() ?? '') &&
    others.every(({ at }) => textAt(cells, at).trim() === '' || TOTAL_WORD.test(textAt(cells, at).trim()));
}

/** Gives empty cells of some columns the value of a row above: of merged cells, and of orders, only the first row has it. */
function createFill(columns: readonly Column[]): (cells: readonly string[]) => readonly string[] {
  const filled = columns.filter(({ target }) => target.fill !== undefined);
  const orderAt = columns.filter(({ target }) => target.to === 'orderId').flatMap(({ at }) => at);
  const above = new Map<number, string>();
  let order = '';
  return (cells) => {
    if (filled.length === 0) return cells;
    const full = [...cells];
    const isSameOrder = textAt(cells, orderAt) === order;
    order = textAt(cells, orderAt);
    for (const { at, target } of filled)
      for (const one of at) {
        const isEmpty = (cells[one] ?? '').trim() === '';
        if (isEmpty && (target.fill === 'down' || isSameOrder)) full[one] = above.get(one) ?? '';
        else above.set(one, cells[one] ?? '');
      }
    return full;
  };
}

/** What several columns say together: lists one after the other, texts with a blank between, else the last value. */
function joined(type: CellType, before: unknown, value: unknown): unknown {
  if (type === 'kind') return strongerStatus(before, value);
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  return typeof before === 'string' && typeof value === 'string' ? `${before} ${value}` : value;
}

/** Sets a field, or one inside of another. */
function put(record: Record<string, unknown>, path: string, value: unknown): void {
  const dot = path.indexOf('.');
  const [outer, inner] = dot === -1 ? [path] : [path.slice(0, dot), path.slice(dot + 1)];
  const before = record[outer];
  record[outer] =
    inner === undefined ? value : { ...(typeof before === 'object' ? before : {}), [inner]: value };
}

function kindOf(names: readonly string[]): TableKind {
  if (names.includes('orderId'))
    return names.includes('cancelledAt') && !names.includes('soldAt') ? 'cancel' : 'sale';
  if (names.includes('title')) return 'item';
  if (names.includes('categoryName')) return 'category';
  if (names.includes('author') && names.includes('authorId')) return 'author';
  if (ITEM_NAMES.some((name) => names.includes(name))) return 'patch';
  const missing = ITEM_NAMES.join(' / ');
  throw new MappingError(message('feeds.notRecognised', { names: shortNames(names), kind: 'item', missing }));
}

/** Why a header isn't in our own names; null where it is. */
export function faultOfOwnNames(header: readonly string[]): MappingError | null {
  try {
    createRowMapper(header, null, '');
    return null;
  } catch (error) {
    if (error instanceof MappingError) return error;
    throw error;
  }
}

/** Whether a column of this name needs no mapping. */
export function isOwnField(name: string): boolean {
  return ANY_FIELDS.has(name);
}

/** The columns of a table, which is of one kind of records or, where the rows say it, of any. */
function columnsOf(names: readonly string[], kind: TableKind | null, mapping: Mapping | null): Column[] {
  const fields = kind === null ? ANY_FIELDS : TABLE_FIELDS[kind];
  const own = names.map((name, at) => ({ name, at, targets: name === '' ? [] : [{ to: name }] }));
  const mapped = Object.entries(mapping?.columns ?? {}).map(([name, targets]) => {
    return { name, at: positionOf(name, names, 'columns'), targets };
  });
  return (mapping === null ? own : mapped).flatMap(({ name, at, targets }) =>
    targets.map((target) => {
      const field = fields.get(target.to);
      if (field !== undefined) return { at: [at], name, field, target };
      const shown = {
        name: shorten(name),
        to: target.to,
        kind: kind ?? '',
        known: [...fields.keys()].join(', '),
      };
      if (mapping !== null) throw new MappingError(message('feeds.targetOfOtherKind', shown));
      throw new MappingError(
        message(kind === null ? 'feeds.columnOfNoRecord' : 'feeds.columnOfOtherKind', shown),
      );
    }),
  );
}

const ANY_FIELDS: FieldRules = new Map(TABLE_KINDS.flatMap((kind) => [...TABLE_FIELDS[kind]]));

function positionOf(name: string, names: readonly string[], part: string): number {
  const at = names.indexOf(name);
  if (names.indexOf(name, at + 1) > at && at !== -1)
    throw new MappingError(message('feeds.twoColumns', { name: shorten(name) }));
  if (at !== -1) return at;
  throw new MappingError(message('feeds.noSuchColumn', { part, name, names: shortNames(names) }));
}
