import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ItemName } from '../catalog/item-names.ts';
import { type Clock, kstCompactDate, kstDayOf } from '../clock.ts';
import { message } from '../messages/messages.ts';
import { isDiskFull } from '../sql-database.ts';
import {
  type Brake,
  brakeReason,
  brakesOf,
  createReadCounter,
  doubtsOf,
  exampleOf,
  type ReadCounter,
} from './brakes.ts';
import { checkRecord } from './check-record.ts';
import { chooseReader, RECOGNISE, type ReadAs, type ReaderOptions, unitOf } from './choose-reader.ts';
import {
  addSkipped,
  EXAMPLES_MAX,
  type FeedProblem,
  type FeedSummary,
  type Findings,
  type NumberedRecord,
  type RawBatch,
  type Reason,
  type Skipped,
} from './feed-record.ts';
import type { FeedStore, FeedTransaction } from './feed-store.ts';
import {
  FINDINGS_LOGGED_MAX,
  type ImportEnd,
  type ImportFindings,
  type ImportOutcome,
  type ImportSource,
} from './import-log.ts';
import { nameInside } from './record-reader.ts';
import type { RecognisedTable } from './table/table-reader.ts';
import { UnreadableInputError } from './text/input.ts';

export interface ImportRequest {
  readonly store: FeedStore;
  /** Plain or gzip-compressed. Destroyed at the end. */
  readonly input: Readable;
  /** Default: JSON Lines. The reader is chosen within the attempt, so that a missing file or unknown format is logged. */
  readonly reading?: Omit<ReaderOptions, 'today'>;
  readonly clock: Clock;
  /** Without a source, the attempt isn't logged. */
  readonly source?: ImportSource | null;
  /** Roll back if a line is refused. */
  readonly strict: boolean;
  /** Roll back, and only report what would happen. */
  readonly dryRun: boolean;
  /** The feed names all items of its source; other items are removed. Default false; the feed's first line may say so, too. */
  readonly full?: boolean;
  /** Whether to ignore brakes; a number ignores brakes only if the first brake has this count. Default false. */
  readonly force?: boolean | number;
  readonly signal?: AbortSignal;
  /** Called once no other import is running. */
  onBegun?(): void;
  onProgress?(lines: number): void;
}

/** The result of an import, with the first PROBLEMS_KEPT_MAX problems and warnings. */
export interface ImportReport extends Omit<ImportFindings, 'cause'> {
  /** The unit of `lines` and of line numbers. */
  readonly unit: ReturnType<typeof unitOf>;
  /** The recognised columns of a table. Null for a table with a mapping or our own column names, and for other files. */
  readonly recognised: RecognisedTable | null;
  /** Outcomes by kind of record; without a commit, what they would have been. */
  readonly summary: FeedSummary;
  /** How much of the catalogue the import changes, or would change. */
  readonly effect: Readonly<Record<'items' | 'removed' | 'repriced', number>>;
  /** Without `force`, any of these stops the import. */
  readonly brakes: readonly Brake[];
  readonly committed: boolean;
  /** The attempt's entry in the import log; null without one. */
  readonly importId: number | null;
}

/** The import was rolled back, and its space is free again. */
export class StoreFullError extends Error {
  override name = 'StoreFullError';
  readonly reason: Reason = message('feeds.diskFull');

  constructor(cause: unknown) {
    super('the disk is full', { cause });
  }
}

/** More problems usually share a cause. */
export const PROBLEMS_KEPT_MAX = 1000;

/**
 * Imports one feed: all of its valid lines, or nothing (docs/feeds.md#format). Throws UnreadableInputError when the input breaks
 * off or has no record, StoreFullError, the signal's reason, or an error of the store. Then only the import log has changed.
 */
export async function importFeed(request: ImportRequest): Promise<ImportReport> {
  const { store, input, signal, source, dryRun } = request;
  // A stalled input would block shutdown.
  const stopReading = () => input.destroy();
  signal?.addEventListener('abort', stopReading);
  try {
    const transaction = await store({ source, dryRun, signal });
    request.onBegun?.();
    const findings = createFindings(request);
    try {
      return await applyFeed(request, transaction, findings);
    } catch (cause) {
      const error = isDiskFull(cause) ? new StoreFullError(cause) : cause;
      const isExplained = error instanceof UnreadableInputError || error instanceof StoreFullError;
      const outcome = signal?.aborted === true ? 'interrupted' : 'failed';
      await transaction.rollback(findings.end(outcome, isExplained ? error.reason : null));
      signal?.throwIfAborted();
      throw error;
    }
  } finally {
    signal?.removeEventListener('abort', stopReading);
    input.destroy();
  }
}

const JSON_LINES = { ...RECOGNISE, format: 'jsonl', currency: '' } as const;

async function applyFeed(
  request: ImportRequest,
  transaction: FeedTransaction,
  findings: ReturnType<typeof createFindings>,
): Promise<ImportReport> {
  const { clock, strict, dryRun, signal, reading = JSON_LINES } = request;
  const { categories } = transaction;
  const startedAtMs = clock.nowMs();
  const today = kstCompactDate(kstDayOf(startedAtMs));
  const reader = await chooseReader(request.input, { ...reading, today, categories });
  const { found } = findings;
  found.readAs = reader.readAs;
  const labelled = (unlabelled: readonly FeedProblem[]) =>
    unlabelled.map(({ line, field, reason }) => ({ line, field: reader.labelOf(field), reason }));
  const counter = createReadCounter();
  /** The number of accepted and refused lines. */
  let records = 0;
  let isFull = request.full ?? false;
  for await (const raw of reader.batches()) {
    signal?.throwIfAborted();
    const batch = checkBatch(raw, startedAtMs, records === 0, counter);
    isFull ||= batch.isFull;
    if (isFull) await transaction.keepOnlyNamed(batch.refusedNames);
    const stored = await transaction.apply(batch.records);
    found.lines = raw.lastLine;
    records += raw.records.length + raw.problems.length;
    const problems = [...raw.problems, ...labelled([...batch.problems, ...stored.problems])];
    const refusedLines = new Set(problems.map(({ line }) => line));
    const accepted = batch.warnings.filter(({ line }) => !refusedLines.has(line));
    found.taken += new Set(raw.records.map(({ line }) => line)).difference(refusedLines).size;
    found.skipped = addSkipped(found.skipped, raw.skipped);
    findings.add({
      problems,
      warnings: [...raw.warnings, ...labelled([...accepted, ...stored.warnings])],
    });
    request.onProgress?.(found.lines);
    // Lets the process handle signals and other work.
    await setImmediate();
  }
  signal?.throwIfAborted();
  if (records === 0) throw new UnreadableInputError(message('feeds.emptyFile'));
  const last = await transaction.finish();
  findings.add({ problems: labelled(last.problems), warnings: labelled(last.warnings) });
  found.taken -= new Set(last.problems.map(({ line }) => line)).size;
  const examples = findings.upTo(EXAMPLES_MAX).problems.map(exampleOf);
  const refused = { count: found.problemCount, of: records, examples };
  // JSON Lines, and files without any price column, omit prices on purpose.
  const isPriced = ['shopPrice', 'salePrice'].some((field) => reader.isFilled?.(field) ?? true);
  const withoutPrice = { ...last.shares.withoutPrice, ...(isPriced ? {} : { count: 0 }) };
  const shares = { ...last.shares, ...counter.shares(), refused };
  const brakes = brakesOf({ ...shares, withoutPrice });
  const ofPrices = reader.format === 'jsonl' ? [] : counter.onlyPrice(found.lines);
  const doubts = [...doubtsOf(shares, found.lines), ...ofPrices];
  findings.add({ problems: [], warnings: labelled(doubts) });
  const isForced = request.force === true || request.force === brakes[0]?.count;
  const isBraked = brakes.length > 0 && !isForced;
  const outcome = strict && refused.count > 0 ? 'refused' : isBraked ? 'braked' : 'imported';
  const committed = !dryRun && outcome === 'imported';
  const joined = (first: Reason, next: Reason) => message('feeds.joined', { first, next });
  const end = findings.end(outcome, outcome === 'braked' ? brakes.map(brakeReason).reduce(joined) : null);
  return {
    ...findings.upTo(PROBLEMS_KEPT_MAX),
    unit: unitOf(found.readAs),
    recognised: reader.recognised(),
    summary: await (committed ? transaction.commit(end, brakes) : transaction.rollback(end)),
    effect: {
      items: last.shares.removed.of,
      removed: last.shares.removed.count,
      repriced: last.shares.repriced.count,
    },
    brakes,
    committed,
    importId: transaction.importId,
  };
}

/** `isFirst` = no record came before the batch: its first record may then be the feed's header. */
function checkBatch(
  { records: raw, problems: unread }: RawBatch,
  receivedAtMs: number,
  isFirst: boolean,
  counter: ReadCounter,
) {
  const records: NumberedRecord[] = [];
  const { problems, warnings }: Findings = { problems: [], warnings: [] };
  const refusedNames: ItemName[] = [];
  const first = Math.min(raw[0]?.line ?? 0, unread[0]?.line ?? Infinity);
  let isFull = false;
  for (const { line, value, lost, onlyIfNew = [] } of raw) {
    const { outcome, warnings: found } = checkRecord(value, receivedAtMs, lost);
    counter.add(value, line, found, 'kind' in outcome ? null : outcome);
    if (!('kind' in outcome)) {
      problems.push({ line, field: outcome.field, reason: outcome.reason });
      const name = nameInside(value);
      if (name !== null) refusedNames.push(name);
    } else if (outcome.kind !== 'feed') {
      const record =
        outcome.kind === 'item' && onlyIfNew.length > 0
          ? { ...outcome, unread: new Set([...onlyIfNew, ...(outcome.unread ?? [])]) }
          : outcome;
      records.push({ line, record });
      for (const { field, reason, isLeftOut = false } of found)
        warnings.push({ line, field, reason: isLeftOut ? message('feeds.leftOut', { reason }) : reason });
    } else if (isFirst && line === first) isFull = true;
    else problems.push({ line, field: 'kind', reason: message('feeds.lateHeader') });
  }
  return { records, problems, warnings, refusedNames, isFull };
}

/** Collects what an import finds, even if the import ends early. */
function createFindings({ clock, input }: ImportRequest) {
  const skipped: readonly Skipped[] = [];
  const found = {
    readAs: null as ReadAs | null,
    lines: 0,
    taken: 0,
    skipped,
    problemCount: 0,
    warningCount: 0,
  };
  const first: Findings = { problems: [], warnings: [] };
  const upTo = (max: number) => ({
    ...found,
    problems: first.problems.slice(0, max),
    warnings: first.warnings.slice(0, max),
  });
  return {
    found,
    upTo,
    /** Counts findings and stores the first ones, within a batch in the order of lines. */
    add({ problems, warnings }: Findings): void {
      found.problemCount += new Set(problems.map(({ line }) => line)).size;
      found.warningCount += warnings.length;
      for (const [shown, more] of [
        [first.problems, problems],
        [first.warnings, warnings],
      ] as const) {
        const room = PROBLEMS_KEPT_MAX - shown.length;
        if (room > 0) shown.push(...more.toSorted((a, b) => a.line - b.line).slice(0, room));
      }
    },
    end(outcome: ImportOutcome, cause: Reason | null): ImportEnd {
      const bytes = 'bytesRead' in input ? Number(input.bytesRead) : null;
      return { ...upTo(FINDINGS_LOGGED_MAX), outcome, endedAtMs: clock.nowMs(), bytes, cause };
    },
  };
}
