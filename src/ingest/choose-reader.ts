import { Readable } from 'node:stream';
import type { Category } from '../catalog/category.ts';
import { message } from '../messages/messages.ts';
import type { RawBatch } from './feed-record.ts';
import { collect, fileInside, kindOf, openArchive, refuseContainer, refuseKind } from './file-kind.ts';
import { type Mapping, orUnreadable, parseMapping, readMapping } from './mapping.ts';
import nlk from './nlk.json' with { type: 'json' };
import { elementOf, readOnix } from './onix/onix-reader.ts';
import { DELIMITERS } from './table/csv-dialect.ts';
import { openCsv } from './table/csv-rows.ts';
import {
  createTableReader,
  type RecognisedTable,
  type RowBlock,
  type TableOptions,
} from './table/table-reader.ts';
import { chooseSheet, openWorkbook } from './table/xlsx-rows.ts';
import { plainChunks, refuseFile, startingWith, takeHead } from './text/input.ts';
import { readJsonLines } from './text/json-lines.ts';
import { encodingCalled, TEXT_ENCODINGS, type TextEncoding } from './text/text-encoding.ts';

/** Accepted formats, encodings and delimiters. A delimiter may also be any other character. */
export const READING_CHOICES = {
  format: ['jsonl', 'csv', 'xlsx', 'onix'],
  encoding: TEXT_ENCODINGS,
  delimiter: DELIMITERS,
} as const;
type FeedFormat = (typeof READING_CHOICES.format)[number];

/** Options for reading a file. Plain data, because they are sent to threads. */
export interface Reading {
  /** For this and the other options, null = detect it. */
  readonly format: FeedFormat | null;
  /** JSON of a mapping; null = the columns have our names, or names that are recognised. */
  readonly mapping: string | null;
  /** For the import log: the stored name or the file name. */
  readonly mappingName: string | null;
  readonly encoding: TextEncoding | null;
  readonly delimiter: string | null;
}

/** The message names the wrong option and its valid values. */
export class ReadingError extends Error {
  override name = 'ReadingError';
}

export const RECOGNISE: Reading = {
  format: null,
  mapping: null,
  mappingName: null,
  encoding: null,
  delimiter: null,
};

/** Reads flags or query parameters, apart from the mapping (docs/feeds.md#other-formats). Throws ReadingError. */
export function readOptions(
  given: Readonly<Partial<Record<'format' | 'encoding' | 'delimiter', string | undefined>>>,
): Reading {
  const { format } = READING_CHOICES;
  const read = <T>(
    name: keyof typeof given,
    find: (text: string) => T | undefined,
    takes: string,
  ): T | null => {
    const text = given[name];
    const found = text === undefined ? null : find(text);
    if (found !== undefined) return found;
    throw new ReadingError(`${name} is "${text}": it takes ${takes}`);
  };
  return {
    ...RECOGNISE,
    format: read('format', (text) => format.find((one) => one === text), format.join(', ')),
    encoding: read('encoding', encodingCalled, TEXT_ENCODINGS.join(', ')),
    delimiter: read('delimiter', delimiterCalled, 'one character, or tab'),
  };
}

function delimiterCalled(name: string): string | undefined {
  const delimiter = name === 'tab' || name === '\\t' ? '\t' : name;
  return delimiter.length === 1 && !/["\r\n]/.test(delimiter) ? delimiter : undefined;
}

/** How a file was read. Null for options that its format doesn't have. */
export interface ReadAs {
  readonly format: FeedFormat;
  readonly encoding: TextEncoding | null;
  readonly delimiter: string | null;
  readonly mapping: string | null;
  /** For a workbook, the sheet that was read and the names of the other sheets. */
  readonly sheet?: { readonly name: string; readonly others: readonly string[] };
}

/** The unit of a report's numbers. Null = the attempt ended before the format was known. */
export function unitOf(readAs: ReadAs | null): 'line' | 'row' | 'record' {
  if (readAs === null || readAs.format === 'jsonl') return 'line';
  return readAs.format === 'onix' ? 'record' : 'row';
}

export interface ReaderOptions extends Reading {
  readonly currency: string;
  /** yyyyMMdd, in Korea. */
  readonly today: string;
  /** The shop's categories, which tables may refer to by name. Default: none. */
  categories?(): readonly Category[];
  /** Whether a table's unknown category names become categories. Default false; a mapping may set it, too. */
  readonly createCategories?: boolean;
}

/** Reads one format. Checks, limits and reports come later and are the same for all formats. */
export interface ChosenReader {
  readonly format: FeedFormat;
  readonly input: Readable;
  /** The rows of a table that may need a mapping; null for other formats. */
  readonly rows: AsyncIterable<RowBlock> | null;
  /**
   * Records in batches of at most 500, so that the import can do other work in between, and memory stays bounded. Throws
   * UnreadableInputError when the file is damaged, cut short, or not of this format.
   */
  batches(): AsyncIterable<RawBatch>;
  /** The name of a field's column or element in reports. */
  labelOf(field: string): string;
  /** Whether a column or a constant of a table fills the field. Known from the first record on. */
  isFilled?(field: string): boolean;
  /** The recognised columns of a table without a mapping. Known from the first record on. */
  recognised(): RecognisedTable | null;
  readonly readAs: ReadAs;
}

/**
 * Chooses the reader of a file, which may be gzip-compressed or the only file in a zip archive. Throws UnreadableInputError
 * when the file can't be read or the mapping is wrong.
 */
export async function chooseReader(source: Readable, options: ReaderOptions): Promise<ChosenReader> {
  const { mapping: json } = options;
  const mapping = json === null ? null : orUnreadable('feeds.mappingWrong', () => parseMapping(json));
  return readerOf(source, mapping, options, false);
}

async function readerOf(
  source: Readable,
  mapping: Mapping | null,
  options: ReaderOptions,
  isInside: boolean,
): Promise<ChosenReader> {
  const { currency, today, categories = () => [], createCategories = false } = options;
  const chunks = plainChunks(source);
  const head = await takeHead(chunks, (bytes) => bytes >= HEAD_BYTES);
  // If the import ends early, the source is closed, too.
  const bytes = startingWith(head, chunks);
  const input = Readable.from(bytes, { objectMode: false }).once('close', () => source.destroy());
  const kind = kindOf(head);
  if (kind === 'container') return refuseContainer(await collect(input));
  const archive = kind === 'zip' ? await openArchive(await collect(input)) : null;
  const inside = archive === null ? null : fileInside(archive);
  if (inside !== null) {
    const file = isInside ? null : await archive?.open(inside);
    return file ? readerOf(file, mapping, options, true) : refuseKind('archive');
  }
  const format = kind === 'zip' ? 'xlsx' : (options.format ?? kind);
  const isNlk = format === 'csv' && mapping === null && head.includes(nlk.mark);
  const named = isNlk ? 'NLK' : options.mappingName;
  const readAs = { format, encoding: null, delimiter: null, mapping: named };
  const chosen = { format, input, rows: null, readAs, recognised: () => null };
  if (format === 'onix') {
    const { subjects = {}, constants = {} } = mapping ?? {};
    const batches = () => readOnix(input, { currency, today, subjects, constants });
    return { ...chosen, batches, labelOf: elementOf };
  }
  if (format === 'jsonl') {
    if (mapping !== null) refuseFile(message('feeds.jsonTakesNoMapping'));
    return {
      ...chosen,
      batches: () => readJsonLines(input),
      labelOf: (field) => field,
      // A missing price is intended: JSON Lines have no columns that could go unrecognised.
      isFilled: () => false,
    };
  }
  const table = { ...(isNlk ? NLK : { mapping }), currency, categories, createCategories };
  if (format === 'xlsx') {
    const sheets = await openWorkbook(archive ?? (await openArchive(await collect(input))));
    const sheet = await chooseSheet(sheets, { ...table, text: null });
    const rows = sheet.rows();
    const others = sheets.filter((one) => one !== sheet).map(({ name }) => name);
    const reader = createTableReader(rows, { ...table, text: null });
    return { ...chosen, rows, readAs: { ...readAs, sheet: { name: sheet.name, others } }, ...reader };
  }
  const { rows, encoding, delimiter, doubt } = await openCsv(input, options);
  const reader = createTableReader(rows, { ...table, text: { encoding, doubt } });
  return { ...chosen, rows: isNlk ? null : rows, readAs: { ...readAs, encoding, delimiter }, ...reader };
}

/** For book-information files of the National Library of Korea. */
const NLK: Pick<TableOptions, 'mapping' | 'firstRecords'> = {
  mapping: readMapping(nlk.mapping),
  firstRecords: nlk.categories.map((value) => ({ line: 1, value })),
};

const HEAD_BYTES = 4096;
