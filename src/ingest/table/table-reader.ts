import type { Category } from '../../catalog/category.ts';
import { message } from '../../messages/messages.ts';
import {
  emptyBatch,
  type Fault,
  type RawBatch,
  type RawRecord,
  type Reason,
  shorten,
} from '../feed-record.ts';
import { type Mapping, MappingError, orUnreadable } from '../mapping.ts';
import { refuseFile, UnreadableInputError } from '../text/input.ts';
import { repairDecodedTwice, UNREADABLE } from '../text/text-encoding.ts';
import { createCategoryNames } from './category-names.ts';
import { isOwnField } from './columns.ts';
import { type Recognised, recogniseColumns } from './recognise-columns.ts';
import { createRowMapper, faultOfOwnNames, roundedColumns } from './row-mapper.ts';
import { type Header, headerFor } from './shop-columns.ts';

export interface TableOptions {
  /** Null for our own column names. */
  readonly mapping: Mapping | null;
  readonly firstRecords?: readonly RawRecord[];
  readonly currency: string;
  categories(): readonly Category[];
  readonly createCategories: boolean;
  /** How a text was decoded, and why the encoding may be wrong; null for a sheet. */
  readonly text: { readonly encoding: string; readonly doubt: Reason | null } | null;
}

/** A shop's own table, recognised without a mapping. */
export interface RecognisedTable extends Recognised {
  /** By name of a used column: the first value below the header. */
  readonly samples: Readonly<Record<string, string>>;
  readonly headerRow: number;
}

/** Reads a table whose header is among the first ten rows. `batches` throws UnreadableInputError if no header is recognised. */
export function createTableReader(rows: AsyncIterable<RowBlock>, options: TableOptions) {
  const { firstRecords = [], text } = options;
  let plan: TablePlan | null = null;
  let doubt = text?.doubt ?? null;
  return {
    isFilled: (field: string) => plan?.mapper.isFilled(field) ?? true,
    labelOf: (field: string) => plan?.mapper.columnOf(field) ?? field,
    /** Null for a file with a mapping or our own names. */
    recognised: () => plan?.recognised ?? null,
    async *batches(): AsyncGenerator<RawBatch> {
      // The first records get the line number of the header, 1.
      if (firstRecords.length > 0) yield { ...emptyBatch(1), records: [...firstRecords] };
      let done = firstRecords.length > 0 ? 1 : 0;
      const head: RowBlock[] = [];
      const ready = () => {
        const by = plan ?? planTable(head, options);
        plan = by;
        return head.splice(0).map((block) => {
          const batch = batchOf(block, done, by);
          if (doubt !== null) batch.warnings.unshift({ line: by.headerRow + 1, field: '', reason: doubt });
          doubt = null;
          done = batch.lastLine;
          return batch;
        });
      };
      for await (const block of rows) {
        head.push(block);
        if (plan !== null || isEnough(head)) yield* ready();
      }
      if (head.length > 0) yield* ready();
    },
  };
}

/** Whether a sheet begins with a table that can be read; null for an empty sheet. */
export async function isTable(rows: AsyncIterable<RowBlock>, options: TableOptions): Promise<boolean | null> {
  const head: RowBlock[] = [];
  for await (const block of rows) {
    head.push(block);
    if (isEnough(head)) break;
  }
  if (head.length === 0) return null;
  try {
    planTable(head, options);
    return true;
  } catch (error) {
    if (error instanceof UnreadableInputError) return false;
    throw error;
  }
}

/** Columns are recognised by the first HEAD_ROWS rows, or by HEAD_BLOCKS blocks if rows are long. */
const HEAD_ROWS = 2_000;
const HEAD_BLOCKS = 8;

const isEnough = (head: readonly RowBlock[]) =>
  head.length === HEAD_BLOCKS || head.flatMap(({ rows }) => rows).length >= HEAD_ROWS;

const isFilled = (cell = '') => cell.trim() !== '';

type TablePlan = ReturnType<typeof planTable>;

/** How rows become records. `headerRow` is the number of the last header row; 0 if there is none. */
function planTable(head: readonly RowBlock[], options: TableOptions) {
  const { mapping, currency, text } = options;
  const rows = head.flatMap((block) => block.rows.map((cells) => repaired(cells).cells));
  const numbers = head.flatMap(({ firstRow, rows }) => rows.map((_row, at) => firstRow + at));
  return orUnreadable('feeds.columnsUnreadable', () => {
    const at = Math.max(
      0,
      rows.findIndex((cells) => cells.some(isFilled)),
    );
    const first = rows[at] ?? [];
    const found = mapping === null ? recogniseForeign(first, rows, text !== null) : null;
    const header = (mapping === null ? found?.header : headerFor(rows, mapping)) ?? { names: first, at };
    const by = found === null ? mapping : { skip: {}, subjects: {}, ...found.mapping };
    const headerRow = numbers[header.at] ?? 0;
    const categoryIds = createCategoryNames(options.categories, options.createCategories);
    return {
      mapper: createRowMapper(header.names, by, currency, categoryIds, roundedColumns(rows)),
      names: rows[header.at] ?? [],
      headerRow,
      encoding: text?.encoding ?? '',
      width: header.at < 0 ? COLUMNS_MAX : widthOf(header, rows, text === null),
      recognised: found && { ...found, samples: samplesOf(found, rows), headerRow },
    };
  });
}

function samplesOf({ header, columns }: Recognised, rows: readonly (readonly string[])[]) {
  const used = columns.filter(({ fields }) => fields.length > 0);
  const samples = used.map(({ column }) => {
    const at = header.names.indexOf(column);
    const sample = rows.slice(header.at + 1).find((cells) => isFilled(cells[at]))?.[at] ?? '';
    return [column, shorten(sample.trim().replace(/\s+/g, ' '))] as const;
  });
  return Object.fromEntries(samples);
}

function widthOf({ names, at }: Header, rows: readonly (readonly string[])[], isSheet: boolean): number {
  const below = rows.slice(at + 1);
  const isColumn = (column: number) =>
    below.filter((cells) => isFilled(cells[column])).length * 2 > below.length;
  let width = names.findLastIndex(isFilled) + 1;
  // In a text file, an extra cell means that others were shifted.
  while (isSheet && isColumn(width)) width++;
  return width;
}

/** Null for a header with our names. If only some are ours, an unused column may be a misspelt field. Throws MappingError. */
function recogniseForeign(first: readonly string[], rows: readonly (readonly string[])[], isText: boolean) {
  const names = first.map((name) => name.trim());
  const fault = faultOfOwnNames(names);
  if (fault === null) return null;
  const hasOurs = names.some((name) => isOwnField(name) && /\p{Lu}/u.test(name));
  const found = recogniseColumns(rows);
  const isLeftOver = found.columns.some(
    ({ column, fields, likely }) => fields.length === 0 && (likely !== null || isOwnField(column)),
  );
  if (hasOurs && (found.fault !== null || isLeftOver)) throw fault;
  if (found.fault === null) return found;
  const isUncut = isText && found.header.names.length < 3;
  const next = message('feeds.otherDelimiter');
  throw new MappingError(isUncut ? message('feeds.joined', { first: found.fault, next }) : found.fault);
}

/** `done` = the last row that is already counted. */
function batchOf({ firstRow, rows, faults }: RowBlock, done: number, plan: TablePlan): RawBatch {
  const { mapper, names, headerRow, width, recognised } = plan;
  const batch = emptyBatch(firstRow + rows.length - 1);
  const { problems, warnings, skipped } = batch;
  const skip = (rule: 'header' | 'blank', count: number) => {
    if (count > 0) skipped.push({ rule, value: '', count });
  };
  const note = recognised?.note ?? null;
  if (note !== null && done === 0) warnings.push({ line: headerRow, field: '', reason: note });
  skip('header', Math.min(headerRow, batch.lastLine) - done);
  skip('blank', firstRow - 1 - Math.max(done, headerRow));
  for (const [at, given] of rows.entries()) {
    const line = firstRow + at;
    if (line <= headerRow) continue;
    if (names.length > 1 && names.every((name, at) => name.trim() === given[at]?.trim())) {
      skip('header', 1);
      continue;
    }
    const fault = faults.get(line);
    // A fast path for nearly all rows.
    const isPlain = !STRANGE.test(given.join(''));
    const { cells, repairs } = isPlain ? { cells: given, repairs: [] } : repaired(given);
    const isWhole = isPlain && fault === undefined && cells.length <= width;
    const refusal = isWhole ? null : refusalOf(cells, fault, plan);
    const found = refusal === null ? batch : emptyBatch(line);
    const before = found.records.length;
    mapper.add(cells, line, found, refusal !== null);
    if (found.records.length === before) {
      if (refusal !== null) skipped.push(...found.skipped);
    } else if (refusal !== null) problems.push({ line, ...refusal });
    else {
      if (fault !== undefined) warnings.push({ line, field: '', reason: fault.reason });
      for (const [at, reason] of repairs) warnings.push({ line, field: mapper.nameOf(at), reason });
    }
  }
  return batch;
}

/** Characters of wrongly decoded text. Other text may have them, too. */
const STRANGE = /[\u00c2-\u00f4\ufffd]/;

function refusalOf(
  cells: readonly string[],
  fault: RowFault | undefined,
  { mapper, width, encoding }: TablePlan,
): Fault | null {
  const damaged = cells.findIndex((cell) => cell.includes(UNREADABLE));
  if (damaged !== -1)
    return { field: mapper.nameOf(damaged), reason: message('feeds.notInEncoding', { encoding }) };
  if (fault?.isRefused === true) return { field: '', reason: fault.reason };
  return cells.slice(width).some(isFilled)
    ? { field: '', reason: message('feeds.rowTooWide', { width }) }
    : null;
}

function repaired(given: readonly string[]) {
  const repairs: (readonly [column: number, Reason])[] = [];
  const cells = [...given];
  for (const [at, cell] of given.entries()) {
    const repair = repairDecodedTwice(cell);
    if (repair === null) continue;
    cells[at] = repair.meant;
    repairs.push([at, repair.reason]);
  }
  return { cells, repairs };
}

/** Maximum columns of a feed. A sheet has room for 16,384, and a table of books needs fifty. */
export const COLUMNS_MAX = 1_000;
/** Maximum characters of a row, and of a block before its last row. */
export const ROW_CHARS_MAX = 4 * 1024 * 1024;
/** Maximum rows of a block, and maximum consecutive empty rows in it. */
const BLOCK_ROWS = 500;

/** Consecutive rows. The first row of a file has number 1. */
export interface RowBlock {
  readonly firstRow: number;
  readonly rows: readonly (readonly string[])[];
  readonly faults: ReadonlyMap<number, RowFault>;
}

export interface RowFault {
  readonly reason: Reason;
  /** Whether the row must be refused, because values may be in the wrong columns. */
  readonly isRefused: boolean;
}

export function createBlocks() {
  const ready: RowBlock[] = [];
  let firstRow = 1;
  let rows: (readonly string[])[] = [];
  let faults = new Map<number, RowFault>();
  let chars = 0;
  return {
    add(row: number, cells: readonly string[], charCount: number, fault?: RowFault): void {
      const next = firstRow + rows.length;
      // In a damaged sheet with rows out of order, row numbers would be wrong.
      if (row < next) refuseFile(message('feeds.workbookRowOrder', { row }));
      if (rows.length >= BLOCK_ROWS || chars >= ROW_CHARS_MAX || row - next > BLOCK_ROWS) {
        if (rows.length > 0) ready.push({ firstRow, rows, faults });
        [firstRow, rows, faults, chars] = [row, [], new Map(), 0];
      }
      while (firstRow + rows.length < row) rows.push([]);
      rows.push(cells);
      chars += charCount;
      if (fault !== undefined) faults.set(row, fault);
    },
    fault(fault: RowFault): void {
      faults.set(firstRow + rows.length - 1, fault);
    },
    /** The complete blocks; at the end of the file, all. */
    take(isEnd = false): RowBlock[] {
      if (isEnd && rows.length > 0) ready.push({ firstRow, rows, faults });
      return ready.splice(0);
    },
  };
}
