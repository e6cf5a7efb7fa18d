import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import { READING_CHOICES, type Reading, ReadingError, readOptions } from '../../src/ingest/choose-reader.ts';
import { FEED_KINDS } from '../../src/ingest/feed-record.ts';
import type { FeedStore } from '../../src/ingest/feed-store.ts';
import { type ImportReport, importFeed, StoreFullError } from '../../src/ingest/import-feed.ts';
import { parseMapping } from '../../src/ingest/mapping.ts';
import { UnreadableInputError } from '../../src/ingest/text/input.ts';
import { openStore } from '../store/open-store.ts';
import { command, type Given, interruptible, progressPrinter, UsageError } from './command.ts';
import { printFindings, summaryText } from './imports.ts';

const STDIN = '-';

/** Large, because each read takes a tick of the event loop, longer than parsing a line. */
const READ_BYTES = 1024 * 1024;

const OPTIONS = {
  format: { type: 'string' },
  map: { type: 'string' },
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
  'create-categories': { type: 'boolean', default: false },
  'save-map': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  restate: { type: 'boolean', default: false },
} as const;
type Flags = Given<typeof OPTIONS>['values'];

export const importCommand = command({
  name: 'import',
  values: { formats: READING_CHOICES.format.join(', '), encodings: READING_CHOICES.encoding.join(', ') },
  options: OPTIONS,
  operands: [1, Infinity, 'one file, or - for standard input'],
  async run({ values: flags, operands: files, config }) {
    const reading = readReading(flags);
    return interruptible('nothing of the current file was imported', async (signal) => {
      await using opened = await openStore(config, 'command');
      const store = opened.feeds({ restate: flags.restate });
      const job = { flags, config, reading, store, signal };
      const codes: ExitCode[] = [];
      for (const file of files) codes.push(await importFile(file, job));
      return ([FAILED, STOPPED] as const).find((code) => codes.includes(code));
    });
  },
});

const DONE = 0;
const FAILED = 1;
const STOPPED = 3;
type ExitCode = typeof DONE | typeof FAILED | typeof STOPPED;

interface Job {
  readonly flags: Flags;
  readonly reading: Reading;
  readonly config: Config;
  readonly store: FeedStore;
  readonly signal: AbortSignal;
}

async function importFile(file: string, job: Job): Promise<ExitCode> {
  const { store, signal, flags, reading, config } = job;
  const { strict, full, force, 'dry-run': dryRun, 'create-categories': createCategories } = flags;
  const name = file === STDIN ? 'standard input' : file;
  const source = { name: basename(name), actor: 'command', bytes: sizeOf(file) };
  try {
    const report = await importFeed({
      store,
      clock: systemClock,
      source,
      strict,
      dryRun,
      full,
      force,
      signal,
      input: file === STDIN ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES }),
      reading: { ...reading, currency: config.currency, createCategories },
      onProgress: progressPrinter(name),
    });
    printFindings(name, report);
    console.log(summaryText(name, report, dryRun, force));
    if (flags['save-map'] !== undefined) saveMapping(flags['save-map'], name, report);
    return exitCodeOf(report, flags);
  } catch (error) {
    if (error instanceof UnreadableInputError)
      console.error(`${name}: can't be read; nothing was imported: ${error.message}`);
    else if (error instanceof StoreFullError) {
      const disk = config.database === null ? config.dataDir : 'the disk of PostgreSQL';
      console.error(`${name}: nothing of it was kept: ${error.reason.en} (${disk})`);
    } else throw error;
    return FAILED;
  }
}

function saveMapping(path: string, name: string, { recognised }: ImportReport): void {
  if (recognised === null) console.error(`${name}: its columns needed no mapping; none was saved`);
  else writeFileSync(path, `${JSON.stringify(recognised.mapping, null, 2)}\n`);
}

function sizeOf(file: string): number | null {
  return file === STDIN ? null : (statSync(file, { throwIfNoEntry: false })?.size ?? null);
}

function exitCodeOf({ summary, problemCount, brakes }: ImportReport, { strict, force }: Flags): ExitCode {
  if (problemCount > 0 && strict) return FAILED;
  if (brakes.length > 0 && !force) return STOPPED;
  if (problemCount === 0) return DONE;
  const isAnyGood = FEED_KINDS.flatMap((kind) => Object.values(summary[kind])).some((records) => records > 0);
  return isAnyGood ? DONE : FAILED;
}

function readReading({ map, ...flags }: Flags): Reading {
  try {
    const reading = readOptions(flags);
    if (map === undefined) return reading;
    const mapping = readFileSync(map, 'utf8');
    parseMapping(mapping);
    return { ...reading, mapping, mappingName: basename(map) };
  } catch (error) {
    if (error instanceof ReadingError) throw new UsageError(`--${error.message}`);
    throw new UsageError(`--map ${map}: ${error instanceof Error ? error.message : error}`);
  }
}
