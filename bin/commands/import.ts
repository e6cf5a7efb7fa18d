import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { AuditTrail } from '../../src/accounts/audit-trail.ts';
import { systemClock } from '../../src/clock.ts';
import { chooseReader, type ReaderOptions } from '../../src/ingest/choose-reader.ts';
import { FEED_KINDS } from '../../src/ingest/feed-record.ts';
import { type FeedStore, StoreFullError } from '../../src/ingest/feed-store.ts';
import { type ImportReport, importFeed } from '../../src/ingest/import-feed.ts';
import { UnreadableInputError } from '../../src/ingest/text/lines.ts';
import { auditImport } from '../../src/jobs/audit-import.ts';
import { withStore } from '../store/open-store.ts';
import { CommandFailed, command } from './command.ts';
import { importProgress } from './import-progress.ts';
import { printFindings, summaryText } from './import-report.ts';
import { READER_FLAGS, READER_USAGE, READER_USAGE_KO, readReaderOptions } from './reader-flags.ts';

const STDIN = '-';

/** Large reads, because a line costs less than a turn of the event loop. */
const READ_BYTES = 1024 * 1024;

export const importCommand = command({
  name: 'import',
  summary: 'import feeds: catalogue, sales and cancellations',
  usage: `import <file…> [--format F] [--map FILE] [--encoding E] [--delimiter C] [--dry-run] [--strict] [--full]
  [--force] [--restate]
  <file…>       feeds, plain or gzip-compressed; - reads standard input
${READER_USAGE}
  --dry-run     report only; change nothing
  --strict      change nothing if any line of a file is invalid
  --full        the file lists all items: remove the ones it doesn't list
  --force       import even if a brake would stop the file
  --restate     also count lines of closed months; the next run publishes those months again

Each file is imported as a whole or not at all. Invalid lines are skipped and reported on standard error as
file:line: field: reason. A brake stops a file that would change too much, such as remove more than 5% of the items,
change more than 50% of the prices, or have more than 10% of its lines refused (docs/rules/feeds.md#brakes). Brakes apply
from 20 lines or 20 items on.
Exit code 0: every file was imported. 1: a file couldn't be read completely, is empty, or has only invalid lines;
--strict found an invalid line; or the import was interrupted. 3: a brake stopped a file, and nothing else went wrong.
"imports" lists every attempt.`,
  ko: {
    summary: '피드(카탈로그, 판매, 취소)를 가져옵니다',
    usage: `import <file…> [--format F] [--map FILE] [--encoding E] [--delimiter C] [--dry-run] [--strict] [--full]
  [--force] [--restate]
  <file…>       피드. gzip으로 압축해도 됩니다. -는 표준 입력
${READER_USAGE_KO}
  --dry-run     보고만 하고 아무것도 바꾸지 않습니다
  --strict      잘못된 줄이 하나라도 있으면 아무것도 바꾸지 않습니다
  --full        파일이 모든 상품을 담고 있습니다. 파일에 없는 상품은 삭제합니다
  --force       한도를 넘어도 가져옵니다
  --restate     마감한 달의 줄도 집계합니다. 다음 집계에서 그 달의 목록을 다시 공개합니다

파일 하나를 전부 가져오거나 전혀 가져오지 않습니다. 잘못된 줄은 건너뛰고 표준 오류에 file:line: field: reason 형식으로
알립니다. 카탈로그나 피드가 담은 상품의 5%를 넘게 삭제하거나, 50%를 넘게 가격을 바꾸거나, 줄의 10%를 넘게 거부하는 등 한도를
넘는 파일은 가져오지 않습니다(docs/rules/feeds.md#brakes). 한도는 20줄 또는 상품 20개부터 적용합니다.
종료 코드 0: 모든 파일을 가져옴. 1: 파일을 끝까지 읽지 못했거나, 비어 있거나, 모든 줄이 잘못됨. --strict에서 잘못된 줄이
있거나, 중단됨. 3: 한도를 넘어 멈춤(다른 문제는 없음). 모든 시도는 "imports"에 남습니다.`,
  },
  options: {
    ...READER_FLAGS,
    'dry-run': { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    restate: { type: 'boolean', default: false },
  },
  operands: [1, Infinity, 'one file, or - for standard input'],
  async run({ values, operands: files, config }) {
    const reader = readReaderOptions(values, config);
    const interrupt = new AbortController();
    const stop = (signal: NodeJS.Signals) => interrupt.abort(new InterruptedError(signal));
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    try {
      return await withStore(config, async ({ feeds, state }) => {
        const store = feeds({ restate: values.restate });
        // Only real imports are audited: a dry run needs no accounts.
        const auditTrail = () => state().auditTrail;
        const job = {
          ...values,
          dryRun: values['dry-run'],
          reader,
          store,
          auditTrail,
          signal: interrupt.signal,
        };
        const codes: ExitCode[] = [];
        for (const file of files) codes.push(await importFile(file, job));
        return codes.find((code) => code === FAILED) ?? codes.find((code) => code === STOPPED);
      });
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error;
      throw new CommandFailed(`Interrupted by ${error.message}: nothing of the current file was imported.`);
    } finally {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    }
  },
});

const DONE = 0;
const FAILED = 1;
/** By a brake. */
const STOPPED = 3;
type ExitCode = typeof DONE | typeof FAILED | typeof STOPPED;

/** The operator or the system interrupted the program. */
class InterruptedError extends Error {
  override name = 'InterruptedError';
}

interface Job {
  readonly reader: ReaderOptions;
  readonly dryRun: boolean;
  readonly strict: boolean;
  readonly full: boolean;
  readonly force: boolean;
  readonly restate: boolean;
  readonly store: FeedStore;
  auditTrail(): AuditTrail;
  readonly signal: AbortSignal;
}

/** Throws InterruptedError. */
async function importFile(file: string, job: Job): Promise<ExitCode> {
  const { store, signal, reader: options, dryRun, strict, full, force } = job;
  const name = file === STDIN ? 'standard input' : file;
  const source = { name: basename(name), actor: 'command', bytes: sizeOf(file) };
  const progress = importProgress(name, systemClock, process.stderr);
  try {
    const report = await importFeed({
      store,
      input: file === STDIN ? process.stdin : createReadStream(file, { highWaterMark: READ_BYTES }),
      chooseReader: (input) => chooseReader(input, options),
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
    return exitCodeOf(report, job);
  } catch (error) {
    progress.end();
    if (error instanceof UnreadableInputError) {
      console.error(`${name}: cannot be read, nothing of it was kept: ${error.message}`);
      return FAILED;
    }
    if (error instanceof StoreFullError) {
      console.error(`${name}: nothing of it was kept: ${error.reason.en}`);
      return FAILED;
    }
    throw error;
  }
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
