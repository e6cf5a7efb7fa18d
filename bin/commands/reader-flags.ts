import { readFileSync } from 'node:fs';
import { formatKstDay, kstDayOf, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import { FEED_FORMATS, type ReaderOptions } from '../../src/ingest/choose-reader.ts';
import { type Mapping, MappingError, parseMapping } from '../../src/ingest/mapping.ts';
import { TEXT_ENCODINGS, type TextEncoding } from '../../src/ingest/text-encoding.ts';
import { UsageError } from './command.ts';

/** Flags of commands that read a feed file. */
export const READER_FLAGS = {
  format: { type: 'string' },
  map: { type: 'string' },
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
} as const;

export const READER_USAGE = `  --format F    ${FEED_FORMATS.join(', ')} (default: recognised by the content)
  --map FILE    JSON that says which columns or subject codes become which fields (docs/rules/feeds.md#csv-and-xlsx)
  --encoding E  ${TEXT_ENCODINGS.join(', ')}, of csv and nlk (default: recognised)
  --delimiter C the character between cells, or "tab", of csv (default: recognised)`;

interface ReaderFlags {
  readonly format?: string | undefined;
  readonly map?: string | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
}

/** Reads those flags. Throws UsageError naming the flag and what it takes. */
export function readReaderOptions(flags: ReaderFlags, config: Config): ReaderOptions {
  const format = FEED_FORMATS.find((one) => one === flags.format) ?? null;
  if (flags.format !== undefined && format === null) {
    throw new UsageError(`--format is "${flags.format}": it takes ${FEED_FORMATS.join(', ')}`);
  }
  return {
    format,
    mapping: flags.map === undefined ? null : readMappingFile(flags.map),
    encoding: flags.encoding === undefined ? null : encodingOf(flags.encoding),
    delimiter: flags.delimiter === undefined ? null : delimiterOf(flags.delimiter),
    currency: config.currency,
    today: formatKstDay(kstDayOf(systemClock.nowMs())).replaceAll('-', ''),
  };
}

function readMappingFile(path: string): Mapping {
  try {
    return parseMapping(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof MappingError) throw new UsageError(`--map ${path}: ${error.message}`);
    throw new UsageError(`--map ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

const ENCODING_NAMES: ReadonlyMap<string, TextEncoding> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['cp949', 'cp949'],
  ['euc-kr', 'cp949'],
  ['ms949', 'cp949'],
  ['utf-16', 'utf-16'],
  ['utf-16le', 'utf-16'],
]);

function encodingOf(name: string): TextEncoding {
  const encoding = ENCODING_NAMES.get(name.toLowerCase());
  if (encoding !== undefined) return encoding;
  throw new UsageError(`--encoding is "${name}": it takes ${TEXT_ENCODINGS.join(', ')}`);
}

function delimiterOf(name: string): string {
  const delimiter = name === 'tab' || name === '\\t' ? '\t' : name;
  if (delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter;
  throw new UsageError(`--delimiter is "${name}": it takes one character, or tab`);
}
