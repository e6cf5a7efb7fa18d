import { posix } from 'node:path';
import { message } from '../../../messages/messages.ts';
import { UnreadableInputError } from '../../text/lines.ts';
import type { Archive } from './archive.ts';
import { isBuiltInDate, isDateFormat, type NumberFormat, unescapeText } from './cell-text.ts';
import { readPart } from './xml-part.ts';

/** What the cells of a sheet refer to. */
export interface Workbook {
  /** The path of its first sheet. */
  readonly sheet: string;
  /** Texts that cells name by their position. */
  readonly texts: readonly string[];
  /** How numbers are shown, by the position of a cell's style. */
  readonly formats: readonly NumberFormat[];
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
}

/** Memory that shared texts may take, in characters; each text costs some besides. */
const SHARED_CHARS_MAX = 128 * 1024 * 1024;
const SHARED_TEXT_COST = 16;
/** Styles of one workbook; Excel allows 65,490. */
const STYLES_MAX = 100_000;

/** Reads everything of a workbook but its rows. Throws UnreadableInputError. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const root = await relationsOf(archive, '');
  const path = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const { sheetId, is1904 } = await readBook(archive, path);
  const relations = await relationsOf(archive, path);
  const pathOf = (type: string) => relations.find((one) => one.type === type)?.target ?? null;
  const sheet = relations.find(({ id }) => id === sheetId)?.target;
  if (sheet === undefined) throw new UnreadableInputError(message('feeds.workbookNoSheet'));
  return {
    sheet,
    is1904,
    texts: await readTexts(archive, pathOf('sharedStrings')),
    formats: await readFormats(archive, pathOf('styles')),
  };
}

interface Relation {
  readonly id: string;
  /** The end of its address, which is all that kinds of workbooks have in common. */
  readonly type: string;
  readonly target: string;
}

/** What a part refers to; paths are those of the archive. */
async function relationsOf(archive: Archive, path: string): Promise<Relation[]> {
  const folder = posix.dirname(path);
  const part = await archive.open(posix.join(folder, '_rels', `${posix.basename(path)}.rels`));
  const relations: Relation[] = [];
  if (part === null) return relations;
  await readPart(part, {
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

const RELATIONS_MAX = 10_000;

async function readBook(archive: Archive, path: string) {
  let sheetId: string | null = null;
  let is1904 = false;
  const part = await archive.open(path);
  if (part === null) throw new UnreadableInputError(message('feeds.workbookNoSheet'));
  await readPart(part, {
    open(name, attributes) {
      if (name === 'sheet') sheetId ??= attributes['r:id'] ?? idOf(attributes);
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    },
  });
  return { sheetId, is1904 };
}

/** The prefix of the attribute may be any. */
function idOf(attributes: Readonly<Record<string, string>>): string | null {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? null;
}

async function readTexts(archive: Archive, path: string | null): Promise<string[]> {
  const texts: string[] = [];
  const part = path === null ? null : await archive.open(path);
  if (part === null) return texts;
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

async function readFormats(archive: Archive, path: string | null): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  const own = new Map<number, boolean>();
  const part = path === null ? null : await archive.open(path);
  if (part === null) return formats;
  let isInCells = false;
  await readPart(part, {
    open(name, { numFmtId = '', formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'numFmt' && own.size < STYLES_MAX) own.set(id, isDateFormat(formatCode));
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells && formats.length < STYLES_MAX)
        formats.push((own.get(id) ?? isBuiltInDate(id)) ? 'date' : 'number');
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}
