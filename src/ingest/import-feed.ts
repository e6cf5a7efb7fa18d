import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { checkRecord } from './check-record.ts';
import type { FeedReader, RawBatch } from './feed-reader.ts';
import type { FeedProblem } from './feed-record.ts';
import type { FeedStore, FeedSummary, FeedTransaction, NumberedRecord } from './feed-store.ts';
import type { ImportSource } from './import-log.ts';
import { jsonLinesReader } from './jsonl.ts';
import type { Fault } from './record-fields.ts';

export interface ImportRequest {
  readonly store: FeedStore;
  /** A feed, plain or gzip-compressed. Destroyed in the end. */
  readonly input: Readable;
  /** Default: JSON Lines. */
  readonly reader?: FeedReader;
  readonly clock: Clock;
  /** For the log of imports, which has no line of a feed without. */
  readonly source?: ImportSource;
  /** Keep nothing when anything is wrong. */
  readonly strict: boolean;
  /** Keep nothing, only tell what would become of it. */
  readonly dryRun: boolean;
  /** Ends the import before its commit; nothing is kept then. */
  readonly signal?: AbortSignal;
  /** Told now and then how many lines have been read. */
  onProgress?(lines: number): void;
}

/** What became of one feed. */
export interface ImportReport {
  /** Lines of the file, blank ones included. */
  readonly lines: number;
  /** By kind; what a commit would have done where there was none. */
  readonly summary: FeedSummary;
  /** How many lines were refused. */
  readonly problemCount: number;
  /** The first of them, at most PROBLEMS_KEPT_MAX. */
  readonly problems: readonly FeedProblem[];
  /** How many warnings there were: values that were left out, or are kept although they look wrong. */
  readonly warningCount: number;
  /** The first of them, at most PROBLEMS_KEPT_MAX. */
  readonly warnings: readonly FeedProblem[];
  /** Whether readers now see the feed. */
  readonly committed: boolean;
}

/** Refusals, and as many warnings, that a report names; whoever has more has one cause, not a thousand. */
export const PROBLEMS_KEPT_MAX = 1000;

/**
 * Brings one feed into the store: all of its good lines at once, or nothing (docs/rules/feeds.md#format). Lines that
 * are wrong are passed over and reported. Throws UnreadableInputError when the input breaks off, the signal's reason
 * when it is aborted, and whatever the store throws; the store is then as it was.
 */
export async function importFeed(request: ImportRequest): Promise<ImportReport> {
  const { store, input, signal } = request;
  // An input that keeps silent would otherwise hold up the end for ever.
  const stopReading = () => input.destroy();
  signal?.addEventListener('abort', stopReading);
  try {
    const transaction = await store.begin(signal);
    try {
      return await applyFeed(request, transaction);
    } catch (error) {
      await transaction.rollback();
      signal?.throwIfAborted();
      throw error;
    }
  } finally {
    signal?.removeEventListener('abort', stopReading);
    input.destroy();
  }
}

async function applyFeed(request: ImportRequest, transaction: FeedTransaction): Promise<ImportReport> {
  const { input, clock, source, strict, dryRun, signal, reader = jsonLinesReader } = request;
  const startedAtMs = clock.nowMs();
  const problems = createReasons();
  const warnings = createReasons();
  let lines = 0;
  for await (const raw of reader.read(input)) {
    signal?.throwIfAborted();
    const batch = checkBatch(raw, startedAtMs, reader.placeOf);
    const refused = await transaction.apply(batch.records);
    lines = raw.lastLine;
    problems.add([...raw.problems, ...batch.problems, ...refused]);
    warnings.add([...raw.warnings, ...batch.warnings]);
    request.onProgress?.(lines);
    // Lets signals and, in a busy process, other work come in.
    await setImmediate();
  }
  signal?.throwIfAborted();
  const committed = !dryRun && !(strict && problems.count() > 0);
  const note =
    source === undefined
      ? undefined
      : { ...source, startedAtMs, endedAtMs: clock.nowMs(), lines, problemCount: problems.count() };
  const summary = await (committed ? transaction.commit(note) : transaction.rollback());
  return {
    lines,
    summary,
    problemCount: problems.count(),
    problems: problems.first,
    warningCount: warnings.count(),
    warnings: warnings.first,
    committed,
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

function checkBatch({ records }: RawBatch, receivedAtMs: number, placeOf = (field: string) => field) {
  const good: NumberedRecord[] = [];
  const problems: FeedProblem[] = [];
  const warnings: FeedProblem[] = [];
  const placed = (line: number, { field, reason }: Fault) => ({ line, field: placeOf(field), reason });
  for (const { line, value } of records) {
    const { outcome, warnings: found } = checkRecord(value, receivedAtMs);
    if ('kind' in outcome) {
      good.push({ line, record: outcome });
      for (const warning of found) warnings.push(placed(line, warning));
    } else problems.push(placed(line, outcome));
  }
  return { records: good, problems, warnings };
}
