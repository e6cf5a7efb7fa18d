import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { AuditTrail } from '../../src/accounts/audit-log.ts';
import { kstCompactDate, kstDayOf, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import {
  FEED_FORMATS,
  type ReaderOptions,
  ReadingError,
  type ReadingWishes,
  readWishes,
} from '../../src/ingest/choose-reader.ts';
import { type FeedStore, StoreFullError } from '../../src/ingest/feed-store.ts';
import { type ImportReport, importFeed } from '../../src/ingest/import-feed.ts';
import { parseMapping } from '../../src/ingest/mapping.ts';
import { FEED_KINDS } from '../../src/ingest/record-fields.ts';
import { UnreadableInputError } from '../../src/ingest/text/input.ts';
import { TEXT_ENCODINGS } from '../../src/ingest/text/text-encoding.ts';
import { auditImport } from '../../src/jobs/audit-import.ts';
import { withStore } from '../store/command-store.ts';
import { command, interruptible, UsageError } from './command.ts';
import { importProgress } from './import-progress.ts';
import { printFindings, summaryText } from './import-report.ts';

const STDIN = '-';

/** Large reads, because a line costs less than a turn of the event loop. */
const READ_BYTES = 1024 * 1024;

export const importCommand = command({
  name: 'import',
  texts: 'import',
  values: { formats: FEED_FORMATS.join(', '), encodings: TEXT_ENCODINGS.join(', ') },
  goesByClock: true,
  options: {
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
  },
  operands: [1, Infinity, 'one file, or - for standard input'],
  async run({ values, operands: files, config }) {
    const reader = readReaderOptions(values, config);
    return interruptible('nothing of the current file was imported', (signal) =>
      withStore(config, async ({ feeds, state }) => {
        const store = await feeds({ restate: values.restate });
        // Only real imports are audited: a dry run needs no accounts.
        const auditTrail = () => state().auditTrail;
        const { dataDir } = config;
        const job = { ...values, dryRun: values['dry-run'], dataDir, reader, store, auditTrail, signal };
        const codes: ExitCode[] = [];
        for (const file of files) codes.push(await importFile(file, job));
        return codes.find((code) => code === FAILED) ?? codes.find((code) => code === STOPPED);
      }),
    );
  },
});

const DONE = 0;
const FAILED = 1;
/** By a brake. */
const STOPPED = 3;
type ExitCode = typeof DONE | typeof FAILED | typeof STOPPED;

interface Job {
  readonly reader: ReaderOptions;
  readonly 'create-categories': boolean;
  readonly 'save-map'?: string | undefined;
  readonly dryRun: boolean;
  readonly dataDir: string;
  readonly strict: boolean;
  readonly full: boolean;
  readonly force: boolean;
  readonly restate: boolean;
  readonly store: FeedStore;
  auditTrail(): AuditTrail;
  readonly signal: AbortSignal;
}

/** Throws the signal's reason. */
async function importFile(file: string, job: Job): Promise<ExitCode> {
  const {
    store,
    signal,
    reader: options,
    dryRun,
    strict,
    full,
    force,
    'create-categories': createCategories,
  } = job;
  const name = file === STDIN ? 'standard input' : file;
  const source = { name: basename(name), actor: 'command', bytes: sizeOf(file) };
  const progress = importProgress(name, systemClock, process.stderr);
  try {
    const report = await importFeed({
      store,
      input: file === STDIN ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES }),
      reading: { ...options, createCategories },
      clock: systemClock,
      source,
      strict,
      dryRun,
      full,
      force,
      signal,
      onProgress: progress.update,
    });
    progress.end();
    if (report.committed) await auditImport(job.auditTrail(), source, report, job.restate);
    printFindings(name, report);
    console.log(summaryText(name, report, dryRun, force));
    if (job['save-map'] !== undefined) saveMapping(job['save-map'], name, report);
    return exitCodeOf(report, job);
  } catch (error) {
    progress.end();
    if (error instanceof UnreadableInputError) {
      console.error(`${name}: can't be read; nothing was imported: ${error.message}`);
      return FAILED;
    }
    if (error instanceof StoreFullError) {
      console.error(`${name}: nothing of it was kept: ${error.reason.en} (${job.dataDir})`);
      return FAILED;
    }
    throw error;
  }
}

function saveMapping(path: string, name: string, { recognised }: ImportReport): void {
  if (recognised === null) console.error(`${name}: its columns needed no mapping; none was saved`);
  else writeFileSync(path, `${JSON.stringify(recognised.mapping, null, 2)}\n`);
}

/** Null if only reading the file can tell. */
function sizeOf(file: string): number | null {
  return file === STDIN ? null : (statSync(file, { throwIfNoEntry: false })?.size ?? null);
}

/** Whether a file failed as a whole, was stopped by a brake, or was imported as far as its lines are valid. */
function exitCodeOf({ summary, problemCount, brakes }: ImportReport, { strict, force }: Job): ExitCode {
  if (problemCount > 0 && strict) return FAILED;
  if (brakes.length > 0 && !force) return STOPPED;
  if (problemCount === 0) return DONE;
  const isAnyGood = FEED_KINDS.flatMap((kind) => Object.values(summary[kind])).some((records) => records > 0);
  return isAnyGood ? DONE : FAILED;
}

interface ReaderFlags extends ReadingWishes {
  readonly map?: string | undefined;
}

/** How to read the files. Throws UsageError with the flag and what it accepts. */
function readReaderOptions(flags: ReaderFlags, config: Config): ReaderOptions {
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
