import type { Readable } from 'node:stream';
import { message } from '../../messages/messages.ts';
import { refuseFile, startingWith } from '../text/input.ts';
import { decodeText, type TextEncoding } from '../text/text-encoding.ts';
import {
  type CutRow,
  cutRow,
  type Dialect,
  endOfLine,
  isLikeRow,
  recogniseDialect,
  type Shape,
} from './csv-dialect.ts';
import { COLUMNS_MAX, createBlocks, ROW_CHARS_MAX, type RowBlock, type RowFault } from './table-reader.ts';

/** Opens a CSV file. If encoding or delimiter is null, it is detected. The rows throw UnreadableInputError. */
export async function openCsv(
  input: Readable,
  asked: { readonly encoding: TextEncoding | null; readonly delimiter: string | null },
) {
  const { encoding, doubt, text } = await decodeText(input, asked.encoding);
  const lines = withLineFeeds(text);
  const first = await lines.next();
  const head = first.done === true ? '' : first.value;
  const { dialect, shape } = recogniseDialect(head, asked.delimiter);
  const rows = cutRows(startingWith(head, lines), dialect, shape);
  return { encoding, doubt, delimiter: dialect.delimiter, rows };
}

/** Converts all line ends to line feeds, and removes NUL and DOS end-of-file marks. */
async function* withLineFeeds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of text) {
    const all = held + chunk;
    // The next chunk may begin with the line feed of this line end.
    held = all.endsWith('\r') ? '\r' : '';
    const whole = held === '' ? all : all.slice(0, -1);
    const plain = whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
    yield plain.replaceAll('\0', '').replaceAll('\u001a', '');
  }
  if (held !== '') yield '\n';
}

async function* cutRows(
  chunks: AsyncIterable<string>,
  dialect: Dialect,
  shape: Shape,
): AsyncGenerator<RowBlock> {
  const blocks = createBlocks();
  let [text, from, row, wanted, ending] = ['', 0, 0, 0, '\n'];
  // The first row may be a header: number columns have names there.
  let now: Shape = { ...shape, numeric: [] };
  const end = createEndCheck(shape);
  function cut(isEnd: boolean) {
    while (from < text.length) {
      if (text[from] === '\n') {
        from++;
        row++;
        continue;
      }
      const isAll = isEnd || text.length - from > ROW_CHARS_MAX;
      const found = rowAt({ text, dialect, shape: now, isAll }, from);
      if (found === null) break;
      const { cells, next, fault } = found;
      const chars = Math.min(next, text.length) - from;
      row++;
      if (chars > ROW_CHARS_MAX) refuseFile(message('feeds.workbookRowLong', { row, max: ROW_CHARS_MAX }));
      blocks.add(row, withinColumns(cells, row), chars, fault);
      end.add(cells);
      if (cells.length === shape.width) now = shape;
      from = next;
    }
  }
  for await (const chunk of chunks) {
    text = text.slice(from) + chunk;
    from = 0;
    ending = chunk.at(-1) ?? ending;
    // An incomplete row is tried again when twice as much text has arrived.
    if (text.length < wanted) continue;
    cut(false);
    wanted = Math.min(2 * (text.length - from), ROW_CHARS_MAX + 1);
    yield* blocks.take();
  }
  cut(true);
  const fault = ending === '\n' ? null : end.fault();
  if (fault !== null) blocks.fault(fault);
  yield* blocks.take(true);
}

/** In fewer rows, the last cell may be the shortest by chance. */
const ROWS_TELLING = 20;

/** Checks by the last row whether a file without a final line end was cut short. */
function createEndCheck({ width }: Shape) {
  let [widthAbove, lastWidth] = [0, 0];
  let [lastLength, shortestAbove, countAbove] = [Infinity, Infinity, -1];
  return {
    add(cells: readonly string[]): void {
      [widthAbove, lastWidth] = [lastWidth, cells.length];
      if (cells.length !== width) return;
      shortestAbove = Math.min(shortestAbove, lastLength);
      if (++countAbove > 0) lastLength = cells.at(-1)?.trim().length ?? 0;
    },
    fault(): RowFault | null {
      if (lastWidth < widthAbove) return { reason: message('feeds.cutShort'), isRefused: true };
      if (lastWidth !== width || countAbove < ROWS_TELLING || lastLength >= shortestAbove) return null;
      return { reason: message('feeds.lastCellShort'), isRefused: false };
    },
  };
}

function withinColumns(cells: readonly string[], row: number): readonly string[] {
  if (cells.length <= COLUMNS_MAX) return cells;
  if (cells.slice(COLUMNS_MAX).some((cell) => cell.trim() !== ''))
    refuseFile(message('feeds.tableColumns', { row, max: COLUMNS_MAX }));
  return cells.slice(0, COLUMNS_MAX);
}

type FoundRow = Pick<CutRow, 'cells' | 'next'> & { readonly fault?: RowFault };

interface Part {
  readonly text: string;
  readonly dialect: Dialect;
  readonly shape: Shape;
  /** Whether `text` reaches the end of the file. */
  readonly isAll: boolean;
}

const UNCLOSED = message('feeds.quoteUnclosed');

/** The row at an offset; null if more text is needed. */
function rowAt(part: Part, from: number): FoundRow | null {
  const { text, dialect, shape, isAll } = part;
  const row = cutRow(text, from, dialect, isAll);
  if (row === null) return null;
  if (row.isOdd && text.slice(from, row.next).includes(`\\${dialect.quote}`)) {
    const escaped = cutRow(text, from, { ...dialect, hasBackslashes: true }, isAll);
    if (escaped?.isOdd === false && escaped.cells.length === (shape.width ?? escaped.cells.length))
      return escaped;
  }
  if (!row.isOdd && !(row.isMultiline && shape.width !== null)) {
    const [cells, width] = [row.cells.length, shape.width ?? row.cells.length];
    if (!shape.isRegular || cells === width) return row;
    return { ...row, fault: { reason: message('feeds.otherWidth', { cells, width }), isRefused: false } };
  }
  const end = endOfLine(text, from);
  const cells = cutLine(text.slice(from, end), dialect);
  const isLike = isLikeRow(cells, shape);
  if (!row.isOdd) {
    const [next, other] = [row.next, end + 1].map((at) => cutRow(text, at, dialect, isAll));
    if (next === null || other === null) return null;
    // A lone quote in the next row suggests that the closing quote opens another cell.
    const isTaken = isLike && next?.isOdd === true && isLikeRow(other?.cells ?? [], shape);
    const isWhole = row.cells.length === shape.width;
    if (isWhole && !isTaken && !isSwallowing(text.slice(from, row.next), dialect, shape)) return row;
  }
  if (shape.width === null || isLike)
    return { cells, next: end + 1, fault: { reason: UNCLOSED, isRefused: false } };
  return damagedRow(part, from, shape.width);
}

const cutLine = (line: string, dialect: Dialect) => cutRow(line, 0, dialect, true)?.cells ?? [];

/** Whether most lines of a quoted cell look like rows: then its quote wasn't closed. */
function isSwallowing(written: string, dialect: Dialect, shape: Shape): boolean {
  const isLike = (line: string) => isLikeRow(cutLine(line, dialect), shape, true);
  const [first = '', ...others] = written.trimEnd().split('\n');
  // Any sentence may look like a row of two cells of words.
  if ((shape.width ?? 0) < 3 && shape.numeric.length === 0) return false;
  return (isLike(first) || others.length > 2) && others.filter(isLike).length * 2 > others.length;
}

const DAMAGED_LINES_MAX = 1000;

/** A row with a stray quote ends as soon as it has `width` cells, or before a line that is itself a row. */
function damagedRow({ text, dialect, shape, isAll }: Part, from: number, width: number): FoundRow | null {
  const all: string[] = [];
  let next = from;
  for (let lines = 0; lines < DAMAGED_LINES_MAX && next < text.length; lines++) {
    const row = cutRow(text, next, dialect, isAll);
    if (row === null) return null;
    if (lines > 0 && isLikeRow(row.cells, shape)) break;
    const end = endOfLine(text, next);
    all.push(...cutLine(text.slice(next, end), dialect));
    next = end + 1;
    // The cell in which a line ends is counted in both lines.
    if (all.length - lines >= width) break;
  }
  if (next >= text.length && !isAll) return null;
  return { cells: all, next, fault: { reason: UNCLOSED, isRefused: true } };
}
