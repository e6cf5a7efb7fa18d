export const MEDIA_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;
export type FileFormat = keyof typeof MEDIA_TYPES;

/** Prices are integers shown with thousands separators. */
export type ColumnType = 'text' | 'integer' | 'price';

export interface Column {
  readonly title: string;
  readonly type: ColumnType;
}

export type Cell = string | number;

export interface Table {
  /** 1 to 31 letters, digits and underscores. */
  readonly name: string;
  /** At most 26. */
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly hasHeader: boolean;
}

/** A limit of spreadsheet programs, in UTF-16 units. */
const CELL_LENGTH_MAX = 32_767;

/** Matches any text that FORBIDDEN matches, and pairs of surrogates, but is faster. */
const DUBIOUS = /[^\t\n\x20-\ud7ff\ue000-\ufffd]/;

/** Control characters that XML 1.0 cannot hold, halves of surrogate pairs, and U+FFFE and U+FFFF. */
const FORBIDDEN = /[[\p{Cc}--[\t\n\x7f-\x9f]]\p{Cs}\ufffe\uffff]/gv;

/** Text as a cell can hold it: without characters that XML can't hold, with newlines, truncated after a whole character. */
export function cellText(text: string): string {
  if (text.length <= CELL_LENGTH_MAX && !DUBIOUS.test(text)) return text;
  const held = text.replace(/\r\n?/g, '\n').replace(FORBIDDEN, '');
  if (held.length <= CELL_LENGTH_MAX) return held;
  const cut = held.slice(0, CELL_LENGTH_MAX);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/**
 * Rows as CSV (RFC 4180) with a byte order mark, by which spreadsheet programs recognise UTF-8. These programs read a text such as
 * "=1+1" as a formula and an ISBN as a number; marking such texts would change them for every other reader.
 */
export function writeCsv(rows: readonly (readonly Cell[])[]): Buffer {
  return Buffer.from(`\ufeff${rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('')}`);
}

function csvField(cell: Cell): string {
  const text = cellText(String(cell));
  // Some readers trim spaces at the ends of a field without quotes.
  return /[",\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
