import type { Readable } from 'node:stream';
import readXlsxFile from 'read-excel-file/node';
import { unreadable } from '../lines.ts';
import type { RowBlock } from './table-reader.ts';

/** Bytes of a workbook. It is held in memory as a whole; a larger table goes in as CSV. */
const WORKBOOK_BYTES_MAX = 50 * 1024 * 1024;

/** Reads the rows of the first sheet of an .xlsx workbook. Throws UnreadableInputError. */
export async function* readXlsxRows(input: Readable): AsyncGenerator<RowBlock> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > WORKBOOK_BYTES_MAX) {
      throw unreadable(
        new Error(
          `the workbook is larger than ${WORKBOOK_BYTES_MAX / 1024 / 1024} MB; save the sheet as CSV`,
        ),
      );
    }
    chunks.push(bytes);
  }
  yield { firstRow: 1, rows: await sheetRows(Buffer.concat(chunks)) };
}

async function sheetRows(workbook: Buffer): Promise<string[][]> {
  try {
    const sheets = await readXlsxFile(workbook);
    return (sheets[0]?.data ?? []).map((row) => row.map(cellText));
  } catch (error) {
    throw unreadable(error);
  }
}

/** The text of a cell, as a CSV file would have it. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell);
  // Workbooks know no time zones: the library gives the wall time as UTC.
  const iso = cell.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
