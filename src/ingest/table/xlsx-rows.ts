import type { Readable } from 'node:stream';
import { message } from '../../messages/messages.ts';
import { type Reason, shorten } from '../reason.ts';
import { plainChunks, UnreadableInputError } from '../text/input.ts';
import type { XmlHandler } from '../text/xml.ts';
import { serialDate } from './date-text.ts';
import { COLUMNS_MAX } from './sheet.ts';
import type { RowBlock } from './table-reader.ts';
import { parsePart, readWorkbook, textRuns, unescapeText, type Workbook } from './xlsx-workbook.ts';

/** Bytes of a packed workbook, which is held in memory; a larger table goes in as CSV. */
const WORKBOOK_BYTES_MAX = 50 * 1024 * 1024;
/** Rows of a sheet, as in Excel. */
const ROWS_MAX = 1_048_576;
/** Characters of one row, and of a block that is handed on before it has BLOCK_ROWS. */
const ROW_CHARS_MAX = 4 * 1024 * 1024;
/** Characters that cells take from the workbook's shared texts: a small file can name a long text in every row. */
const SHARED_CHARS_MAX = 1024 * 1024 * 1024;
/** Rows that are handed on together, and empty rows that are not worth a block of their own. */
const BLOCK_ROWS = 500;

/**
 * Reads the rows of the first sheet of an .xlsx workbook as it unpacks: memory doesn't grow with the sheet, and empty rows cost
 * nothing, however many there are. Throws UnreadableInputError.
 */
export async function* readXlsxRows(input: Readable): AsyncGenerator<RowBlock> {
  const workbook = await readWorkbook(await collect(input));
  const blocks = createBlocks();
  for await (const _piece of parsePart(workbook.sheet, sheetHandler(workbook, blocks.add)))
    yield* blocks.take(false);
  yield* blocks.take(true);
}

async function collect(input: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const bytes of plainChunks(input)) {
    size += bytes.length;
    if (size > WORKBOOK_BYTES_MAX)
      fail(message('feeds.workbookLarge', { max: WORKBOOK_BYTES_MAX / 1024 / 1024 }));
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

type AddRow = ReturnType<typeof createBlocks>['add'];

function sheetHandler({ texts, isDate, is1904 }: Workbook, addRow: AddRow): XmlHandler {
  let row = 0;
  let cells: string[] = [];
  let chars = 0;
  let sharedChars = 0;
  let at = -1;
  let cell = '';
  let type = '';
  let style = 0;
  let value = '';
  let isValue = false;
  const runs = textRuns((run) => {
    value += run;
  });
  const sharedText = () => {
    const text = texts[Number(value)] ?? '';
    sharedChars += text.length;
    if (sharedChars > SHARED_CHARS_MAX) fail(message('feeds.workbookShared', { max: SHARED_CHARS_MAX }));
    return text;
  };
  const textOf = () => {
    if (type === 's') return sharedText();
    if (type === 'inlineStr' || type === 'str') return unescapeText(value);
    if (type === 'b') return value.trim() === '1' ? 'true' : 'false';
    if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
    return type === 'e' || value === '' ? '' : numberText(value, isDate[style] === true, is1904);
  };
  const endCell = () => {
    const text = textOf();
    if (text === '') return;
    if (at < 0 || at >= COLUMNS_MAX) fail(message('feeds.workbookColumns', { cell, max: COLUMNS_MAX }));
    chars += text.length;
    if (chars > ROW_CHARS_MAX) fail(message('feeds.workbookRowLong', { row, max: ROW_CHARS_MAX }));
    while (cells.length < at) cells.push('');
    cells[at] = text;
  };
  return {
    open(name, attributes) {
      runs.open(name);
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1);
        if (!(row >= 1 && row <= ROWS_MAX)) fail(message('feeds.workbookRows', { max: ROWS_MAX }));
        [cells, chars, at] = [[], 0, -1];
      } else if (name === 'c') {
        at = attributes.r === undefined ? at + 1 : columnOf(attributes.r);
        cell = shorten(attributes.r ?? `#${at + 1}`);
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0);
        value = '';
      } else if (name === 'v') isValue = true;
    },
    close(name) {
      runs.close(name);
      if (name === 'v') isValue = false;
      else if (name === 'c') endCell();
      else if (name === 'row') addRow(row, cells, chars);
    },
    text(text) {
      runs.text(text);
      if (isValue) value += text;
    },
  };
}

/** The text of a number as a CSV file would have it; numbers that aren't any stay as they are written. */
function numberText(written: string, isDate: boolean, is1904: boolean): string {
  const value = Number(written);
  if (written.trim() === '' || !Number.isFinite(value)) return written;
  return (isDate ? serialDate(value, is1904) : null) ?? String(value);
}

/** Gathers rows that follow each other. A few empty rows in between are kept, so that blocks stay large. */
function createBlocks() {
  let ready: RowBlock[] = [];
  let firstRow = 1;
  let rows: (readonly string[])[] = [];
  let chars = 0;
  const flush = () => {
    if (rows.length > 0) ready.push({ firstRow, rows });
    firstRow += rows.length;
    [rows, chars] = [[], 0];
  };
  return {
    add(row: number, cells: readonly string[], charCount: number): void {
      if (cells.length === 0) return;
      // Rows out of order are a damaged sheet: they would have the numbers of others.
      if (row < firstRow + rows.length) fail(message('feeds.workbookRowOrder', { row }));
      if (row - firstRow - rows.length > BLOCK_ROWS) {
        flush();
        firstRow = row;
      }
      while (firstRow + rows.length < row) rows.push([]);
      rows.push(cells);
      chars += charCount;
      if (rows.length >= BLOCK_ROWS || chars >= ROW_CHARS_MAX) flush();
    },
    take(isEnd: boolean): RowBlock[] {
      if (isEnd) flush();
      const taken = ready;
      ready = [];
      return taken;
    },
  };
}

/** The position of the column of a cell such as "AB12", counted from 0. */
function columnOf(cell: string): number {
  let column = 0;
  for (const character of cell) {
    const letter = character.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = Math.min(column * 26 + letter, Number.MAX_SAFE_INTEGER);
    if (column > COLUMNS_MAX) break;
  }
  return column - 1;
}

function fail(reason: Reason): never {
  throw new UnreadableInputError(reason);
}
