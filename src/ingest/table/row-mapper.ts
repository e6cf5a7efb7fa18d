import { message } from '../../messages/messages.ts';
import type { RawBatch, SkipRule } from '../feed-record.ts';
import { longestMatch, type Mapping, MappingError } from '../mapping.ts';
import { shorten } from '../reason.ts';
import { type Field, ITEM_NAMES, TABLE_FIELDS } from '../record-fields.ts';
import type { CategoryNames } from './category-names.ts';
import { cellValue } from './cell-value.ts';
import { createLineNumbers, createStatusWatch, orderRecord } from './order-row.ts';
import { createProductRows, PRODUCT_FIELDS } from './product-rows.ts';
import { createFill, createForeignCurrency, createTotalCheck } from './row-cells.ts';
import { createCellsReader, put } from './row-values.ts';
import { positionsOf } from './sheet.ts';
import { BOUGHT_COLUMNS, NO_ARTICLE } from './shop-columns.ts';
import { columnsOf, kindOf, positionOf, sharing } from './table-columns.ts';

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
  for (const [path, value] of Object.entries(mapping?.constants ?? {}))
    put(
      constants,
      path,
      constantOf(value, kind === null ? undefined : TABLE_FIELDS[kind].get(path), currency),
    );
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
  const productRow = createProductRows(columns);
  const bought = kind === 'sale' ? positionsOf(names, BOUGHT_COLUMNS) : [];
  const isOfDay = columns.some(({ isDay }) => isDay);
  const fields = columns.filter(({ target }) => !PRODUCT_FIELDS.has(target.to));
  const foreignIn = createForeignCurrency(names, currency);
  const readCells = createCellsReader(fields, { constants, currency, foreignIn, categoryIds });
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
      const product = productRow?.(given);
      if (product === null) return void skip('picture');
      const cells = fill(product?.cells ?? given);
      const mark = skips
        .map(({ at, values }) => ({ text: cells[at]?.trim() ?? '', values }))
        .find(({ text, values }) => longestMatch(values, text) !== null)?.text;
      // A row that is skipped has its number in an order, too: the next export may not skip it.
      if (mark !== undefined && numberLine === null) return void skip('value', mark);
      const { record, lost, skippedBy } = readCells(cells, line, { records, warnings }, isRefused);
      const variant = product?.variant ?? '';
      if (variant !== '' && typeof record.title === 'string' && !record.title.includes(variant))
        record.title = `${record.title} (${variant})`;
      if (numberLine !== null && typeof record.orderId === 'string')
        record.lineNo = numberLine(record.orderId);
      const value = mark === undefined ? orderRecord(record, isOfDay) : null;
      const isNameless = value !== null && !ITEM_NAMES.some((name) => name in value);
      const what = isNameless
        ? bought.map((at) => cells[at] ?? '').find((text) => NO_ARTICLE.test(text))
        : undefined;
      if (value === null) skip('value', mark ?? skippedBy);
      else if (what !== undefined) skip('noArticle', what.trim());
      else records.push({ line, value, ...(lost.size > 0 && { lost }) });
    },
  };
}

/** A constant as a record has it: a number, a price or a flag may be written as text. */
function constantOf(value: unknown, field: Field | undefined, currency: string): unknown {
  const isRead =
    typeof value === 'string' && field !== undefined && ['number', 'price', 'flag'].includes(field.type);
  return isRead ? cellValue(value, field.type, { date: null }, currency).value : value;
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
