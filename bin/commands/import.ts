import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import { chooseReader, type ReaderOptions } from '../../src/ingest/choose-reader.ts';
import { FEED_KINDS } from '../../src/ingest/feed-record.ts';
import type { FeedStore, FeedSummary } from '../../src/ingest/feed-store.ts';
import { type ImportReport, importFeed } from '../../src/ingest/import-feed.ts';
import { UnreadableInputError } from '../../src/ingest/lines.ts';
import { createSqliteFeedStore } from '../../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { type Command, UsageError } from './command.ts';
import { importProgress } from './import-progress.ts';
import { READER_FLAGS, READER_USAGE, readReaderOptions } from './reader-flags.ts';

const STDIN = '-';

/** Large reads: a line costs less than a turn of the event loop. */
const READ_BYTES = 1024 * 1024;

export const importCommand: Command = {
  name: 'import',
  summary: 'take in feeds: catalogue, sales and cancellations',
  usage: `import <file…> [--format F] [--map FILE] [--encoding E] [--delimiter C] [--dry-run] [--strict] [--restate]
  <file…>       feeds, plain or gzip-compressed; - is standard input
${READER_USAGE}
  --dry-run     report only, change nothing
  --strict      change nothing when any line of a file is wrong
  --restate     count what comes for closed months too: the next tally publishes those months anew

Each file is taken in as a whole or not at all. Lines that are wrong are passed over and reported on standard error
as file:line: field: reason. Exit code 0: every file was taken in, lines passed over or not. 1: a file could not be
read to its end, all of its lines were wrong, --strict found a wrong line, or the import was interrupted.`,
  async run(args, config) {
    const options = readOptions(args, config);
    const interrupt = new AbortController();
    const stop = (signal: NodeJS.Signals) => interrupt.abort(new InterruptedError(signal));
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    const store = createSqliteFeedStore({
      path: join(config.dataDir, CATALOG_FILE),
      clock: systemClock,
      restate: options.restate,
    });
    try {
      let failures = 0;
      for (const file of options.files) {
        if (!(await importFile(file, { ...options, store, signal: interrupt.signal }))) failures++;
      }
      return failures === 0 ? 0 : 1;
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error;
      console.error(`Interrupted by ${error.message}: nothing of the file under way was kept.`);
      return 1;
    } finally {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    }
  },
};

/** The operator or the system asked for the end. */
class InterruptedError extends Error {
  override name = 'InterruptedError';
}

interface Options {
  readonly files: readonly string[];
  readonly reader: ReaderOptions;
  readonly dryRun: boolean;
  readonly strict: boolean;
  readonly restate: boolean;
}

function readOptions(args: readonly string[], config: Config): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...READER_FLAGS,
      'dry-run': { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      restate: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0)
    throw new UsageError('import takes at least one file, or - for standard input');
  const { strict, restate } = values;
  return {
    files: positionals,
    reader: readReaderOptions(values, config),
    dryRun: values['dry-run'],
    strict,
    restate,
  };
}

interface Job extends Options {
  readonly store: FeedStore;
  readonly signal: AbortSignal;
}

/** Whether the file was taken in. Throws InterruptedError. */
async function importFile(
  file: string,
  { store, signal, reader: options, dryRun, strict }: Job,
): Promise<boolean> {
  const name = file === STDIN ? 'standard input' : file;
  const progress = importProgress(name, systemClock, process.stderr);
  try {
    const { reader, input } = await chooseReader(openInput(file), options);
    const report = await importFeed({
      store,
      input,
      reader,
      clock: systemClock,
      source: { name: basename(name), actor: 'command' },
      strict,
      dryRun,
      signal,
      onProgress: progress.update,
    });
    progress.end();
    printProblems(name, report);
    console.log(summaryText(name, report, dryRun));
    return isTakenIn(report, strict);
  } catch (error) {
    progress.end();
    if (!(error instanceof UnreadableInputError)) throw error;
    console.error(`${name}: cannot be read, nothing of it was kept: ${error.message}`);
    return false;
  }
}

function openInput(file: string): Readable {
  return file === STDIN ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES });
}

function printProblems(name: string, report: ImportReport): void {
  const { problems, problemCount, warnings, warningCount } = report;
  for (const { line, field, reason } of problems) {
    console.error(`${name}:${line}: ${field === '' ? '' : `${field}: `}${reason.en}`);
  }
  if (problemCount > problems.length) {
    console.error(`${name}: ${count(problemCount - problems.length)} more lines were refused`);
  }
  for (const { line, field, reason } of warnings) {
    console.error(`${name}:${line}: warning: ${field}: ${reason.en}`);
  }
  if (warningCount > warnings.length) {
    console.error(`${name}: ${count(warningCount - warnings.length)} more warnings`);
  }
}

function summaryText(name: string, report: ImportReport, dryRun: boolean): string {
  const fate = report.committed
    ? 'taken in'
    : dryRun
      ? 'dry run, nothing was changed'
      : 'nothing was changed';
  const refused = report.problemCount === 0 ? '' : `, ${count(report.problemCount)} refused`;
  const warned = report.warningCount === 0 ? '' : `, ${count(report.warningCount)} warnings`;
  const head = `${name}: ${count(report.lines)} lines${refused}${warned}; ${fate}`;
  return [head, ...FEED_KINDS.flatMap((kind) => tallyText(kind, report.summary))].join('\n');
}

function tallyText(kind: (typeof FEED_KINDS)[number], summary: FeedSummary): string[] {
  const parts = Object.entries(summary[kind])
    .filter(([, records]) => records > 0)
    .map(([outcome, records]) => `${count(records)} ${outcome}`);
  return parts.length === 0 ? [] : [`  ${kind.padEnd(8)} ${parts.join(', ')}`];
}

/** Whether the file was taken in, or would have been without --dry-run. */
function isTakenIn({ summary, problemCount }: ImportReport, strict: boolean): boolean {
  if (problemCount === 0) return true;
  const isAnyGood = FEED_KINDS.flatMap((kind) => Object.values(summary[kind])).some((records) => records > 0);
  return isAnyGood && !strict;
}

function count(records: number): string {
  return records.toLocaleString('en-US');
}
