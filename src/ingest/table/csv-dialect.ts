/** Rare delimiters, and the factor for their score. */
const UNLIKELY: readonly (readonly [characters: string, likely: number])[] = [
  ['^~¦\u0001\u001e\u001f', 0.8],
  ['§¤:!#*@', 0.5],
  ['/%& ', 0.3],
];
const LIKELY = new Map(UNLIKELY.flatMap(([all, likely]) => [...all].map((one) => [one, likely] as const)));
/** All delimiters that are recognised, the most common first. */
export const DELIMITERS = [',', ';', '\t', '|', ...LIKELY.keys()];

const HEAD_CHARS = 64 * 1024;
const HEAD_ROWS = 200;

/** What most rows have in common. */
export interface Shape {
  /** The number of cells; null for a text that isn't a table. */
  readonly width: number | null;
  readonly isRegular: boolean;
  /** Columns of numbers. */
  readonly numeric: readonly number[];
}

/** Examines more than the first line, because titles precede tables. */
export function recogniseDialect(text: string, delimiter: string | null): { dialect: Dialect; shape: Shape } {
  const head = text.slice(0, HEAD_CHARS);
  // Apostrophes are quotes if they enclose at least one cell per line, and no cell begins with a double quote.
  const apostrophes = head.match(/(?<![^,;\t|^\n])'[^'\n]*'(?![^,;\t|^\n])/g)?.length ?? 0;
  const isQuoted = /(?<![^,;\t|^\n]) ?"/.test(head);
  const quote = !isQuoted && apostrophes >= head.trimEnd().split('\n').length ? "'" : '"';
  const known = delimiter === null ? DELIMITERS.filter((one) => head.includes(one)) : [delimiter];
  let dialect: Dialect = { delimiter: delimiter ?? ',', quote };
  let [best, most]: [Rows, number] = [[], -1];
  for (const one of known) {
    const tried = { delimiter: one, quote };
    // The second pass cuts line by line, so that an unclosed quote doesn't hide the rows below it.
    for (const rows of [rowsOf(head, tried), head.split('\n').flatMap((line) => rowsOf(line, tried))]) {
      const likely = LIKELY.get(one) ?? 1;
      // A delimiter that also occurs in ordinary text counts only if all rows have the same number of cells.
      if (delimiter === null && likely < 0.8 && countsOf(rows).size > 1) continue;
      const score = uniformity(rows) * wholeness(rows) * likely;
      if (score > most) [dialect, best, most] = [tried, rows.slice(0, HEAD_ROWS), score];
    }
  }
  return { dialect, shape: shapeOf(best) };
}

type Rows = readonly (readonly string[])[];

function rowsOf(head: string, dialect: Dialect): Rows {
  const rows: (readonly string[])[] = [];
  for (let from = 0; from < head.length && rows.length < HEAD_ROWS; ) {
    const row = cutRow(head, from, dialect, true);
    if (row === null) break;
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row.cells);
    from = row.next;
  }
  return rows;
}

/** The pattern score of "Wrangling messy CSV files" (2019): high if rows are long and have few distinct lengths. */
function uniformity(rows: Rows): number {
  const widths = [...countsOf(rows).entries()];
  const sum = widths.reduce((total, [width, count]) => total + (count * (width - 1)) / width, 0);
  return sum / rows.length / widths.length;
}

function wholeness(rows: Rows): number {
  const cells = rows.flat();
  return cells.filter((cell) => !/[;\t|^]|^\s*"|"\s*$/.test(cell)).length / cells.length;
}

function countsOf(rows: Rows): ReadonlyMap<number, number> {
  const byWidth = Map.groupBy(rows, ({ length }) => length);
  return new Map([...byWidth].map(([width, all]) => [width, all.length]));
}

const MOST_SHARE = 0.4;
const REGULAR_SHARE = 0.75;
const NUMERIC_SHARE = 0.9;

function shapeOf(rows: Rows): Shape {
  const [width, count] = [...countsOf(rows)].reduce((most, one) => (one[1] > most[1] ? one : most), [1, 0]);
  if (width < 2 || count < 3 || count < MOST_SHARE * rows.length)
    return { width: null, isRegular: false, numeric: [] };
  const first = rows.findIndex(({ length }) => length === width);
  const below = rows.slice(first + 1).filter(({ length }) => length === width);
  const numeric = Array.from({ length: width }, (_, at) => at).filter((at) => {
    const values = below.map((cells) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
    return values.length > 2 && values.filter(isNumeric).length >= NUMERIC_SHARE * values.length;
  });
  return { width, isRegular: count >= REGULAR_SHARE * (rows.length - first), numeric };
}

const isNumeric = (text: string) => /^[-+='"(\p{Sc}]*\d[\d\s.,:/+-]*(?<![,:/])[%)'"원]{0,2}$/u.test(text);

/** Whether a row has `width` cells, and no letters in number columns. With `isSure`, all number columns must have numbers. */
export function isLikeRow(cells: readonly string[], { width, numeric }: Shape, isSure = false): boolean {
  const isRight = (cell: string) => (isSure ? isNumeric(cell.trim()) : !/\p{L}/u.test(cell));
  return cells.length === width && numeric.every((at) => isRight(cells[at] ?? ''));
}

export interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
  /** Whether a backslash escapes a quote. */
  readonly hasBackslashes?: boolean;
}

export interface CutRow {
  readonly cells: readonly string[];
  /** The offset of the next row. */
  readonly next: number;
  /** Whether a cell has a quote only at one end. */
  readonly isOdd: boolean;
  /** Whether a quoted cell spans lines. */
  readonly isMultiline: boolean;
}

/** Cuts out the row at an offset. An unclosed quote is literal. Null if the row needs more text; never null with `isAll`. */
export function cutRow(text: string, from: number, dialect: Dialect, isAll: boolean): CutRow | null {
  const { delimiter, quote } = dialect;
  let end = endOfLine(text, from);
  if (end === text.length && !isAll) return null;
  let [isOdd, isMultiline] = [false, false];
  const line = text.slice(from, end);
  if (!line.includes(quote)) return { cells: line.split(delimiter), next: end + 1, isOdd, isMultiline };
  const cells: string[] = [];
  for (let at = from; ; at += delimiter.length) {
    const start = delimiter === ' ' ? at : behindBlanks(text, at);
    const close = text[start] === quote ? closingQuote(text, start, dialect) : -1;
    if (close === text.length && !isAll) return null;
    if (close !== -1 && close < text.length) {
      cells.push(unquoted(text.slice(start + 1, close), dialect));
      at = delimiter === ' ' ? close + 1 : behindBlanks(text, close + 1);
      if (close > end) [isMultiline, end] = [true, endOfLine(text, close)];
      if (end === text.length && !isAll) return null;
    } else {
      const rest = text.slice(at, end);
      const stop = rest.indexOf(delimiter);
      const cell = stop === -1 ? rest : rest.slice(0, stop);
      // In tab-delimited files, a lone quote is an ordinary character.
      isOdd ||= delimiter !== '\t' && hasLoneQuote(cell, quote);
      cells.push(cell);
      at += cell.length;
    }
    if (at >= end) return { cells, next: end + 1, isOdd, isMultiline };
  }
}

export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function behindBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** Offset of the quote that closes the quote at `start`; -1 for an unclosed quote, the text's length if more text is needed. */
function closingQuote(text: string, start: number, { delimiter, quote, hasBackslashes }: Dialect): number {
  // In tab-delimited files, a quoted cell contains no tabs.
  const tab = delimiter === '\t' ? text.indexOf(delimiter, start) : -1;
  for (let at = start + 1; ; at++) {
    at = text.indexOf(quote, at);
    if (tab !== -1 && (at === -1 || at > tab)) return -1;
    if (at === -1) return text.length;
    if (hasBackslashes && isEscaped(text, at)) continue;
    if (text[at + 1] === quote) {
      at++;
      continue;
    }
    const behind = delimiter === ' ' ? at + 1 : behindBlanks(text, at + 1);
    const isClosed = behind >= text.length || text[behind] === '\n' || text.startsWith(delimiter, behind);
    return isClosed ? at : -1;
  }
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function unquoted(cell: string, { quote, hasBackslashes }: Dialect): string {
  const plain = hasBackslashes ? cell.replace(/\\(["'\\])/g, '$1') : cell;
  return plain.includes(quote) ? plain.replaceAll(quote + quote, quote) : plain;
}

function hasLoneQuote(cell: string, quote: string): boolean {
  const text = cell.trim();
  return (text.startsWith(quote) || text.endsWith(quote)) && text.split(quote).length % 2 === 0;
}
