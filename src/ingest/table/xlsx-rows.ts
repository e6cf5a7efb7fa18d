import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise } from 'yauzl';
import { message } from '../../messages/messages.ts';
import { type Reason, shorten } from '../reason.ts';
import { plainChunks, refuseOverExpanded, UnreadableInputError, unreadable } from '../text/input.ts';
import { parseXml, type XmlHandler } from '../text/xml.ts';
import { serialDate } from './date-text.ts';
import { COLUMNS_MAX, createBlocks, ROW_CHARS_MAX, type RowBlock } from './row-blocks.ts';

/** Bytes of a packed workbook, which is held in memory; a larger table goes in as CSV. */
const WORKBOOK_BYTES_MAX = 50 * 1024 * 1024;
/** Bytes of all parts together. The largest sheet that Excel opens comfortably has a tenth of it. */
const UNPACKED_BYTES_MAX = 500 * 1024 * 1024;
/** Parts of one workbook: a sheet of a thousand pictures has some more than two thousand. */
const PARTS_MAX = 10_000;
const RELATIONS_MAX = 10_000;
/** Styles of one workbook; Excel allows 65,490. */
const STYLES_MAX = 100_000;
/** Memory that shared texts may take, in characters; each text costs some besides. */
const TEXTS_CHARS_MAX = 128 * 1024 * 1024;
const TEXT_COST = 16;
/** Characters that cells take from the workbook's shared texts: a small file can name a long text in every row. */
const SHARED_CHARS_MAX = 1024 * 1024 * 1024;
/** Rows of a sheet, as in Excel. */
const ROWS_MAX = 1_048_576;
/** A sheet needs seven levels, and a cell holds 32,767 characters at most. */
const XML_LIMITS = { depthMax: 100, textCharsMax: 4 * 1024 * 1024 };

/**
 * Reads the rows of the first sheet of an .xlsx workbook as it unpacks: memory doesn't grow with the sheet, and empty rows cost
 * nothing, however many there are. Throws UnreadableInputError.
 */
export async function* readXlsxRows(input: Readable): AsyncGenerator<RowBlock> {
  const open = await openArchive(await collect(input));
  const path = (await relationsOf(open, '')).find(({ type }) => type === 'officeDocument')?.target;
  const { sheetId, is1904 } = await readBook(open, path ?? 'xl/workbook.xml');
  const relations = await relationsOf(open, path ?? 'xl/workbook.xml');
  const part = (isIt: (relation: Relation) => boolean) => open(relations.find(isIt)?.target ?? '');
  const texts = await readTexts(await part(({ type }) => type === 'sharedStrings'));
  const isDate = await readStyles(await part(({ type }) => type === 'styles'));
  const sheet = await part(({ id }) => id === sheetId);
  if (sheet === null) fail(message('feeds.workbookNoSheet'));
  const blocks = createBlocks();
  for await (const _piece of parseXml(sheet, sheetHandler(texts, isDate, is1904, blocks.add), XML_LIMITS))
    yield* blocks.take();
  yield* [...blocks.take(), ...blocks.last()];
}

function fail(reason: Reason): never {
  throw new UnreadableInputError(reason);
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

/** The bytes of a part as they unpack, by its path without a leading slash; null when there is no such part. */
type OpenPart = (path: string) => Promise<Readable | null>;

/**
 * Reads the directory of a zip archive. Sizes are checked twice, before anything is unpacked and while it is, because a
 * directory may lie (docs/feeds.md#csv-and-xlsx).
 */
async function openArchive(bytes: Buffer): Promise<OpenPart> {
  const asOurs = (error: unknown) => (error instanceof UnreadableInputError ? error : unreadable(error));
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    const entries = new Map<string, Entry>();
    let unpackedBytes = 0;
    for await (const entry of zip.eachEntry()) {
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > UNPACKED_BYTES_MAX)
        fail(message('feeds.workbookUnpacks', { max: UNPACKED_BYTES_MAX / 1024 / 1024 }));
      refuseOverExpanded(unpackedBytes, bytes.length);
      // Names of parts don't depend on case.
      entries.set(entry.fileName.toLowerCase(), entry);
      if (entries.size > PARTS_MAX) fail(message('feeds.workbookParts', { max: PARTS_MAX }));
    }
    return async (path) => {
      const entry = entries.get(path.toLowerCase());
      // The stream fails as soon as more comes out of it than the directory promised.
      const opened = entry === undefined ? null : zip.openReadStreamPromise(entry);
      return opened?.catch((error) => Promise.reject(asOurs(error))) ?? null;
    };
  } catch (error) {
    throw asOurs(error);
  }
}

async function readPart(part: Readable | null, handler: XmlHandler): Promise<void> {
  if (part !== null) for await (const _piece of parseXml(part, handler, XML_LIMITS));
}

interface Relation {
  readonly id: string;
  /** The end of its address, which is all that kinds of workbooks have in common. */
  readonly type: string;
  readonly target: string;
}

/** What a part refers to; paths are those of the archive. */
async function relationsOf(open: OpenPart, path: string): Promise<Relation[]> {
  const folder = posix.dirname(path);
  const relations: Relation[] = [];
  await readPart(await open(posix.join(folder, '_rels', `${posix.basename(path)}.rels`)), {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship' || relations.length >= RELATIONS_MAX) return;
      relations.push({
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        target: posix.join('/', target.startsWith('/') ? '' : folder, target).slice(1),
      });
    },
  });
  return relations;
}

async function readBook(open: OpenPart, path: string) {
  let sheetId: string | null = null;
  let is1904 = false;
  await readPart(await open(path), {
    open(name, attributes) {
      // The prefix of the attribute may be any.
      const isId = (one: string) => one.endsWith(':id');
      if (name === 'sheet') sheetId ??= attributes[Object.keys(attributes).find(isId) ?? ''] ?? null;
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    },
  });
  return { sheetId, is1904 };
}

async function readTexts(part: Readable | null): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let cost = 0;
  const runs = textRuns((run) => {
    text += run;
  });
  await readPart(part, {
    ...runs,
    close(name) {
      runs.close(name);
      if (name !== 'si') return;
      cost += text.length + TEXT_COST;
      if (cost > TEXTS_CHARS_MAX) fail(message('feeds.workbookTexts', { max: TEXTS_CHARS_MAX }));
      texts.push(unescapeText(text));
      text = '';
    },
  });
  return texts;
}

/** Hears the text of `<t>` elements, but not the readings that stand above Han characters. */
function textRuns(add: (run: string) => void) {
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

/** Characters that XML can't hold are written as `_x000D_`. */
function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

async function readStyles(part: Readable | null): Promise<boolean[]> {
  const isDate: boolean[] = [];
  const own = new Map<number, boolean>();
  let isInCells = false;
  await readPart(part, {
    open(name, { numFmtId = '', formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'numFmt' && own.size < STYLES_MAX) own.set(id, isDateFormat(formatCode));
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells && isDate.length < STYLES_MAX)
        isDate.push(own.get(id) ?? BUILT_IN_DATES.some(([from, until]) => id >= from && id <= until));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return isDate;
}

/** Formats that every workbook has without saying so: dates and times, also those of Korean, Japanese and Chinese. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Whether a format of the workbook's own shows a date or a time: letters for them outside of quotes and brackets. */
function isDateFormat(code: string): boolean {
  const short = code.slice(0, FORMAT_CHARS_MAX);
  return /[dmyhs]/i.test(short.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|general/gi, ''));
}

/** As many as Excel accepts. */
const FORMAT_CHARS_MAX = 255;

/**
 * Cells name texts by their position. `isDate` says by the position of a cell's style whether its number is shown as a date or a time,
 * `is1904` whether days are counted from 1904.
 */
function sheetHandler(
  texts: readonly string[],
  isDate: readonly boolean[],
  is1904: boolean,
  addRow: ReturnType<typeof createBlocks>['add'],
): XmlHandler {
  let row = 0;
  let cells: string[] = [];
  let chars = 0;
  let sharedChars = 0;
  let at = -1;
  let attributes: Readonly<Record<string, string>> = {};
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
    const { t: type = 'n', s: style = 0 } = attributes;
    if (type === 's') return sharedText();
    if (type === 'inlineStr' || type === 'str') return unescapeText(value);
    if (type === 'b') return value.trim() === '1' ? 'true' : 'false';
    if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
    if (type === 'e' || value.trim() === '' || !Number.isFinite(Number(value)))
      return type === 'e' ? '' : value;
    // As a CSV file would have it.
    return (isDate[Number(style)] && serialDate(Number(value), is1904)) || String(Number(value));
  };
  const endCell = () => {
    const text = textOf();
    if (text === '') return;
    const cell = shorten(attributes.r ?? `#${at + 1}`);
    if (at < 0 || at >= COLUMNS_MAX) fail(message('feeds.workbookColumns', { cell, max: COLUMNS_MAX }));
    chars += text.length;
    if (chars > ROW_CHARS_MAX) fail(message('feeds.workbookRowLong', { row, max: ROW_CHARS_MAX }));
    while (cells.length < at) cells.push('');
    cells[at] = text;
  };
  return {
    open(name, given) {
      runs.open(name);
      if (name === 'row') {
        row = Number(given.r ?? row + 1);
        if (!(row >= 1 && row <= ROWS_MAX)) fail(message('feeds.workbookRows', { max: ROWS_MAX }));
        [cells, chars, at] = [[], 0, -1];
      } else if (name === 'c') {
        at = given.r === undefined ? at + 1 : columnOf(given.r);
        [attributes, value] = [given, ''];
      } else if (name === 'v') isValue = true;
    },
    close(name) {
      runs.close(name);
      if (name === 'v') isValue = false;
      else if (name === 'c') endCell();
      else if (name === 'row' && cells.length > 0) addRow(row, cells, chars);
    },
    text(text) {
      runs.text(text);
      if (isValue) value += text;
    },
  };
}

/** The position of the column of a cell such as "AB12", counted from 0. */
function columnOf(cell: string): number {
  const letters = /^[A-Z]{0,4}/.exec(cell)?.[0] ?? '';
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
