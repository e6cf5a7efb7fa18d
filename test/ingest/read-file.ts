import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { checkRecord } from '../../src/ingest/check-record.ts';
import { chooseReader, RECOGNISE, type ReaderOptions } from '../../src/ingest/choose-reader.ts';
import type { RawRecord } from '../../src/ingest/feed-record.ts';
import { UnreadableInputError } from '../../src/ingest/text/input.ts';

type Options = Partial<ReaderOptions> & {
  /** In how many pieces the bytes arrive. */
  readonly pieces?: number;
};

/** Everything that the reader of a file gives. */
export async function read(file: Buffer | string, { pieces = 1, ...options }: Options = {}) {
  const bytes = Buffer.from(file);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  const chunks = Array.from({ length: pieces }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  const source = Readable.from(chunks.filter((chunk) => chunk.length > 0));
  const { batches, format, recognised, labelOf, readAs } = await chooseReader(source, {
    ...RECOGNISE,
    ...{ currency: 'KRW', today: '20261121' },
    ...options,
  });
  const raw: RawRecord[] = [];
  const [problems, warnings]: [string[], string[]] = [[], []];
  const told = ({ line, field, reason }: { line: number; field: string; reason: { en: string } }) =>
    `${line}: ${field}: ${reason.en}`;
  let [lastLine, accounted] = [0, 0];
  const lines = new Set<number>();
  for await (const batch of batches()) {
    lastLine = batch.lastLine;
    accounted += batch.skipped.reduce((sum, { count }) => sum + count, 0);
    for (const { line } of [...batch.records, ...batch.problems]) lines.add(line);
    raw.push(...batch.records);
    problems.push(...batch.problems.map(told));
    warnings.push(...batch.warnings.map(told));
  }
  assert.equal(accounted + lines.size, lastLine, 'every line is a record, a problem or skipped');
  return {
    ...{ format, readAs, raw, problems, warnings, lastLine, recognised: recognised(), labelOf },
    records: raw.map(({ value }) => value),
    lines: raw.map(({ line }) => line),
  };
}

/** What the checks find in the records of a file. */
export async function check(text: string, options: Options = {}) {
  return (await read(text, options)).raw.flatMap(({ value, lost }) => {
    const { outcome, warnings } = checkRecord(value, 0, lost);
    return 'kind' in outcome ? warnings : [outcome];
  });
}

/** Why what is read can't be, or `read`. */
export const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof UnreadableInputError ? error.message : Promise.reject(error)),
  );

/** Why a file can't be read, or `read`. */
export const refusalOf = (bytes: Buffer | string, options: Options = {}) => reasonOf(read(bytes, options));
