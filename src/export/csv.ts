import { cellText, type Table } from './table.ts';

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
