import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { message } from '../../messages/messages.ts';
import { shorten, shortNames } from '../feed-record.ts';
import type { Archive } from '../file-kind.ts';
import { refuseFile } from '../text/input.ts';
import { parseXml, type XmlHandler } from '../text/xml.ts';
import { type Merges, readMerges, sheetHandler, textRuns, unescapeText } from './sheet-cells.ts';
import { createBlocks, isTable, type RowBlock, type TableOptions } from './table-reader.ts';

const RELATIONS_MAX = 10_000;
const SHEETS_MAX = 1_000;
/** Maximum styles of one workbook; Excel allows 65,490. */
const STYLES_MAX = 100_000;
/** Maximum memory for shared texts, in characters; each text also takes some overhead. */
const TEXTS_CHARS_MAX = 128 * 1024 * 1024;
const TEXT_COST = 16;
/** A sheet needs seven levels, and a cell holds at most 32,767 characters. */
const XML_LIMITS = { depthMax: 100, textCharsMax: 4 * 1024 * 1024 };
const SHEETS_TRIED_MAX = 50;

type Workbook = Awaited<ReturnType<typeof openWorkbook>>;

/** The sheets of an .xlsx workbook, in order. Throws UnreadableInputError. */
export async function openWorkbook({ open }: Archive) {
  const root = await relationsOf(open, '');
  const path = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const { sheets, is1904 } = await readBook(open, path);
  const relations = await relationsOf(open, path);
  const part = (isIt: (relation: Relation) => boolean) => open(relations.find(isIt)?.target ?? '');
  const texts = await readTexts(await part(({ type }) => type === 'sharedStrings'));
  const isDate = await readStyles(await part(({ type }) => type === 'styles'));
  return sheets.map(({ sheetId, ...sheet }) => {
    const openSheet = () => part(({ id, type }) => id === sheetId && type === 'worksheet');
    let merges: Promise<Merges> | null = null;
    return {
      ...sheet,
      /** Reads the rows while they are unpacked, so memory doesn't grow with the sheet. Throws UnreadableInputError. */
      async *rows(): AsyncGenerator<RowBlock> {
        merges ??= openSheet().then(readMerges);
        const merged = await merges;
        // Opened last, because a stream without a reader could fail unnoticed.
        const xml = await openSheet();
        if (xml === null) return;
        const blocks = createBlocks();
        const handler = sheetHandler(texts, isDate, is1904, merged, blocks.add);
        for await (const _piece of parseXml(xml, handler, XML_LIMITS)) yield* blocks.take();
        yield* blocks.take(true);
      },
    };
  });
}

/** The first visible sheet with a readable table, or else the first that isn't empty. Throws UnreadableInputError. */
export async function chooseSheet(sheets: Workbook, options: TableOptions): Promise<Workbook[number]> {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  let filled = sheets.length === 1 ? visible[0] : undefined;
  for (const sheet of filled === undefined ? visible.slice(0, SHEETS_TRIED_MAX) : []) {
    const isGood = await isTable(sheet.rows(), options);
    if (isGood === true) return sheet;
    if (isGood === false) filled ??= sheet;
  }
  if (filled !== undefined) return filled;
  if (sheets.length === 0) refuseFile(message('feeds.workbookNoSheet'));
  const names = shortNames(sheets.map(({ name }) => name));
  refuseFile(message('feeds.workbookEmpty', { names }));
}

async function readPart(part: Readable | null, handler: XmlHandler): Promise<void> {
  if (part !== null) for await (const _piece of parseXml(part, handler, XML_LIMITS));
}

type Relation = Awaited<ReturnType<typeof relationsOf>>[number];

/** References to other parts, by their paths in the archive. `type` is the last segment of its URI. */
async function relationsOf(open: Archive['open'], path: string) {
  const folder = posix.dirname(path);
  const relations: { id: string; type: string; target: string }[] = [];
  await readPart(await open(posix.join(folder, '_rels', `${posix.basename(path)}.rels`)), {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship' || relations.length >= RELATIONS_MAX) return;
      const absolute = posix.join('/', target.startsWith('/') ? '' : folder, target);
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: absolute.slice(1) });
    },
  });
  return relations;
}

async function readBook(open: Archive['open'], path: string) {
  const sheets: { sheetId: string; name: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await readPart(await open(path), {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (element !== 'sheet' || sheets.length >= SHEETS_MAX) return;
      const key = Object.keys(attributes).find((one) => one.endsWith(':id')) ?? '';
      const { [key]: sheetId = '', name = '', state = 'visible' } = attributes;
      sheets.push({ sheetId, name: shorten(name), isHidden: state !== 'visible' });
    },
  });
  return { sheets, is1904 };
}

async function readTexts(part: Readable | null): Promise<readonly string[]> {
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
      if (cost > TEXTS_CHARS_MAX) refuseFile(message('feeds.workbookTexts', { max: TEXTS_CHARS_MAX }));
      texts.push(unescapeText(text));
      text = '';
    },
  });
  return texts;
}

/** Ids of built-in formats of dates and times, including Korean, Japanese and Chinese formats. */
const BUILT_IN_DATES = '14-22 27-36 45-47 50-58'.split(' ').map((range) => range.split('-').map(Number));

/** By style index, whether a cell's number is shown as a date or a time. */
async function readStyles(part: Readable | null): Promise<readonly boolean[]> {
  const isDate: boolean[] = [];
  const own = new Map<number, boolean>();
  let isInCells = false;
  await readPart(part, {
    open(name, { numFmtId = '', formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'numFmt' && own.size < STYLES_MAX) own.set(id, isDateFormat(formatCode));
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells && isDate.length < STYLES_MAX)
        isDate.push(own.get(id) ?? BUILT_IN_DATES.some(([from = 0, until = 0]) => id >= from && id <= until));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return isDate;
}

const FORMAT_CHARS_MAX = 255;

/** Whether a custom format has letters for a date or a time outside of quotes and brackets. */
function isDateFormat(code: string): boolean {
  const short = code.slice(0, FORMAT_CHARS_MAX);
  return /[dmyhs]/i.test(short.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|general/gi, ''));
}
