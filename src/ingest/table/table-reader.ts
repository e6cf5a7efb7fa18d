import type { Readable } from 'node:stream';
import { message } from '../../messages/messages.ts';
import type { FeedReader, RawRecord } from '../feed-reader.ts';
import type { FeedProblem } from '../feed-record.ts';
import { type Mapping, orUnreadable } from '../mapping.ts';
import { createRowMapper, type RowMapper } from './row-mapper.ts';

/** Rows that arrived together. The first row of a file has number 1. */
export interface RowBlock {
  readonly firstRow: number;
  readonly rows: readonly (readonly string[])[];
}

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
  /** How the bytes are read; null where they say so themselves. */
  encoding?(): string | null;
}

/** Columns of a feed. A sheet has room for 16,384, and a table of books needs fifty. */
export const COLUMNS_MAX = 1_000;

/** Rows of a batch at most. */
const BATCH_ROWS_MAX = 500;

/**
 * Reads a table with a row that names the columns: the first one or, with a mapping, the first of the top rows that has
 * all columns of the mapping. `rowsOf` cuts the file into rows. Throws UnreadableInputError when header and mapping don't
 * fit.
 */
export function createTableReader(
  rowsOf: (input: Readable) => AsyncIterable<RowBlock>,
  { mapping, firstRecords = [], currency, encoding = () => null }: TableOptions,
): FeedReader {
  let mapper: RowMapper | null = null;
  return {
    unit: 'row',
    placeOf: (field) => mapper?.columnOf(field) ?? field,
    async *read(input) {
      mapper = null;
      if (firstRecords.length > 0) yield { records: firstRecords, problems: [], warnings: [], lastLine: 1 };
      const top: (readonly string[])[] = [];
      for await (const { firstRow, rows } of rowsOf(input)) {
        for (let from = 0; from < rows.length; from += BATCH_ROWS_MAX) {
          const records: RawRecord[] = [];
          const problems: FeedProblem[] = [];
          const warnings: FeedProblem[] = [];
          const until = Math.min(rows.length, from + BATCH_ROWS_MAX);
          for (let at = from; at < until; at++) {
            const cells = rows[at] ?? [];
            const line = firstRow + at;
            if (mapper === null && isByPosition(mapping)) {
              mapper = planRows(
                Array.from(cells, (_cell, position) => `#${position + 1}`),
                mapping,
                currency,
              );
            }
            if (mapper === null) {
              top.push(cells);
              if (hasColumns(cells, mapping)) mapper = planRows(cells, mapping, currency);
              else if (line >= HEADER_ROWS_MAX) planRows(top[0] ?? [], mapping, currency);
              continue;
            }
            const damaged = cells.findIndex((cell) => cell.includes(UNREADABLE));
            if (damaged !== -1) {
              const reason = message('feeds.notInEncoding', { encoding: encoding() ?? 'UTF-8' });
              problems.push({ line, field: mapper.nameOf(damaged), reason });
              continue;
            }
            const record = mapper.recordOf(cells, line, warnings);
            if (record !== null) records.push(record);
          }
          yield { records, problems, warnings, lastLine: firstRow + until - 1 };
        }
      }
      // A short file without the columns of the mapping says so, too.
      if (mapper === null && top[0] !== undefined) planRows(top[0], mapping, currency);
    },
  };
}

/** Rows at the top of a sheet among which the header is looked for: exports put titles above it. */
const HEADER_ROWS_MAX = 10;

/** Whether a mapping names columns by their numbers, `#1`, `#2`, ...: then the file has no header. */
function isByPosition(mapping: Mapping | null): boolean {
  const names = [...(mapping?.columns.keys() ?? [])];
  return names.length > 0 && names.every((name) => /^#\d{1,4}$/.test(name));
}

function hasColumns(cells: readonly string[], mapping: Mapping | null): boolean {
  if (mapping === null) return true;
  const names = new Set(cells.map((cell) => cell.trim()));
  return [...mapping.columns.keys(), ...mapping.skip.keys()].every((name) => names.has(name));
}

function planRows(header: readonly string[], mapping: Mapping | null, currency: string): RowMapper {
  return orUnreadable('feeds.columnsUnreadable', () => createRowMapper(header, mapping, currency));
}

/** What decoders put in the place of bytes that they can't read. */
const UNREADABLE = '\ufffd';
