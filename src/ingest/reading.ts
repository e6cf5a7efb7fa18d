import { FEED_FORMATS, type Reading } from './choose-reader.ts';
import { encodingCalled, TEXT_ENCODINGS, type TextEncoding } from './text/text-encoding.ts';

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

function encodingOf(name: string): TextEncoding {
  const encoding = encodingCalled(name);
  if (encoding !== undefined) return encoding;
  throw new ReadingError(`encoding is "${name}": it takes ${TEXT_ENCODINGS.join(', ')}`);
}

function delimiterOf(name: string): string {
  const delimiter = name === 'tab' || name === '\\t' ? '\t' : name;
  if (delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter;
  throw new ReadingError(`delimiter is "${name}": it takes one character, or tab`);
}
