import type { Category } from '../../catalog/category.ts';
import { message } from '../../messages/messages.ts';
import { emptyBatch, type RawBatch, type RawRecord } from '../feed-record.ts';
import { type Mapping, MappingError, orUnreadable } from '../mapping.ts';
import { UNREADABLE } from '../text/text-encoding.ts';
import { createCategoryNames } from './category-names.ts';
import { type ColumnUse, type Recognised, recogniseColumns } from './recognise-columns.ts';
import type { RowBlock } from './row-blocks.ts';
import { createRowMapper, faultOfOwnNames, isOwnField } from './row-mapper.ts';
import { type Header, headerFor } from './sheet.ts';

/** What the rows of a table become. */
export interface TableMapping {
  /** Null when the columns have our own names. */
  readonly mapping: Mapping | null;
  /** Records that come before those of the rows. */
  readonly firstRecords?: readonly RawRecord[];
}

interface TableOptions extends TableMapping {
  /** ISO 4217 code of the shop's prices. */
  readonly currency: string;
  /** The shop's categories, which cells may call by their names. */
  categories(): readonly Category[];
  /** Whether other names become categories. */
  readonly createCategories: boolean;
  /** How the bytes are read. Default: as UTF-8. */
  readonly encoding?: string;
}

/** A shop's own table that needed no mapping. */
export interface RecognisedTable extends Recognised {
  /** The number of the row that names the columns. */
  readonly headerRow: number;
}

/**
 * Reads a table with a row that names the columns, among the first ten: one that has all columns of the mapping or, without one,
 * our own names or those of common exports. `batches` throws UnreadableInputError when header
 * and mapping don't fit.
 */
export function createTableReader(
  rows: AsyncIterable<RowBlock>,
  { mapping, firstRecords = [], encoding = 'UTF-8', ...options }: TableOptions,
) {
  let plan: ReturnType<typeof planTable> | null = null;
  return {
    placeOf: (field: string) => plan?.mapper.columnOf(field) ?? field,
    /** Null for a file with a mapping or our own names, and before its first rows are read. */
    recognised: () => plan?.recognised ?? null,
    async *batches(): AsyncGenerator<RawBatch> {
      // They stand on the line of the header, which is then no line without a record.
      if (firstRecords.length > 0) yield { ...emptyBatch(1), records: [...firstRecords] };
      let done = firstRecords.length > 0 ? 1 : 0;
      const head: RowBlock[] = [];
      const ready = () => {
        const by = plan ?? planTable(head, mapping, options);
        plan = by;
        return head.splice(0).map((block) => {
          const batch = batchOf(block, done, by, encoding);
          done = batch.lastLine;
          return batch;
        });
      };
      for await (const block of rows) {
        head.push(block);
        const isEnough = head.length === HEAD_BLOCKS || head.flatMap(({ rows }) => rows).length >= HEAD_ROWS;
        if (plan !== null || isEnough) yield* ready();
      }
      if (head.length > 0) yield* ready();
    },
  };
}

/** Rows that are read before anything is made of them, unless they come in so many blocks: those are of a bounded size. */
const HEAD_ROWS = 200;
const HEAD_BLOCKS = 8;

/** How the rows become records: their mapper, the number of the last row of the header, 0 without one, and what was recognised. */
function planTable(
  head: readonly RowBlock[],
  mapping: Mapping | null,
  { currency, categories, createCategories }: Omit<TableOptions, keyof TableMapping | 'encoding'>,
) {
  const rows = head.flatMap((block) => block.rows);
  const numbers = head.flatMap(({ firstRow, rows }) => rows.map((_row, at) => firstRow + at));
  return orUnreadable('feeds.columnsUnreadable', () => {
    const [first = []] = rows;
    const found = mapping === null ? recogniseForeign(first, rows) : null;
    const header = headerOf(rows, mapping) ?? found?.header ?? { names: first, at: 0 };
    const by = found === null ? mapping : { ...found.mapping, skip: {}, subjects: {} };
    const headerRow = numbers[header.at] ?? 0;
    const names = createCategoryNames(categories, createCategories);
    const mapper = createRowMapper(header.names, by, currency, names);
    return { mapper, headerRow, recognised: found && { ...found, headerRow } };
  });
}

/**
 * What a mapping takes for the header; undefined where no row has all of its columns. One that calls columns by their numbers, `#1`,
 * `#2`, ..., is for a file without a header.
 */
function headerOf(rows: readonly (readonly string[])[], mapping: Mapping | null): Header | undefined {
  if (mapping === null) return undefined;
  const columns = Object.keys(mapping.columns);
  if (columns.length === 0 || !columns.every((name) => /^#\d{1,4}$/.test(name)))
    return headerFor(rows, mapping);
  return { names: (rows[0] ?? []).map((_cell, at) => `#${at + 1}`), at: -1 };
}

/**
 * Null for a header in our own names. One that has such names and others is theirs only where every column that is left over is
 * foreign to us: a misspelt field of ours is refused. Throws MappingError.
 */
function recogniseForeign(first: readonly string[], rows: readonly (readonly string[])[]) {
  const names = first.map((name) => name.trim());
  const ours = names.filter((name) => isOwnField(name) && /\p{Lu}/u.test(name));
  const fault = faultOfOwnNames(names);
  if (fault === null) return null;
  const found = recogniseColumns(rows);
  const isOurs = (one: ColumnUse) =>
    one.fields.length === 0 && (one.likely !== null || isOwnField(one.column));
  if (ours.length > 0 && (found.fault !== null || found.columns.some(isOurs))) throw fault;
  if (found.fault !== null) throw new MappingError(found.fault);
  return found;
}

/** `done` = the row up to which the file is accounted for: empty rows before the block come in none. */
function batchOf(
  { firstRow, rows, isCut }: RowBlock,
  done: number,
  { mapper, headerRow }: ReturnType<typeof planTable>,
  encoding: string,
): RawBatch {
  const batch = emptyBatch(firstRow + rows.length - 1);
  const { records, problems, skipped } = batch;
  const top = Math.min(headerRow, batch.lastLine) - done;
  if (top > 0) skipped.push({ rule: 'header', value: '', count: top });
  const gap = firstRow - 1 - Math.max(done, headerRow);
  if (gap > 0) skipped.push({ rule: 'blank', value: '', count: gap });
  for (const [at, cells] of rows.entries()) {
    const line = firstRow + at;
    if (line <= headerRow) continue;
    const damaged = cells.findIndex((cell) => cell.includes(UNREADABLE));
    if (damaged !== -1) {
      const reason = message('feeds.notInEncoding', { encoding });
      problems.push({ line, field: mapper.nameOf(damaged), reason });
      continue;
    }
    const before = records.length;
    mapper.add(cells, line, batch);
    if (isCut !== true || at < rows.length - 1 || records.length === before) continue;
    records.length = before;
    problems.push({ line, field: '', reason: message('feeds.cutShort') });
  }
  return batch;
}
