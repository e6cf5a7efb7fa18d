import { parse } from 'csv-parse/sync';

/** Rows of a table. Blank lines aren't rows. */
export function parseCsv(text: string, delimiter = ','): string[][] {
  return parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true });
}

/** The rows below a header row, each as an object of its named fields. */
export function parseCsvRecords(text: string): Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = parseCsv(text);
  return rows.map((row) => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ''])));
}
