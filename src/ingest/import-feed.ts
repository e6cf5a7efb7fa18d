import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { message } from '../messages/messages.ts';
import { type Brake, brakeReason, brakesOf } from './brakes.ts';
import { checkBatch, createReadCounter, exampleOf } from './check-batch.ts';
import type { ChosenReader, ReadAs } from './choose-reader.ts';
import type { FeedProblem, FeedReader, FeedSummary } from './feed-record.ts';
import {
  type CatalogEffect,
  type FeedStore,
  type FeedTransaction,
  type OrderRepeats,
  StoreFullError,
} from './feed-store.ts';
import {
  FINDINGS_LOGGED_MAX,
  type ImportEnd,
  type ImportFindings,
  type ImportOutcome,
  type ImportSource,
} from './import-log.ts';
import type { Reason } from './reason.ts';
import type { RecognisedTable } from './table/table-reader.ts';
import { UnreadableInputError } from './text/input.ts';
import { jsonLinesReader } from './text/json-lines.ts';

export interface ImportRequest {
  readonly store: FeedStore;
  /** A feed, plain or gzip-compressed. Destroyed in the end. */
  readonly input: Readable;
  /**
   * Finds out what can read the input, and gives back all of it. It works inside the attempt, so that a file that is missing
   * or of no known format leaves its entry in the log. Default: JSON Lines.
   */
  chooseReader?(
    input: Readable,
    categories: FeedTransaction['categories'],
  ): Promise<Pick<ChosenReader, 'reader' | 'input'> & Partial<Pick<ChosenReader, 'readAs' | 'recognised'>>>;
  readonly clock: Clock;
  /** For the import log. A dry run leaves no entry there, nor does an import without a source. */
  readonly source?: ImportSource;
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

/** What became of one feed, with the first PROBLEMS_KEPT_MAX problems and warnings. */
export interface ImportReport extends Omit<ImportFindings, 'cause'> {
  /** What `lines`, and the numbers of problems and warnings, count. */
  readonly unit: FeedReader['unit'];
  /** What the columns of a shop's own table were taken for; null where nothing had to be recognised. */
  readonly recognised: RecognisedTable | null;
  /** By kind; what a commit would have done where there was none. */
  readonly summary: FeedSummary;
  /** How much of the catalogue the import changes, or would change. */
  readonly effect: Pick<CatalogEffect, 'items' | 'removed' | 'repriced'>;
  /** The brakes that it meets. Without `force` it keeps nothing when there is one. */
  readonly brakes: readonly Brake[];
  /** Whether readers now see the feed. */
  readonly committed: boolean;
}

/** Refused lines that a brake names. */
const EXAMPLES_MAX = 3;

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
    const transaction = await store.begin({
      ...(source === undefined || dryRun ? {} : { source }),
      ...(signal === undefined ? {} : { signal }),
    });
    request.onBegun?.();
    const findings = createFindings();
    try {
      return await applyFeed(request, transaction, findings);
    } catch (error) {
      const outcome = signal?.aborted === true ? 'interrupted' : 'failed';
      const isExplained = error instanceof UnreadableInputError || error instanceof StoreFullError;
      const cause = isExplained ? error.reason : null;
      await transaction.rollback(endOf(request, findings, outcome, cause));
      signal?.throwIfAborted();
      throw error;
    }
  } finally {
    signal?.removeEventListener('abort', stopReading);
    input.destroy();
  }
}

async function applyFeed(
  request: ImportRequest,
  transaction: FeedTransaction,
  findings: FindingsSoFar,
): Promise<ImportReport> {
  const { clock, strict, dryRun, signal, force = false } = request;
  const chosen = await request.chooseReader?.(request.input, transaction.categories);
  const { reader, input } = chosen ?? { reader: jsonLinesReader, input: request.input };
  findings.readAs = () => chosen?.readAs?.() ?? null;
  const { problems, warnings } = findings;
  const startedAtMs = clock.nowMs();
  const placeOf = reader.placeOf ?? ((field: string) => field);
  const placed = (found: readonly FeedProblem[]) =>
    found.map(({ line, field, reason }) => ({ line, field: placeOf(field), reason }));
  const counter = createReadCounter();
  let isFull = request.full ?? false;
  if (isFull) transaction.expectAllItems();
  for await (const raw of reader.read(input)) {
    signal?.throwIfAborted();
    const batch = checkBatch(raw, startedAtMs, findings.records === 0, counter);
    if (batch.isFull && !isFull) {
      isFull = true;
      transaction.expectAllItems();
    }
    if (isFull) await transaction.keepItems(batch.refusedNames);
    const found = await transaction.apply(batch.records);
    findings.lines = raw.lastLine;
    findings.records += raw.records.length + raw.problems.length;
    problems.add([...raw.problems, ...placed(batch.problems), ...placed(found.refused)]);
    const refusedLines = new Set(found.refused.map(({ line }) => line));
    const kept = batch.warnings.filter(({ line }) => !refusedLines.has(line));
    warnings.add([...raw.warnings, ...placed(kept), ...placed(found.warnings)]);
    request.onProgress?.(findings.lines);
    // Lets signals and, in a busy process, other work come in.
    await setImmediate();
  }
  signal?.throwIfAborted();
  if (findings.records === 0) throw new UnreadableInputError(message('feeds.emptyFile'));
  const { refused, warnings: late, effect, repeats } = await transaction.finish();
  problems.add(placed(refused));
  warnings.add(placed(late));
  const brakes = brakesOf({
    records: findings.records,
    refused: problems.count(),
    refusedExamples: problems.first.slice(0, EXAMPLES_MAX).map(exampleOf),
    effect,
    repeats,
    ...counter.counts(),
  });
  if (repeats.repeated > 0 && !brakes.some(({ kind }) => kind === 'repeatedOrders'))
    warnings.add([repeatsWarning(repeats, findings.lines)]);
  const isForced = force === true || force === brakes[0]?.count;
  const outcome =
    strict && problems.count() > 0 ? 'refused' : brakes.length > 0 && !isForced ? 'braked' : 'imported';
  const committed = !dryRun && outcome === 'imported';
  const end = endOf(request, findings, outcome, outcome === 'braked' ? reasonOf(brakes) : null);
  const summary = await (committed ? transaction.commit(end) : transaction.rollback(end));
  return {
    ...foundBy(findings, PROBLEMS_KEPT_MAX),
    unit: reader.unit,
    recognised: chosen?.recognised?.() ?? null,
    summary,
    effect: { items: effect.items, removed: effect.removed, repriced: effect.repriced },
    brakes,
    committed,
  };
}

function repeatsWarning({ orders, repeated, examples }: OrderRepeats, line: number): FeedProblem {
  const values = { count: repeated, all: orders, examples: examples.join('; ') };
  return { line, field: 'orderId', reason: message('feeds.someRepeated', values) };
}

function reasonOf(brakes: readonly Brake[]): Reason {
  return brakes.map(brakeReason).reduce((first, next) => message('feeds.joined', { first, next }));
}

/** What an attempt has come to so far, for its entry in the log wherever it ends. */
interface FindingsSoFar {
  lines: number;
  /** Lines that aren't blank. */
  records: number;
  readAs(): ReadAs | null;
  readonly problems: ReturnType<typeof createReasons>;
  readonly warnings: ReturnType<typeof createReasons>;
}

function createFindings(): FindingsSoFar {
  return { lines: 0, records: 0, readAs: () => null, problems: createReasons(), warnings: createReasons() };
}

function endOf(
  { clock, input }: ImportRequest,
  findings: FindingsSoFar,
  outcome: ImportOutcome,
  cause: Reason | null,
): ImportEnd {
  const bytes = 'bytesRead' in input ? Number(input.bytesRead) : null;
  return { ...foundBy(findings, FINDINGS_LOGGED_MAX), outcome, endedAtMs: clock.nowMs(), bytes, cause };
}

/** With the first problems and warnings, at most `max` of each. */
function foundBy({ lines, problems, warnings, readAs }: FindingsSoFar, max: number) {
  return {
    readAs: readAs(),
    lines,
    problemCount: problems.count(),
    problems: problems.first.slice(0, max),
    warningCount: warnings.count(),
    warnings: warnings.first.slice(0, max),
  };
}

/** Counts reasons and keeps the first of them, each batch in the order of its lines. */
function createReasons() {
  const first: FeedProblem[] = [];
  let count = 0;
  return {
    first,
    count: () => count,
    add(reasons: readonly FeedProblem[]): void {
      count += reasons.length;
      const room = PROBLEMS_KEPT_MAX - first.length;
      if (room > 0 && reasons.length > 0) {
        first.push(...[...reasons].sort((a, b) => a.line - b.line).slice(0, room));
      }
    },
  };
}
