/** The file types of exports, by file name extension. */
export const MEDIA_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;
export type FileFormat = keyof typeof MEDIA_TYPES;

/** What the cells of a column hold. Prices are integers shown with thousands separators. */
export type ColumnType = 'text' | 'integer' | 'price';

export interface Column {
  readonly title: string;
  readonly type: ColumnType;
}

/** A text in a text column, a safe integer in the others. */
export type Cell = string | number;

/** The content of a file: one sheet. */
export interface Table {
  /** Name of the sheet: 1 to 31 letters, digits and underscores. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Each row has one cell per column. */
  readonly rows: readonly (readonly Cell[])[];
  /** Whether the first row holds the column titles. */
  readonly hasHeader: boolean;
}

/** Longest text of a cell that spreadsheet programs accept, in UTF-16 units. */
const CELL_LENGTH_MAX = 32_767;

/** Characters that may have to be dropped or changed: everything but plain text without surrogate pairs. */
const DUBIOUS = /[^\t\n\x20-\ud7ff\ue000-\ufffd]/;

/** Control characters that XML 1.0 cannot hold, halves of surrogate pairs, and the two noncharacters. */
const FORBIDDEN = /[[\p{Cc}--[\t\n\x7f-\x9f]]\p{Cs}\ufffe\uffff]/gv;

/**
 * Text as a cell can hold it: characters that XML can't hold are dropped, a line break is one newline, and text that is
 * too long for a cell ends at a whole character.
 */
export function cellText(text: string): string {
  if (text.length <= CELL_LENGTH_MAX && !DUBIOUS.test(text)) return text;
  const held = text.replace(/\r\n?/g, '\n').replace(FORBIDDEN, '');
  if (held.length <= CELL_LENGTH_MAX) return held;
  const cut = held.slice(0, CELL_LENGTH_MAX);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/**
 * A table as CSV (RFC 4180): UTF-8 with a byte order mark, by which spreadsheet programs recognise the encoding. CSV
 * has no types, so these programs read a text such as "=1+1" as a formula and an ISBN as a number; marking such texts
 * would change them for every other reader. Use the workbook to open files by hand.
 */
export function writeCsv(table: Table): Buffer {
  const lines = table.rows.map((row) => row.map(csvField).join(','));
  if (table.hasHeader) lines.unshift(table.columns.map((column) => csvField(column.title)).join(','));
  return Buffer.from(`${BYTE_ORDER_MARK}${lines.map((line) => `${line}\r\n`).join('')}`);
}

const BYTE_ORDER_MARK = '\ufeff';

function csvField(cell: string | number): string {
  const text = cellText(String(cell));
  // Some readers trim spaces at the ends of a field without quotes.
  return /[",\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
