/** How a text file separates and quotes its cells. */
export interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
  /** Whether each delimiter is followed by a blank that isn't part of the cell. */
  readonly isSpaced: boolean;
}

/** A row cut out of a text. */
export interface CutRow {
  readonly cells: readonly string[];
  /** Offset of the next row. */
  readonly next: number;
  /** Whether a cell has a quote only at one end. */
  readonly isOdd: boolean;
  /** Whether a quoted cell spans lines. */
  readonly isMultiline: boolean;
}

/**
 * Cuts the row at offset `from` out of a text with line feeds. A cell is quoted if its quote closes right before a delimiter or
 * the end of a line; other quotes are literal. `hasBackslashes` = a backslash escapes a quote. Returns null if more text is
 * needed, never when `isAll`.
 */
export function cutRow(
  text: string,
  from: number,
  dialect: Dialect,
  isAll: boolean,
  hasBackslashes = false,
): CutRow | null {
  const { delimiter, quote, isSpaced } = dialect;
  let end = endOfLine(text, from);
  if (end === text.length && !isAll) return null;
  const line = text.slice(from, end);
  if (!line.includes(quote))
    return {
      cells: isSpaced ? line.split(delimiter).map(withoutBlank) : line.split(delimiter),
      next: end + 1,
      isOdd: false,
      isMultiline: false,
    };
  const cells: string[] = [];
  let isOdd = false;
  let isMultiline = false;
  for (let at = from; ; at += delimiter.length) {
    const start = delimiter === ' ' ? at : behindBlanks(text, at);
    const close = text[start] === quote ? closingQuote(text, start, dialect, hasBackslashes) : -1;
    if (close === text.length && !isAll) return null;
    if (close !== -1 && close < text.length) {
      cells.push(unquoted(text.slice(start + 1, close), quote, hasBackslashes));
      at = delimiter === ' ' ? close + 1 : behindBlanks(text, close + 1);
      if (close > end) [isMultiline, end] = [true, endOfLine(text, close)];
      if (end === text.length && !isAll) return null;
    } else {
      const rest = text.slice(at, end);
      const stop = rest.indexOf(delimiter);
      const cell = stop === -1 ? rest : rest.slice(0, stop);
      // In tab-delimited files a quote is a letter.
      isOdd ||= delimiter !== '\t' && hasLoneQuote(cell, quote);
      cells.push(isSpaced ? withoutBlank(cell) : cell);
      at += cell.length;
    }
    if (at >= end) return { cells, next: end + 1, isOdd, isMultiline };
  }
}

const withoutBlank = (cell: string) => (cell.startsWith(' ') ? cell.slice(1) : cell);

export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function behindBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** Offset of the quote that closes the one at `start`; -1 if it doesn't close, the text's length if more text is needed. */
function closingQuote(
  text: string,
  start: number,
  { delimiter, quote }: Dialect,
  hasBackslashes: boolean,
): number {
  // Tab-delimited files quote no cells, or only cells without tabs.
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

function unquoted(cell: string, quote: string, hasBackslashes: boolean): string {
  const plain = hasBackslashes ? cell.replace(/\\(["'\\])/g, '$1') : cell;
  return plain.includes(quote) ? plain.replaceAll(quote + quote, quote) : plain;
}

function hasLoneQuote(cell: string, quote: string): boolean {
  const text = cell.trim();
  return (text.startsWith(quote) || text.endsWith(quote)) && text.split(quote).length % 2 === 0;
}
