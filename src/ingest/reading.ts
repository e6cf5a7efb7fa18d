import { FEED_FORMATS, type Reading } from './choose-reader.ts';
import { TEXT_ENCODINGS, type TextEncoding } from './text/encoding-names.ts';

/** An option for reading a file is wrong. The message names it and its allowed values. */
export class ReadingError extends Error {
  override name = 'ReadingError';
}

/** Wishes as flags or query parameters hold them; undefined = the content decides. */
export interface ReadingWishes {
  readonly format?: string | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
}

/** Reads the options for a file, apart from its mapping (docs/feeds.md#other-formats). Throws ReadingError. */
export function readWishes({
  format,
  encoding,
  delimiter,
}: ReadingWishes): Omit<Reading, 'mapping' | 'mappingName'> {
  const known = FEED_FORMATS.find((one) => one === format) ?? null;
  if (format !== undefined && known === null) {
    throw new ReadingError(`format is "${format}": it takes ${FEED_FORMATS.join(', ')}`);
  }
  return {
    format: known,
    encoding: encoding === undefined ? null : encodingOf(encoding),
    delimiter: delimiter === undefined ? null : delimiterOf(delimiter),
  };
}

/** What encodings are called besides. */
const OTHER_NAMES: Readonly<Record<string, TextEncoding>> = {
  utf8: 'utf-8',
  'euc-kr': 'cp949',
  ms949: 'cp949',
  'utf-16le': 'utf-16',
  cp1252: 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'shift-jis': 'shift_jis',
  sjis: 'shift_jis',
  cp932: 'shift_jis',
  gbk: 'gb18030',
  gb2312: 'gb18030',
};

function encodingOf(name: string): TextEncoding {
  const written = name.toLowerCase();
  const encoding = TEXT_ENCODINGS.find((one) => one === (OTHER_NAMES[written] ?? written));
  if (encoding !== undefined) return encoding;
  throw new ReadingError(`encoding is "${name}": it takes ${TEXT_ENCODINGS.join(', ')}`);
}

function delimiterOf(name: string): string {
  const delimiter = name === 'tab' || name === '\\t' ? '\t' : name;
  if (delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter;
  throw new ReadingError(`delimiter is "${name}": it takes one character, or tab`);
}
