import type { Readable } from 'node:stream';
import { message } from '../../messages/messages.ts';
import { shorten } from '../feed-record.ts';
import { refuseFile, unreadable } from '../text/input.ts';
import type { XmlHandler } from '../text/xml.ts';
import { NO_VALUE } from './cell-value.ts';
import { serialDate } from './date-text.ts';
import { COLUMNS_MAX, type createBlocks, ROW_CHARS_MAX } from './table-reader.ts';

/** Maximum characters of all cells that refer to shared texts: every row can refer to the same long text. */
const SHARED_CHARS_MAX = 1024 * 1024 * 1024;
/** Cost of a filled cell besides its text: a merged cell of one character can fill a million rows. */
const CELL_COST = 16;
const ROWS_MAX = 1_048_576;
/** By column, the row ranges of merged cells, from the top. */
export type Merges = ReadonlyMap<number, readonly (readonly [from: number, until: number])[]>;

const MERGES_MAX = 100_000;
const MERGED = 'mergeCell ref="';
const AREA = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/;
const AREA_CHARS_MAX = 24;

/**
 * Collects the cells of a sheet's rows. Cells refer to the shared `texts` by index. `isDate` says by style index whether a number
 * is shown as a date or a time, `is1904` whether days are counted from 1904.
 */
export function sheetHandler(
  texts: readonly string[],
  isDate: readonly boolean[],
  is1904: boolean,
  merges: Merges,
  addRow: ReturnType<typeof createBlocks>['add'],
): XmlHandler {
  const fill = createFill(merges);
  let row = 0;
  let cells: string[] = [];
  let chars = 0;
  let sharedChars = 0;
  let at = -1;
  let attributes: Readonly<Record<string, string>> = {};
  let value = '';
  let isValue = false;
  let [hasFormula, hasValue] = [false, false];
  const runs = textRuns((run) => {
    value += run;
  });
  const countShared = (more: number) => {
    sharedChars += more;
    if (sharedChars > SHARED_CHARS_MAX)
      refuseFile(message('feeds.workbookShared', { max: SHARED_CHARS_MAX }));
  };
  const textOf = () => {
    const { t: type = 'n', s: style = 0 } = attributes;
    if (type === 's') {
      const text = texts[Number(value)] ?? '';
      countShared(text.length);
      return text;
    }
    if (type === 'inlineStr' || type === 'str') return unescapeText(value);
    if (type === 'b') return value.trim() === '1' ? 'true' : 'false';
    if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
    if (type === 'e' || value.trim() === '' || !Number.isFinite(Number(value))) return value;
    const number = Number(value);
    // A larger number has lost digits, so it gets scientific notation.
    const text = Math.abs(number) > Number.MAX_SAFE_INTEGER ? number.toExponential(14) : String(number);
    return (isDate[Number(style)] && serialDate(number, is1904)) || text;
  };
  const endCell = () => {
    // A formula may result in an empty text. An empty number means that the result wasn't saved.
    const isUnsaved = hasFormula && (!hasValue || (value === '' && (attributes.t ?? 'n') === 'n'));
    const text = isUnsaved ? NO_VALUE : textOf();
    if (text === '') return;
    if (at < 0 || at >= COLUMNS_MAX) {
      const cell = shorten(attributes.r ?? `#${at + 1}`);
      refuseFile(message('feeds.workbookColumns', { cell, max: COLUMNS_MAX }));
    }
    chars += text.length;
    if (chars > ROW_CHARS_MAX) refuseFile(message('feeds.workbookRowLong', { row, max: ROW_CHARS_MAX }));
    while (cells.length < at) cells.push('');
    cells[at] = text;
  };
  const endRow = () => {
    const filled = fill(row, cells);
    countShared(filled);
    addRow(row, cells, chars + filled, filled > 0 ? MERGED_ROW : undefined);
  };
  return {
    open(name, given) {
      runs.open(name);
      if (name === 'row') {
        row = Number(given.r ?? row + 1);
        if (!(row >= 1 && row <= ROWS_MAX)) refuseFile(message('feeds.workbookRows', { max: ROWS_MAX }));
        [cells, chars, at] = [[], 0, -1];
      } else if (name === 'c') {
        at = given.r === undefined ? at + 1 : columnOf(given.r);
        [attributes, value, hasFormula, hasValue] = [given, '', false, false];
      } else if (name === 'f') hasFormula = true;
      else if (name === 'v' || name === 'is') [isValue, hasValue] = [name === 'v', true];
    },
    close(name) {
      runs.close(name);
      if (name === 'v') isValue = false;
      else if (name === 'c') endCell();
      else if (name === 'row' && cells.length > 0) endRow();
    },
    text(text) {
      runs.text(text);
      if (isValue) value += text;
    },
  };
}

const MERGED_ROW = { reason: message('feeds.mergedCells'), isRefused: false };

/** Copies the values of merged cells down into a row. Returns how many characters that added. */
function createFill(merges: Merges) {
  const open = [...merges].map(([column, rows]) => ({ column, rows, at: 0, text: '' }));
  return (row: number, cells: string[]): number => {
    let chars = 0;
    for (const one of open) {
      while ((one.rows[one.at]?.[1] ?? Infinity) < row) one.at++;
      const [from = Infinity] = one.rows[one.at] ?? [];
      if (row === from) one.text = cells[one.column] ?? '';
      if (row <= from || one.text === '' || (cells[one.column] ?? '') !== '') continue;
      while (cells.length < one.column) cells.push('');
      cells[one.column] = one.text;
      chars += one.text.length + CELL_COST;
    }
    return chars;
  };
}

/** A sheet lists its merged cells after all rows, so they are searched for beforehand, without parsing. */
export async function readMerges(part: Readable | null): Promise<Merges> {
  const merges = new Map<number, (readonly [number, number])[]>();
  let [text, count] = ['', 0];
  try {
    for await (const chunk of part ?? []) {
      text = text.slice(-MERGED.length - AREA_CHARS_MAX) + Buffer.from(chunk).toString('latin1');
      for (let at = text.indexOf(MERGED); at !== -1; at = text.indexOf(MERGED, at + 1)) {
        const from = at + MERGED.length;
        const [, column, above, below] = AREA.exec(text.slice(from, from + AREA_CHARS_MAX)) ?? [];
        if (column === undefined || above === below || columnOf(column) >= COLUMNS_MAX) continue;
        if (++count > MERGES_MAX) refuseFile(message('feeds.workbookMerges', { max: MERGES_MAX }));
        const rows = merges.get(columnOf(column)) ?? [];
        rows.push([Number(above), Number(below)]);
        merges.set(columnOf(column), rows);
      }
    }
  } catch (error) {
    throw unreadable(error);
  }
  for (const rows of merges.values()) rows.sort(([one], [other]) => one - other);
  return merges;
}

/** Collects the text of `<t>` elements, without the phonetic readings of Han characters. */
export function textRuns(add: (run: string) => void) {
  let isText = false;
  let isReading = false;
  return {
    open(name: string): void {
      if (name === 't') isText = !isReading;
      if (name === 'rPh') isReading = true;
    },
    close(name: string): void {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
    },
    text(text: string): void {
      if (isText) add(text);
    },
  };
}

/** Decodes escapes such as `_x000D_`, which stand for characters that XML can't hold. */
export function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

function columnOf(cell: string): number {
  const letters = /^[A-Z]{0,4}/.exec(cell)?.[0] ?? '';
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
