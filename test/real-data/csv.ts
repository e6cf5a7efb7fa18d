/** Rows of a CSV text: fields may be quoted, hold line breaks and doubled quotes. Blank lines aren't rows. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // Sticky: an unquoted or quoted field, then what ends it.
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (field.lastIndex < text.length) {
    const start = field.lastIndex;
    const match = field.exec(text);
    if (match === null)
      throw new Error(`malformed CSV near ${JSON.stringify(text.slice(start, start + 40))}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') {
      // A comma at the very end opens one more, empty field.
      if (field.lastIndex === text.length) row.push('');
      else continue;
    }
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** The rows below a header row, each as an object of its named fields. */
export function parseCsvRecords(text: string): Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = parseCsv(text);
  return rows.map((row) => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ''])));
}
