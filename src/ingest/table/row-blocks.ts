import { message } from '../../messages/messages.ts';
import type { Reason } from '../reason.ts';
import { refuseFile } from '../text/input.ts';

/** Maximum columns of a feed. A sheet has room for 16,384, and a table of books needs fifty. */
export const COLUMNS_MAX = 1_000;
/** Maximum characters of a row, and of a block before its last row. */
export const ROW_CHARS_MAX = 4 * 1024 * 1024;
/** Maximum rows of a block, and maximum empty rows in between that don't start a new block. */
const BLOCK_ROWS = 500;

/** Consecutive rows, at most 500 of them not empty. The first row of a file has number 1. */
export interface RowBlock {
  readonly firstRow: number;
  readonly rows: readonly (readonly string[])[];
  /** By row number, faults in how rows are written. */
  readonly faults: ReadonlyMap<number, RowFault>;
}

/** A fault of a row, whatever its columns mean. */
export interface RowFault {
  readonly reason: Reason;
  /** Whether the row must be refused, because values may be in the wrong columns. */
  readonly isRefused: boolean;
}

/** Collects rows into blocks. A few empty rows in between are included, so that blocks stay large. */
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
    /** Sets the fault of the last row. */
    fault(fault: RowFault): void {
      faults.set(firstRow + rows.length - 1, fault);
    },
    /** The complete blocks. The last row is in `last`. */
    take: (): RowBlock[] => ready.splice(0),
    last: (): RowBlock[] => (rows.length > 0 ? [{ firstRow, rows, faults }] : []),
  };
}
