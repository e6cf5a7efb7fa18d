import { Readable } from 'node:stream';
import { checkRecord } from '../../../src/ingest/check-record.ts';
import { chooseReader, type ReaderOptions } from '../../../src/ingest/choose-reader.ts';
import { UnreadableInputError } from '../../../src/ingest/text/input.ts';

const DEFAULTS: ReaderOptions = {
  format: null,
  mapping: null,
  mappingName: null,
  encoding: null,
  delimiter: null,
  currency: 'KRW',
  today: '20261121',
};

/** Everything that the reader of a file gives. */
export async function read(bytes: Buffer | string, options: Partial<ReaderOptions> = {}) {
  const { reader, input, format, recognised } = await chooseReader(Readable.from([Buffer.from(bytes)]), {
    ...DEFAULTS,
    ...options,
  });
  const all = {
    format,
    records: [] as unknown[],
    lines: [] as number[],
    lastLine: 0,
    problems: [] as string[],
    warnings: [] as string[],
  };
  const told = ({ line, field, reason }: { line: number; field: string; reason: { en: string } }) =>
    `${line}: ${field}: ${reason.en}`;
  for await (const batch of reader.read(input)) {
    all.lastLine = batch.lastLine;
    for (const { line, value } of batch.records) {
      all.records.push(value);
      all.lines.push(line);
    }
    all.problems.push(...batch.problems.map(told));
    all.warnings.push(...batch.warnings.map(told));
  }
  return { ...all, recognised: recognised(), placeOf: reader.placeOf };
}

/** What the checks find in the records of a file. */
export async function check(text: string, options: Partial<ReaderOptions> = {}) {
  const { reader, input } = await chooseReader(Readable.from([Buffer.from(text)]), {
    ...DEFAULTS,
    ...options,
  });
  const faults: { field: string; reason: { en: string } }[] = [];
  for await (const { records } of reader.read(input)) {
    for (const { value, lost } of records) {
      const { outcome, warnings } = checkRecord(value, 0, lost);
      faults.push(...('kind' in outcome ? warnings : [outcome]));
    }
  }
  return faults;
}

/** Why a file can't be read, or `read`. */
export const refusalOf = (bytes: Buffer | string, options: Partial<ReaderOptions> = {}) =>
  read(bytes, options).then(
    () => 'read',
    (error: unknown) => (error instanceof UnreadableInputError ? error.message : Promise.reject(error)),
  );
