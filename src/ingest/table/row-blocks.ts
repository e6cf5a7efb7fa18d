import { message } from '../../messages/messages.ts';
import type { Reason } from '../reason.ts';
import { refuseFile } from '../text/input.ts';

/** Columns of a feed. A sheet has room for 16,384, and a table of books needs fifty. */
export const COLUMNS_MAX = 1_000;
/** Characters of one row, and of a block that is handed on before it has BLOCK_ROWS. */
export const ROW_CHARS_MAX = 4 * 1024 * 1024;
/** Rows that are handed on together, and empty rows that are not worth a block of their own. */
const BLOCK_ROWS = 500;

/** Rows that arrived together, 500 that hold anything at most. The first row of a file has number 1. */
export interface RowBlock {
  readonly firstRow: number;
  readonly rows: readonly (readonly string[])[];
  /** By number, what is wrong with how rows are written. */
  readonly faults: ReadonlyMap<number, RowFault>;
}

/** Something is wrong with a row, whatever its columns mean. */
export interface RowFault {
  readonly reason: Reason;
  /** Whether it costs the row, because values may stand in other columns than their own. */
  readonly isRefused: boolean;
}

/** Gathers rows that follow each other. A few empty rows in between are kept, so that blocks stay large. */
export function createBlocks() {
  const ready: RowBlock[] = [];
  let firstRow = 1;
  let rows: (readonly string[])[] = [];
  let faults = new Map<number, RowFault>();
  let chars = 0;
  return {
    add(row: number, cells: readonly string[], charCount: number, fault?: RowFault): void {
      const next = firstRow + rows.length;
      // Rows out of order are a damaged sheet: they would have the numbers of others.
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
    /** Of the last row. */
    fault(fault: RowFault): void {
      faults.set(firstRow + rows.length - 1, fault);
    },
    /** The blocks that are full. The last row is in `last`. */
    take: (): RowBlock[] => ready.splice(0),
    last: (): RowBlock[] => (rows.length > 0 ? [{ firstRow, rows, faults }] : []),
  };
}
