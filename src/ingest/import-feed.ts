import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ItemName } from '../catalog/item-names.ts';
import { type Clock, kstCompactDate, kstDayOf } from '../clock.ts';
import { message } from '../messages/messages.ts';
import { type Brake, type BrakeKind, brakeReason, brakesOf, joinReasons, type Share } from './brakes.ts';
import { checkRecord } from './check-record.ts';
import { chooseReader, RECOGNISE, type ReadAs, type ReaderOptions, unitOf } from './choose-reader.ts';
import {
  addSkipped,
  EXAMPLES_MAX,
  type Fault,
  type FeedProblem,
  type FeedSummary,
  type Findings,
  type NumberedRecord,
  type RawBatch,
  type Skipped,
} from './feed-record.ts';
import { type FeedStore, type FeedTransaction, inWords, StoreFullError } from './feed-store.ts';
import {
  FINDINGS_LOGGED_MAX,
  type ImportEnd,
  type ImportFindings,
  type ImportOutcome,
  type ImportSource,
} from './import-log.ts';
import { createReadCounter, exampleOf, type ReadCounter } from './import-shares.ts';
import { nameInside } from './item-record.ts';
import type { Reason } from './reason.ts';
import type { RecognisedTable } from './table/table-reader.ts';
import { UnreadableInputError } from './text/input.ts';

export interface ImportRequest {
  readonly store: FeedStore;
  /** A feed, plain or gzip-compressed. Destroyed in the end. */
  readonly input: Readable;
  /**
   * How to read it. The reader is chosen inside the attempt, so that a file that is missing or of no known format leaves its entry
   * in the log. Default: JSON Lines.
   */
  readonly reading?: Omit<ReaderOptions, 'today'>;
  readonly clock: Clock;
  /** For the import log. A dry run leaves no entry there, nor does an import without a source. */
  readonly source?: ImportSource | null;
  /** Keep nothing when anything is wrong. */
  readonly strict: boolean;
  /** Keep nothing, only report what would happen. */
  readonly dryRun: boolean;
  /**
   * The feed names all items of its source: those that it doesn't name are removed. Default false; a feed may say so itself in
   * its first line.
   */
  readonly full?: boolean;
  /** Go through brakes, or only where the first one has this count. Default false. */
  readonly force?: boolean | number;
  /** Ends the import before its commit; nothing is kept then. */
  readonly signal?: AbortSignal;
  /** Told when no other import is under way any more and the reading begins. */
  onBegun?(): void;
  /** Told now and then how many lines have been read. */
  onProgress?(lines: number): void;
}

/** The result of an import, with the first PROBLEMS_KEPT_MAX problems and warnings. */
export interface ImportReport extends Omit<ImportFindings, 'cause'> {
  /** What `lines`, and the numbers of problems and warnings, count. */
  readonly unit: ReturnType<typeof unitOf>;
  /** What the columns of a shop's own table were taken for; null where nothing had to be recognised. */
  readonly recognised: RecognisedTable | null;
  /** By kind; what a commit would have done where there was none. */
  readonly summary: FeedSummary;
  /** How much of the catalogue the import changes, or would change. */
  readonly effect: Readonly<Record<'items' | 'removed' | 'repriced', number>>;
  /** The brakes that it meets. Without `force` it keeps nothing when there is one. */
  readonly brakes: readonly Brake[];
  /** Whether readers now see the feed. */
  readonly committed: boolean;
}

/** Rejected lines, and as many warnings, that a report names. Beyond this, problems usually share a cause. */
export const PROBLEMS_KEPT_MAX = 1000;

/**
 * Brings one feed into the store: all of its good lines at once, or nothing (docs/feeds.md#format). Wrong lines are
 * skipped and reported. Throws UnreadableInputError when the input breaks off or holds no record, the signal's reason when
 * it is aborted, and whatever the store throws; the store is then as it was, but for the entry in its log.
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
      const error = inWords(cause);
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
  const placed = (unplaced: readonly FeedProblem[]) =>
    unplaced.map(({ line, field, reason }) => ({ line, field: reader.placeOf(field), reason }));
  const counter = createReadCounter();
  /** Lines that aren't blank. */
  let records = 0;
  let isFull = request.full ?? false;
  if (isFull) transaction.expectAllItems();
  for await (const raw of reader.batches()) {
    signal?.throwIfAborted();
    const batch = checkBatch(raw, startedAtMs, records === 0, counter);
    if (batch.isFull && !isFull) {
      isFull = true;
      transaction.expectAllItems();
    }
    if (isFull) await transaction.keepItems(batch.refusedNames);
    const stored = await transaction.apply(batch.records);
    found.lines = raw.lastLine;
    records += raw.records.length + raw.problems.length;
    const problems = [...raw.problems, ...placed([...batch.problems, ...stored.problems])];
    const refusedLines = new Set(problems.map(({ line }) => line));
    const kept = batch.warnings.filter(({ line }) => !refusedLines.has(line));
    found.taken += new Set(raw.records.map(({ line }) => line)).difference(refusedLines).size;
    found.skipped = addSkipped(found.skipped, raw.skipped);
    findings.add({
      problems,
      warnings: [...raw.warnings, ...placed([...kept, ...stored.warnings])],
    });
    request.onProgress?.(found.lines);
    // Lets signals and, in a busy process, other work come in.
    await setImmediate();
  }
  signal?.throwIfAborted();
  if (records === 0) throw new UnreadableInputError(message('feeds.emptyFile'));
  const last = await transaction.finish();
  findings.add({ problems: placed(last.problems), warnings: placed(last.warnings) });
  found.taken -= new Set(last.problems.map(({ line }) => line)).size;
  const examples = findings.upTo(EXAMPLES_MAX).problems.map(exampleOf);
  const refused = { count: found.problemCount, of: records, examples };
  // A reading list has no column for prices, and JSON Lines leave them out on purpose: that they give none is meant.
  const isPriced = ['shopPrice', 'salePrice'].some((field) => reader.isFilled?.(field) ?? true);
  const withoutPrice = { ...last.shares.withoutPrice, ...(isPriced ? {} : { count: 0 }) };
  const brakes = brakesOf({ ...last.shares, ...counter.shares(), refused, withoutPrice });
  const doubts = doubtsOf(last.shares, brakes, reader.format === 'jsonl' ? null : counter.onlyPrice());
  findings.add({ problems: [], warnings: placed(doubts.map((one) => ({ line: found.lines, ...one }))) });
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
    summary: await (committed ? transaction.commit(end) : transaction.rollback(end)),
    effect: {
      items: last.shares.removed.of,
      removed: last.shares.removed.count,
      repriced: last.shares.repriced.count,
    },
    brakes,
    committed,
  };
}

/** What no brake stops, and still is more often a mistake. */
function doubtsOf(
  { repeatedOrders, fileRepriced }: Awaited<ReturnType<FeedTransaction['finish']>>['shares'],
  brakes: readonly Brake[],
  onlyPrice: ReturnType<ReadCounter['onlyPrice']>,
): readonly Fault[] {
  const isMet = (one: BrakeKind) => brakes.some(({ kind }) => kind === one);
  const valuesOf = ({ count, of: all, examples }: Share) => ({ count, all, examples: joinReasons(examples) });
  const doubts: Fault[] = [];
  if (repeatedOrders.count > 0 && !isMet('repeatedOrders'))
    doubts.push({ field: 'orderId', reason: message('feeds.someRepeated', valuesOf(repeatedOrders)) });
  if (fileRepriced.count * 2 > fileRepriced.of && !isMet('fileRepriced')) {
    const factor = Number((fileRepriced.factor ?? 1).toPrecision(3));
    const reason = message('feeds.someRepriced', { ...valuesOf(fileRepriced), factor });
    doubts.push({ field: 'salePrice', reason });
  }
  if (onlyPrice !== null) doubts.push({ field: 'shopPrice', reason: message('feeds.samePrice', onlyPrice) });
  return doubts;
}

/**
 * Checks the records of a batch and counts in `counter` what could be read. `isFirst` = no record came before; only then may there
 * be the header of a full feed.
 */
function checkBatch(
  { records: raw, problems: unread }: RawBatch,
  receivedAtMs: number,
  isFirst: boolean,
  counter: ReadCounter,
) {
  const records: NumberedRecord[] = [];
  const { problems, warnings }: Findings = { problems: [], warnings: [] };
  /** Items that refused records name. */
  const refusedNames: ItemName[] = [];
  const first = Math.min(raw[0]?.line ?? 0, unread[0]?.line ?? Infinity);
  let isFull = false;
  for (const { line, value, lost, kept = [] } of raw) {
    const { outcome, warnings: found } = checkRecord(value, receivedAtMs, lost);
    counter.add(value, line, found, 'kind' in outcome ? null : outcome);
    if (!('kind' in outcome)) {
      problems.push({ line, field: outcome.field, reason: outcome.reason });
      const name = nameInside(value);
      if (name !== null) refusedNames.push(name);
    } else if (outcome.kind !== 'feed') {
      const record =
        outcome.kind === 'item' && kept.length > 0
          ? { ...outcome, unread: new Set([...kept, ...(outcome.unread ?? [])]) }
          : outcome;
      records.push({ line, record });
      for (const { field, reason, isLeftOut = false } of found)
        warnings.push({ line, field, reason: isLeftOut ? message('feeds.leftOut', { reason }) : reason });
    } else if (isFirst && line === first) isFull = true;
    else problems.push({ line, field: 'kind', reason: message('feeds.lateHeader') });
  }
  return { records, problems, warnings, refusedNames, isFull };
}

/** Collects what an import finds, for its report and its log entry, however far it gets. */
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
  /** With the first problems and warnings, at most `max` of each. */
  const upTo = (max: number) => ({
    ...found,
    problems: first.problems.slice(0, max),
    warnings: first.warnings.slice(0, max),
  });
  return {
    found,
    upTo,
    /** Counts what was found and keeps the first, each batch in the order of its lines. */
    add({ problems, warnings }: Findings): void {
      found.problemCount += new Set(problems.map(({ line }) => line)).size;
      found.warningCount += warnings.length;
      for (const [kept, more] of [
        [first.problems, problems],
        [first.warnings, warnings],
      ] as const) {
        const room = PROBLEMS_KEPT_MAX - kept.length;
        if (room > 0) kept.push(...more.toSorted((a, b) => a.line - b.line).slice(0, room));
      }
    },
    end(outcome: ImportOutcome, cause: Reason | null): ImportEnd {
      const bytes = 'bytesRead' in input ? Number(input.bytesRead) : null;
      return { ...upTo(FINDINGS_LOGGED_MAX), outcome, endedAtMs: clock.nowMs(), bytes, cause };
    },
  };
}
