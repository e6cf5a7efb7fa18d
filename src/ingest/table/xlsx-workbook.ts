import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { message } from '../../messages/messages.ts';
import { refuseOverExpanded, UnreadableInputError, unreadable } from '../text/input.ts';
import { parseXml, type XmlHandler } from '../text/xml.ts';

/** An .xlsx workbook, but for the rows of its sheet. */
export interface Workbook {
  /** The XML of its first sheet, as it unpacks. */
  readonly sheet: Readable;
  /** Texts that cells name by their position. */
  readonly texts: readonly string[];
  /** Whether a number is shown as a date or a time, by the position of a cell's style. */
  readonly isDate: readonly boolean[];
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
}

/** Parts of one workbook: a sheet of a thousand pictures has some more than two thousand. */
const PARTS_MAX = 10_000;
/** Bytes of all parts together. The largest sheet that Excel opens comfortably has a tenth of it. */
const UNPACKED_BYTES_MAX = 500 * 1024 * 1024;
/** Memory that shared texts may take, in characters; each text costs some besides. */
const SHARED_CHARS_MAX = 128 * 1024 * 1024;
const SHARED_TEXT_COST = 16;
/** Styles of one workbook; Excel allows 65,490. */
const STYLES_MAX = 100_000;
const RELATIONS_MAX = 10_000;
/** A sheet needs seven levels, and a cell holds 32,767 characters at most. */
const XML_LIMITS = { depthMax: 100, textCharsMax: 4 * 1024 * 1024 };

/** The bytes of a part as they unpack, by its path without a leading slash; null when there is no such part. */
type OpenPart = (path: string) => Promise<Readable | null>;

/** Reads everything of a workbook but its rows. Throws UnreadableInputError. */
export async function readWorkbook(bytes: Buffer): Promise<Workbook> {
  const open = await openArchive(bytes);
  const root = await relationsOf(open, '');
  const path = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const { sheetId, is1904 } = await readBook(open, path);
  const relations = await relationsOf(open, path);
  const part = (isIt: (relation: Relation) => boolean) => open(relations.find(isIt)?.target ?? '');
  const texts = await readTexts(await part(({ type }) => type === 'sharedStrings'));
  const isDate = await readStyles(await part(({ type }) => type === 'styles'));
  const sheet = await part(({ id }) => id === sheetId);
  if (sheet === null) throw new UnreadableInputError(message('feeds.workbookNoSheet'));
  return { sheet, texts, isDate, is1904 };
}

/**
 * Reads the directory of a zip archive. Sizes are checked twice, before anything is unpacked and while it is, because a
 * directory may lie (docs/feeds.md#csv-and-xlsx).
 */
async function openArchive(bytes: Buffer): Promise<OpenPart> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, opened) => {
      if (error === null) resolve(opened);
      else reject(unreadable(error));
    });
  });
  const entries = new Map<string, Entry>();
  let unpackedBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > UNPACKED_BYTES_MAX)
        throw new UnreadableInputError(
          message('feeds.workbookUnpacks', { max: UNPACKED_BYTES_MAX / 1024 / 1024 }),
        );
      refuseOverExpanded(unpackedBytes, bytes.length);
      // Names of parts don't depend on case.
      entries.set(entry.fileName.toLowerCase(), entry);
      if (entries.size > PARTS_MAX)
        throw new UnreadableInputError(message('feeds.workbookParts', { max: PARTS_MAX }));
    }
  } catch (error) {
    throw error instanceof UnreadableInputError ? error : unreadable(error);
  }
  return async (path) => {
    const entry = entries.get(path.toLowerCase());
    if (entry === undefined) return null;
    try {
      // The stream fails as soon as more comes out of it than the directory promised.
      return await zip.openReadStreamPromise(entry);
    } catch (error) {
      throw unreadable(error);
    }
  };
}

/** Parses a part as it unpacks: see parseXml. */
export function parsePart(part: Readable, handler: XmlHandler): AsyncGenerator<void> {
  return parseXml(part, handler, XML_LIMITS);
}

async function readPart(part: Readable | null, handler: XmlHandler): Promise<void> {
  if (part !== null) for await (const _piece of parsePart(part, handler));
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
      cost += text.length + SHARED_TEXT_COST;
      if (cost > SHARED_CHARS_MAX)
        throw new UnreadableInputError(message('feeds.workbookTexts', { max: SHARED_CHARS_MAX }));
      texts.push(unescapeText(text));
      text = '';
    },
  });
  return texts;
}

/** Hears the text of `<t>` elements, but not the readings that stand above Han characters. */
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

/** Characters that XML can't hold are written as `_x000D_`. */
export function unescapeText(text: string): string {
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
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ''));
}
