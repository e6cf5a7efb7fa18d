import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { kstCompactDate, kstDayOf, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import type { ReaderOptions } from '../../src/ingest/choose-reader.ts';
import { parseMapping } from '../../src/ingest/mapping.ts';
import { ReadingError, type ReadingWishes, readWishes } from '../../src/ingest/reading.ts';
import { UsageError } from './command.ts';

/** Flags of commands that read a feed file. */
export const READER_FLAGS = {
  format: { type: 'string' },
  map: { type: 'string' },
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
} as const;

interface ReaderFlags extends ReadingWishes {
  readonly map?: string | undefined;
}

/** Reads those flags. Throws UsageError with the flag and what it accepts. */
export function readReaderOptions(flags: ReaderFlags, config: Config): ReaderOptions {
  return {
    ...readFlags(flags),
    mapping: flags.map === undefined ? null : readMappingFile(flags.map),
    mappingName: flags.map === undefined ? null : basename(flags.map),
    currency: config.currency,
    today: kstCompactDate(kstDayOf(systemClock.nowMs())),
  };
}

function readFlags(flags: ReaderFlags) {
  try {
    return readWishes(flags);
  } catch (error) {
    if (error instanceof ReadingError) throw new UsageError(`--${error.message}`);
    throw error;
  }
}

/** The text of a mapping file. Throws UsageError if the file can't be read or isn't a mapping. */
function readMappingFile(path: string): string {
  try {
    const json = readFileSync(path, 'utf8');
    parseMapping(json);
    return json;
  } catch (error) {
    throw new UsageError(`--map ${path}: ${error instanceof Error ? error.message : error}`);
  }
}
